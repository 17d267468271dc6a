#pragma once
// A node's rows replaced by m weighted centres (section 5).
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

struct Microclusters {
  RowMatrix centres;                     ///< m x d
  Vector weights;                        ///< m: rows behind each centre
  Vector radii;                          ///< m: largest distance of a member to its centre
  std::vector<std::int32_t> membership;  ///< of every row: its nearest centre (but see Seeds::evenly)

  Index size() const { return centres.rows(); }
};

/// Where k-means begins, and how far it goes: at farthest_first, which finds parts however small, with six
/// steps of Lloyd's method (docs/method.md has the measurement); or at every so many rows, so that centres
/// lie as the rows do, with half a step: the members of a centre are the rows nearest to where it began.
enum class Seeds { farthest_first, evenly };

/// k-means. With `count` at or above the number of rows every row stands for itself (equal rows together).
Microclusters make_microclusters(const RowMatrix& rows, const Vector& weights, Index count,
                                 Seeds seeds = Seeds::farthest_first);

/// One step of Lloyd's method: centres are the means of the members' rows (from 0 on, none empty), and every
/// row goes to the nearest of them.
Microclusters moved_to_means(const RowMatrix& rows, const Vector& weights,
                             const std::vector<std::int32_t>& members);

// The Gram matrix, the scalar products of all rows with each other: where columns are many, distances, means
// and microclusters cost less by it than by the rows.

/// X X'
RowMatrix gram_matrix(const RowMatrix& rows);

/// That of the rows less their weighted mean.
RowMatrix centred_gram(const RowMatrix& gram, const Vector& weights);

/// What make_microclusters finds for rows with this Gram matrix and mean 0, by kernel k-means (here with the
/// linear kernel): the microcluster of every row, numbered from 0 with none empty. At least `count` rows.
std::vector<std::int32_t> microclusters_by_gram(const RowMatrix& gram, const Vector& weights, Index count,
                                                Seeds seeds = Seeds::farthest_first);

}  // namespace scpp
