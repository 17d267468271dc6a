#pragma once
// What the neighbour graph makes of splits: it moves rows near the border, and chooses among proposals.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/types.hpp"
#include "graph/neighbours.hpp"
#include "micro/microclusters.hpp"

namespace scpp {

// Rows near the border of a split move to the side of most of their neighbours.

/// Sides of rows by the nearest of some centres, each of which has a side.
struct RuledSides {
  Microclusters microclusters;
  std::vector<std::int32_t> side;          ///< of every microcluster
  std::vector<std::int32_t> child_of_row;  ///< side of the nearest microcluster
  std::optional<double> cut;               ///< normalised cut in the graph, where there is one
};

/// Weight of the lighter of two sides.
double lighter_side(const std::vector<std::int32_t>& side, const Vector& weights);

/// Known sides of rows as a rule: microclusters, those with rows of both sides cut in two, and beside them
/// the rows that these would put on the other side, until every row takes the side of the nearest (condensed
/// nearest neighbours: Hart, 1968) or a tenth of the rows are centres: then the rest crosses.
RuledSides ruled_by(const std::vector<std::int32_t>& sides, const Microclusters& microclusters,
                    const RowMatrix& rows, const Vector& weights);

/// `begun` after its rows moved; never of a greater cut, and no side lighter than `least_side`. Rows move
/// while the cut falls; then each microcluster with rows on both sides becomes two, and every row takes the
/// side of the nearest.
RuledSides refine(RuledSides begun, const RowMatrix& rows, const Vector& weights, const NodeGraph& graph,
                  double least_side);

// Many proposals, one judge.

using Parts = std::vector<std::int32_t>;  ///< the part of every row

/// Pairs of rows among so many.
double pairs_among(double count);

/// Adjusted Rand index (Hubert and Arabie, 1985) from numbers of pairs of rows: those together in both
/// partitions, in each, and all of them. 1 for the same partition, about 0 for chance; 1 where both can be
/// only one.
double adjusted_rand_index(double together, double in_a, double in_b, double all);

/// That of two partitions into `parts`.
double agreement(const Parts& a, const Parts& b, const Vector& weights, Index parts);

struct Choice {
  Index best = 0;
  std::optional<double> stability;  ///< mean agreement of the others with the best, if there are others
};

/// Of the proposals rated within a share `near` of the least, the one that agrees most with all of them; ties
/// go to the lower rating, then to the earlier.
Choice choose(const std::vector<double>& ratings, const std::vector<const Parts*>& proposals,
              const Vector& weights, Index parts, double near);

/// Ratings by the neighbour graph count as equal up to this share: other rows of the same kind move them by
/// about as much (research/notes/quality.md).
inline constexpr double near_equal_cuts = 0.05;

}  // namespace scpp
