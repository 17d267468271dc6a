#include "split/start.hpp"

#include <Eigen/QR>
#include <algorithm>

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

}  // namespace

std::vector<ColMatrix> starts(const Principal& principal, const SplitOptions& options, std::uint64_t seed, int node) {
  const Index d = principal.vectors.rows(), l = std::min<Index>(options.pursuit.dimensions, d);
  Random random(seed, static_cast<std::uint64_t>(node));
  std::vector<ColMatrix> planes;
  if (options.start == StartKind::principal)
    planes.push_back(principal.vectors.leftCols(l));
  else
    planes.push_back(random_plane(d, l, random));
  for (int i = 0; i < options.random_starts; ++i) planes.push_back(random_plane(d, l, random));
  return planes;
}

}  // namespace scpp
