#pragma once
// The neighbour graph among the rows of one node: the edges that are left once the other rows are gone.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "graph/neighbours.hpp"

namespace scpp {

/// Symmetric: a row that names another is joined to it with weight w_i w_j / 2 (a row that stands for w
/// others is w of them), so rows that name each other have weight w_i w_j. Rows are numbered by their place
/// in `rows`.
class NodeGraph {
 public:
  NodeGraph(const NeighbourGraph& all, const std::vector<Index>& rows, const Vector& weights);

  Index rows() const { return degree_.size(); }
  const Vector& degree() const { return degree_; }

  /// W x
  Vector multiply(const Vector& x) const;

  /// sum over parts of cut(part, rest) / vol(part) (Shi and Malik, 2000); infinite when a part has no edges.
  double normalised_cut(const std::vector<std::int32_t>& part, Index parts = 2) const;

  struct Vote {
    double cut;                          ///< normalised_cut of the sides
    std::vector<std::int32_t> majority;  ///< every row on the side that most of its edges lead to; else it stays
  };
  /// What the edges say of sides 0 and 1.
  Vote vote(const std::vector<std::int32_t>& side) const;

 private:
  /// Weight of the row's edges that lead to other parts.
  double apart(Index row, const std::vector<std::int32_t>& part) const;

  std::vector<Index> begin_;  // edges of row i: [begin_[i], begin_[i + 1])
  std::vector<std::int32_t> to_;
  std::vector<double> weight_;
  Vector degree_;
};

}  // namespace scpp
