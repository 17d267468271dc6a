#include "tree/joined_communities.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "tree/separation.hpp"

namespace scpp {
namespace {

// research/notes/partition.md has what was tried.
constexpr Index pieces_each = 4, most_pieces = 40;
// On the mean: whether pieces of a few rows overlap is a matter of chance.
constexpr Index rows_of_a_piece = 50;
constexpr double least_share = 0.2;  // of the rows of a cluster if all were of one size

/// Single linkage: the two that overlap most become one, which overlaps with others as the nearer of them
/// did.
std::vector<std::int32_t> joined(RowMatrix overlaps, Index clusters) {
  constexpr double gone = -1;
  overlaps.diagonal().setConstant(gone);
  std::vector<std::int32_t> into(overlaps.rows());
  std::iota(into.begin(), into.end(), 0);
  for (Index left = overlaps.rows(); left > clusters; --left) {
    Index a, b;
    overlaps.maxCoeff(&a, &b);
    if (a > b) std::swap(a, b);
    overlaps.row(a) = overlaps.row(a).cwiseMax(overlaps.row(b)).eval();
    overlaps.col(a) = overlaps.row(a).transpose();
    overlaps(a, a) = gone;
    overlaps.row(b).setConstant(gone);
    overlaps.col(b).setConstant(gone);
    std::replace(into.begin(), into.end(), static_cast<std::int32_t>(b), static_cast<std::int32_t>(a));
  }
  return into;
}

double least_weight(const Parts& parts, const Vector& weights, Index count) {
  Vector sum = Vector::Zero(count);
  for (Index i = 0; i < weights.size(); ++i) sum[parts[i]] += weights[i];
  return sum.minCoeff();
}

}  // namespace

std::optional<Parts> joined_communities(const Graph& graph, const Cloud& cloud, Index clusters,
                                        double resolution) {
  const Index pieces = std::min({pieces_each * clusters, most_pieces, graph.nodes() / rows_of_a_piece});
  if (pieces <= clusters) return std::nullopt;
  resolution *= pieces_each;
  Parts parts = communities_of_number(graph, pieces, resolution);
  const std::vector<std::int32_t> into =
      joined(cross_fitted_separation({cloud, parts, pieces}).overlaps, clusters);
  for (auto& part : parts) part = into[part];
  number_parts(parts);
  const double alike = cloud.weights.sum() / static_cast<double>(clusters);
  if (least_weight(parts, cloud.weights, clusters) < least_share * alike) return std::nullopt;
  return parts;
}

}  // namespace scpp
