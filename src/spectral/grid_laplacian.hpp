#pragma once
// The normalised Laplacian of all rows, seen through the grid. With A = B S B' the eigenpairs of D^-1/2 A
// D^-1/2 above 0 are those of K = R' H R with H = B' D^-1 B and S = R R': as many unknowns as nodes instead
// of rows. This is I - K.
#include <vector>

#include "spectral/grid.hpp"
#include "spectral/grid_smoother.hpp"
#include "spectral/laplacian_operator.hpp"

namespace scpp {

class GridLaplacian final : public LaplacianOperator {
 public:
  /// `masses` = B' weights; H = B' diag(pair_weights) B. Refers to `smoother`, which must outlive it.
  GridLaplacian(const Grid& grid, const GridSmoother& smoother, const RowMatrix& masses,
                const Vector& pair_weights);

  Index count() const override { return smoother_.rank(); }
  Index stride() const override { return null_vector_.size(); }
  void apply(const Eigen::Ref<const Vector>& x, Vector& out) const override;
  ColMatrix dense() const override;
  const Vector& null_vector() const override { return null_vector_; }
  double form(const Vector& u, const Vector& v) const override;
  double size() const override { return 1; }

 private:
  const GridSmoother& smoother_;
  Index margin_, nodes_;
  std::vector<double> planes_;
  std::vector<std::ptrdiff_t> offsets_;
  Vector null_vector_;
  mutable Vector field_, product_;  // padded nodes
};

}  // namespace scpp
