#pragma once
// Rows of a node on a line or plane: projected, far points pulled in; and the way back for gradients.
#include "base/types.hpp"
#include "spectral/squash.hpp"

namespace scpp {

/// What a node brings to every evaluation.
struct NodeData {
  RowMatrix centres;     ///< m x d, relative to the node's mean
  Vector weights;        ///< m
  RowMatrix covariance;  ///< d x d, of the node's rows (not of the centres)
};

class ProjectedRows {
 public:
  /// Refers to `node`, which must outlive it.
  ProjectedRows(const NodeData& node, double beta, double delta, Index dimensions);

  /// V is d x l with unit columns.
  void project(const ColMatrix& v);

  const ColMatrix& directions() const { return v_; }
  const RowMatrix& points() const { return t_; }    ///< l x m, after T_Delta
  const Vector& spread() const { return spread_; }  ///< s_i, of each direction

  /// The derivative by the points (l x m) as a derivative by V (d x l).
  ColMatrix pull_back(const RowMatrix& by_point) const;

 private:
  const NodeData& node_;
  double beta_;
  Squash squash_;
  ColMatrix v_, covariance_v_;
  Vector spread_;
  RowMatrix t_, slope_, per_bound_;  // l x m
};

}  // namespace scpp
