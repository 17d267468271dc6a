#pragma once
// Small data sets, graphs and nodes for the tests; everything is drawn from a stream keyed by its seed. The
// bodies are compiled once: fifty tests that each multiply matrices by Eigen take two seconds more each.
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "base/types.hpp"
#include "scpp/table_view.hpp"
#include "spectral/objective.hpp"

namespace scpp::build {

RowMatrix normal_matrix(Index rows, Index cols, std::uint64_t seed);
Vector normal_vector(Index size, std::uint64_t seed);

/// Unit columns in general position (not orthogonal).
ColMatrix random_directions(Index d, Index l, std::uint64_t seed);

/// An orthogonal d x d matrix, by Gram and Schmidt.
ColMatrix random_rotation(Index d, std::uint64_t seed);

/// Whole numbers 1 .. most.
Vector random_counts(Index size, int most, std::uint64_t seed);

/// `clusters` clouds of unit normal rows in turn; their centres are `separation` standard normal deviates
/// away.
struct Blobs {
  RowMatrix rows;
  std::vector<std::int32_t> truth;
};
Blobs blobs(Index rows, Index columns, int clusters, double separation, std::uint64_t seed);

TableView view(const RowMatrix& rows);

/// A node as the objective sees it, from rows that stand for themselves.
NodeData node(RowMatrix rows, Vector weights);

/// Row numbers 0 .. count-1 in random order.
std::vector<Index> shuffled(Index count, std::uint64_t seed);

}  // namespace scpp::build
