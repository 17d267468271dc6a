#include "split/start.hpp"

#include <algorithm>
#include <numeric>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

/// l orthonormal directions, uniform over all planes.
ColMatrix random_plane(Index d, Index l, Random& random) {
  ColMatrix v(d, l);
  for (Index i = 0; i < l; ++i)
    for (Index k = 0; k < d; ++k) v(k, i) = random.normal();
  return orthonormal_basis(v);
}

/// The given principal components, as far as there are any.
ColMatrix components(const Principal& principal, const std::vector<Index>& which) {
  ColMatrix directions(principal.vectors.rows(), which.size());
  for (Index i = 0; i < std::ssize(which); ++i) directions.col(i) = principal.vectors.col(which[i]);
  return directions;
}

/// All choices of `l` out of the first `among` components, the leading ones first, without the very first.
std::vector<std::vector<Index>> other_choices(Index l, Index among) {
  std::vector<std::vector<Index>> choices;
  std::vector<Index> choice(l);
  std::iota(choice.begin(), choice.end(), Index{0});
  while (true) {  // the next combination in lexicographic order
    Index i = l - 1;
    while (i >= 0 && choice[i] == among - l + i) --i;
    if (i < 0) return choices;
    ++choice[i];
    for (Index k = i + 1; k < l; ++k) choice[k] = choice[k - 1] + 1;
    choices.push_back(choice);
  }
}

}  // namespace

std::vector<Start> paper_starts(const Principal& principal, const SplitOptions& options, std::uint64_t seed,
                                int node) {
  const Index d = principal.vectors.rows(), l = std::min<Index>(options.pursuit.dimensions, d);
  Random random(seed, static_cast<std::uint64_t>(node));
  const bool from_components = options.start == StartKind::principal;
  std::vector<Start> result;
  result.push_back({from_components ? ColMatrix(principal.vectors.leftCols(l)) : random_plane(d, l, random),
                    options.beta_max});
  for (int i = 0; i < options.random_starts; ++i)
    result.push_back({random_plane(d, l, random), options.beta_max});
  return result;
}

FurtherStarts every_start(const SplitOptions& options) { return {true, true, options.pursuit.dimensions}; }

std::vector<Start> further_starts(const FurtherStarts& wanted, const Principal& principal,
                                  const ColMatrix& projections, const SplitOptions& options) {
  const Index available = principal.vectors.cols(),
              l = std::min<Index>(options.pursuit.dimensions, available);
  const Index more = std::min(l + 1, available);
  std::vector<Start> result;
  const auto add = [&](ColMatrix directions) { result.push_back({std::move(directions), options.beta_max}); };
  if (wanted.one_more && more > l) add(principal.vectors.leftCols(more));
  if (wanted.other_pairs)
    for (const auto& choice : other_choices(l, more)) add(components(principal, choice));
  if (wanted.locality_preserving > 0)
    add(orthonormal_basis(
        projections.leftCols(std::min<Index>(wanted.locality_preserving, projections.cols()))));
  return result;
}

// ---- locality preserving projections

ColMatrix locality_preserving_projections(const PreparedNode& node, const NodeGraph& graph) {
  const double least = 1e-9 * node.principal.values[0];
  const Index kept = std::max<Index>(1, (node.principal.values.array() > least).count());
  const ColMatrix components = node.principal.vectors.leftCols(kept);
  const RowMatrix full = node.in_full_space(components);
  RowMatrix x = multiply(view_of(*node.centred), view_of(full));
  const Vector& degree = graph.degree();
  x.rowwise() -= ((degree.transpose() * x) / degree.sum()).eval();
  ColMatrix joined(x.rows(), kept);
  for (Index i = 0; i < kept; ++i) joined.col(i) = graph.multiply(x.col(i));
  const ColMatrix inside = x.transpose() * joined;
  const ColMatrix whole = x.transpose() * degree.asDiagonal() * x;
  const ColMatrix solved = generalised_eigenvectors((inside + inside.transpose()) / 2, whole);
  ColMatrix directions = components * solved.rowwise().reverse();
  directions.colwise().normalize();
  return directions;
}

Start discriminant_start(const PreparedNode& node, const Vector& weights,
                         const std::vector<std::int32_t>& sides, const SplitOptions& options) {
  constexpr double ridge = 0.01;  // of the mean variance: columns may depend on each other
  const Index d = node.data.centres.cols(), l = std::min<Index>(options.pursuit.dimensions, d);
  Vector mean[2] = {Vector::Zero(d), Vector::Zero(d)};
  double total[2] = {0, 0};
  for (Index i = 0; i < weights.size(); ++i) {  // by the centres, which know the objective's coordinates
    mean[sides[i]] += weights[i] * node.data.centres.row(node.microclusters.membership[i]).transpose();
    total[sides[i]] += weights[i];
  }
  const Vector apart = mean[0] / total[0] - mean[1] / total[1];
  const double share = total[0] * total[1] / (node.rows * node.rows);
  ColMatrix within = node.data.covariance;
  within -= share * apart * apart.transpose();
  within.diagonal().array() += ridge * node.data.covariance.trace() / static_cast<double>(d);
  ColMatrix directions(d, l);
  directions.col(0) = solve_symmetric(within, apart);
  directions.rightCols(l - 1) = node.principal.vectors.leftCols(l - 1);
  return {orthonormal_basis(directions), options.beta_max};
}

}  // namespace scpp
