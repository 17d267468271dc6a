#pragma once
// The graph of Ng, Jordan and Weiss over all rows: A_jk = exp(-e_jk), zero diagonal, and its normalised form
// D^-1/2 A D^-1/2, for any scale of the kernel.
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// Squared distances between all rows, as float: 4 N^2 bytes.
class SquaredDistances {
 public:
  explicit SquaredDistances(const RowMatrix& rows);

  Index count() const { return count_; }
  Index stride() const { return stride_; }
  const float* row(Index j) const { return values_.data() + j * stride_; }

  /// Distance of each row to its `rank`-th nearest other row (its farthest, when there are fewer).
  Vector neighbour_distance(Index rank) const;

 private:
  Index count_, stride_;
  std::vector<float> values_;
};

/// Degrees are never formed: with m_j = min_k e_jk (k != j) and b_j = sum_k exp(-(e_jk - m_j)), which lies in
/// [1, N],
///   A_jk / sqrt(d_j d_k) = exp(-(e_jk - m_j/2 - m_k/2)) / sqrt(b_j b_k),
/// and the exponent is at least 0. So the smallest sigma meets no division by an underflown degree.
class SimilarityGraph {
 public:
  /// Refers to `distances`, which must outlive it.
  explicit SimilarityGraph(const SquaredDistances& distances);

  /// e_jk = |x_j - x_k|^2 scale_j scale_k.
  void set_scales(const Vector& scales);
  /// e_jk = |x_j - x_k|^2 / (2 sigma^2).
  void set_sigma(double sigma);
  /// e_jk = |x_j - x_k|^2 / (sigma_j sigma_k), sigma_j the distance to the 7th neighbour (Zelnik-Manor and
  /// Perona).
  void set_local_scaling();

  Index count() const { return distances_.count(); }

  /// D^-1/2 A D^-1/2 x for a few columns at once.
  RowMatrix multiply(const RowMatrix& x) const;

  /// shift I - D^-1/2 A D^-1/2 with every entry in full precision: 8 N^2 bytes.
  RowMatrix shifted(double shift) const;

  /// The rows of D^-1/2 A D^-1/2 x, each up to a positive factor of its own. An eigenvector u = (A u) /
  /// lambda read this way keeps the direction of rows that are too small for the rounding of u itself.
  RowMatrix directions(const RowMatrix& x) const;

  /// d_j, for tests; 0 where it underflows.
  Vector degrees() const;

 private:
  const SquaredDistances& distances_;
  Vector scales_, half_least_, spread_;  // m / 2 and sqrt(b)
  std::vector<float> values_;            // exp(-(e - m/2 - m'/2)), count x stride
};

}  // namespace scpp
