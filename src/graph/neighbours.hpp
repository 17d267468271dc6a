#pragma once
// The neighbour graph of the data, and what of it is left in one node.
#include <cstdint>
#include <memory>
#include <vector>

#include "base/types.hpp"

namespace scpp {

// The graph of nearest neighbours in the full space: built once for the data, asked at every split.

inline constexpr Index neighbours_of_a_row = 10;  // scikit-learn's choice for its neighbour graph

/// Of tables with many rows a few more: communities are steadier (research/notes/partition.md).
constexpr Index neighbours_among(Index rows) {
  constexpr Index many_rows = 1000, of_many = 15;
  return rows < many_rows ? neighbours_of_a_row : of_many;
}

/// Row i is joined to its `count` nearest other rows: to[i * count + 0 .. count).
struct NeighbourGraph {
  Index count = 0;
  std::vector<std::int32_t> to;

  Index rows() const { return count ? to.size() / count : 0; }
};

/// Exact; ties go to the earlier row. Rows are grouped by where they lie, groups that cannot hold neighbours
/// are passed over, pairs of the others are looked at in single precision, and those that may be neighbours
/// in double. `count` is cut to rows - 1.
NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count);

/// The same for queries among other points.
class NearestPoints {
 public:
  explicit NearestPoints(RowMatrix points);

  /// Row i of the result names the nearest points of query i, the nearest first; `count` is cut to the number
  /// of points.
  NeighbourGraph find(const RowMatrix& queries, Index count) const;

  const RowMatrix& points() const { return points_; }

 private:
  struct Screened;
  RowMatrix points_;
  std::shared_ptr<const Screened> screened_;
};

// The neighbour graph among the rows of one node: the edges that are left once the other rows are gone.

/// The normalised cut between two sides of some rows (0 or 1 for each) in their NodeGraph, which is not made.
double normalised_cut(const NeighbourGraph& all, const std::vector<Index>& rows, const Vector& weights,
                      const std::vector<std::int32_t>& side);

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
    double cut;  ///< normalised_cut of the sides
    std::vector<std::int32_t>
        majority;  ///< every row on the side that most of its edges lead to; else it stays
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
