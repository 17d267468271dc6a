#pragma once
// From parameters to directions to points, and the way back for gradients.
#include "base/types.hpp"
#include "scpp/options.hpp"

namespace scpp {

// V(theta): unit columns, either w / |w| ("direct") or by the paper's angles ("polar", eq. 8).

/// Number of parameters for d x l directions.
Index parameter_count(Parametrisation kind, Index d, Index l);

/// theta with V(theta) = directions (columns need not be unit; polar may flip a column's sign, which is the
/// same projection, because its angles in [0, pi) cover only v_d >= 0).
Vector parameters_of(Parametrisation kind, const ColMatrix& directions);

/// V(theta), d x l.
ColMatrix directions_at(Parametrisation kind, const Vector& theta, Index d, Index l);

/// The chain rule D_theta = D_V * dV/dtheta: takes the gradient with respect to V to that with respect to
/// theta. O(d) a column, and no division, so an angle with sin = 0 is safe.
Vector chain_to_parameters(Parametrisation kind, const Vector& theta, const ColMatrix& gradient_v);

// T_Delta (appendix A): the identity on Delta = [-b, b], slow growth outside, C1 at the border.

class Squash {
 public:
  explicit Squash(double delta);

  struct Value {
    double t;          ///< T_Delta(z)
    double slope;      ///< dT/dz
    double per_bound;  ///< dT/db: how the value moves with the border
  };
  Value operator()(double z, double b) const {
    return z <= b && z >= -b ? Value{z, 1, 0} : outside(z, b);  // nearly all rows lie inside
  }

 private:
  Value outside(double z, double b) const;

  double delta_, c1_, c2_;
};

// Rows of a node on a line or plane: projected, far points pulled in; and the way back for gradients.

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
