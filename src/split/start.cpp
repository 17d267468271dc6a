#include "split/start.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <numeric>

#include "base/random.hpp"

namespace scpp {
namespace {

/// l orthonormal directions, uniform over all planes.
ColMatrix random_plane(Index d, Index l, Random& random) {
  ColMatrix v(d, l);
  for (Index i = 0; i < l; ++i)
    for (Index k = 0; k < d; ++k) v(k, i) = random.normal();
  return Eigen::HouseholderQR<ColMatrix>(v).householderQ() * ColMatrix::Identity(d, l);
}

/// The given principal components, as far as there are any.
ColMatrix components(const Principal& principal, const std::vector<Index>& which) {
  ColMatrix directions(principal.vectors.rows(), static_cast<Index>(which.size()));
  for (std::size_t i = 0; i < which.size(); ++i) directions.col(static_cast<Index>(i)) = principal.vectors.col(which[i]);
  return directions;
}

/// All choices of `l` out of the first `among` components, the leading ones first, without the very first.
std::vector<std::vector<Index>> other_choices(Index l, Index among) {
  std::vector<std::vector<Index>> choices;
  std::vector<Index> choice(static_cast<std::size_t>(l));
  std::iota(choice.begin(), choice.end(), Index{0});
  while (true) {  // the next combination in lexicographic order
    Index i = l - 1;
    while (i >= 0 && choice[static_cast<std::size_t>(i)] == among - l + i) --i;
    if (i < 0) return choices;
    ++choice[static_cast<std::size_t>(i)];
    for (Index k = i + 1; k < l; ++k) choice[static_cast<std::size_t>(k)] = choice[static_cast<std::size_t>(k) - 1] + 1;
    choices.push_back(choice);
  }
}

}  // namespace

std::vector<Start> starts(const Principal& principal, const SplitOptions& options, Quality quality, std::uint64_t seed,
                          int node) {
  const Index d = principal.vectors.rows(), l = std::min<Index>(options.pursuit.dimensions, d);
  Random random(seed, static_cast<std::uint64_t>(node));
  std::vector<Start> result;
  const auto add = [&](ColMatrix directions, double beta) { result.push_back({std::move(directions), beta}); };

  add(options.start == StartKind::principal ? ColMatrix(principal.vectors.leftCols(l)) : random_plane(d, l, random),
      options.beta_max);
  for (int i = 0; i < options.random_starts; ++i) add(random_plane(d, l, random), options.beta_max);
  if (quality == Quality::fast) return result;

  const Index available = principal.vectors.cols();
  const double tighter = std::max(options.beta_min, 0.6 * options.beta_max);  // 3 instead of 5
  const bool best = quality == Quality::best;
  if (l + 1 <= available) add(principal.vectors.leftCols(l + 1), options.beta_max);
  add(principal.vectors.leftCols(l), tighter);
  for (const auto& choice : other_choices(l, std::min(available, best ? l + 2 : l + 1))) {
    add(components(principal, choice), options.beta_max);
    if (best) add(components(principal, choice), tighter);
  }
  if (best) {
    if (l + 1 <= available) add(principal.vectors.leftCols(l + 1), tighter);
    for (int i = 0; i < 4; ++i) add(random_plane(d, l, random), i % 2 ? tighter : options.beta_max);
  }
  return result;
}

}  // namespace scpp
