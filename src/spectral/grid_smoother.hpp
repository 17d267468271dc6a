#pragma once
// The similarity of grid nodes, S = S1 (x) S2 with S_i = R_i R_i': products with it and with its root, one
// axis at a time.
#include <map>

#include "base/multiply.hpp"
#include "base/types.hpp"

namespace scpp {

/// R of one axis with R R' = exp(-(j - k)^2 / (2 width^2)); directions in which that is 0 to rounding are
/// left out.
struct AxisRoot {
  AxisRoot(Index nodes, double width);

  RowMatrix root;        ///< nodes x rank
  PackedRight up, down;  ///< R' and R, laid out for products from the right
};

/// Roots of one width for every number of nodes asked for.
class AxisRoots {
 public:
  explicit AxisRoots(double width) : width_(width) {}
  const AxisRoot& of(Index nodes);

 private:
  double width_;
  std::map<Index, AxisRoot> made_;
};

class GridSmoother {
 public:
  /// Refers to the roots, which must outlive it.
  GridSmoother(const AxisRoot& across, const AxisRoot& along);

  Index nodes() const { return across_->root.rows() * along_->root.rows(); }
  Index rank() const { return across_->root.cols() * along_->root.cols(); }

  /// nodes = R y: from rank() numbers to nodes() numbers.
  void up(const double* y, double* nodes) const;
  /// y = R' nodes.
  void down(const double* nodes, double* y) const;
  /// S nodes.
  RowMatrix smooth(const RowMatrix& nodes) const;

 private:
  const AxisRoot *across_, *along_;
  mutable std::vector<double> scratch_;
};

}  // namespace scpp
