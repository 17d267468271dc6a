#pragma once
// A node's rows replaced by m weighted centres (section 5).
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

// The first few steps of Lloyd's method do nearly all of the work; see docs/method.md for the measurement.
inline constexpr int kmeans_iterations = 6;

struct Microclusters {
  RowMatrix centres;                     ///< m x d
  Vector weights;                        ///< m: rows behind each centre
  Vector radii;                          ///< m: largest distance of a member to its centre
  std::vector<std::int32_t> membership;  ///< of every row: its nearest centre

  Index size() const { return centres.rows(); }
};

/// k-means from farthest_first. With `count` at or above the number of rows every row stands for itself
/// (equal rows together).
Microclusters make_microclusters(const RowMatrix& rows, const Vector& weights, Index count);

/// One step of Lloyd's method: centres are the means of the members' rows (from 0 on, none empty), and every row goes to
/// the nearest of them.
Microclusters moved_to_means(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& members);

}  // namespace scpp
