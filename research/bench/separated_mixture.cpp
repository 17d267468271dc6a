#include "separated_mixture.hpp"

#include <cmath>

#include "base/random.hpp"

namespace scpp {
namespace {

struct Cluster {
  double weight = 1;
  Vector centre;
  ColMatrix mix;  ///< a row is centre + mix * normal
};

Vector normals(Index size, Random& random) {
  Vector result(size);
  for (double& x : result) x = random.normal();
  return result;
}

Cluster shape(Index size, Random& random) {
  Cluster cluster{0.5 + random.uniform(), Vector::Zero(size),
                  ColMatrix::Identity(size, size) * std::sqrt(0.5)};
  for (double& x : cluster.mix.reshaped()) x += std::sqrt(0.5 / static_cast<double>(size)) * random.normal();
  return cluster;
}

/// The mean of two clusters' standard deviations along a direction of length 1.
double deviation_along(const Vector& direction, const Cluster& a, const Cluster& b) {
  return ((a.mix.transpose() * direction).norm() + (b.mix.transpose() * direction).norm()) / 2;
}

double separation_of(const Cluster& a, const Cluster& b) {
  const Vector joined = b.centre - a.centre;
  return joined.norm() / deviation_along(joined.normalized(), a, b);
}

/// Beside some cluster that is there, in some direction, and not too near to any other.
void place(Cluster& next, const std::vector<Cluster>& there, double separation, Random& random) {
  const auto crowded = [&] {
    for (const Cluster& other : there)
      if (separation_of(other, next) < separation * (1 - 1e-9)) return true;
    return false;
  };
  do {
    const Cluster& beside = there[random.word() % there.size()];
    const Vector direction = normals(next.centre.size(), random).normalized();
    next.centre = beside.centre + separation * deviation_along(direction, beside, next) * direction;
  } while (crowded());
}

std::size_t pick(const std::vector<Cluster>& clusters, Random& random) {
  double total = 0;
  for (const Cluster& cluster : clusters) total += cluster.weight;
  double at = random.uniform() * total;
  std::size_t k = 0;
  while (k + 1 < clusters.size() && at >= clusters[k].weight) at -= clusters[k++].weight;
  return k;
}

}  // namespace

Mixture separated_mixture(const MixtureOptions& options) {
  const Index informative = options.columns - options.noise_columns;
  Random random(options.seed, static_cast<std::uint64_t>(1000 * options.clusters + options.columns));
  std::vector<Cluster> clusters;
  for (Index k = 0; k < options.clusters; ++k) {
    Cluster next = shape(informative, random);
    if (k > 0) place(next, clusters, options.separation, random);
    clusters.push_back(std::move(next));
  }
  Mixture made{RowMatrix(options.rows, options.columns), {}};
  for (Index row = 0; row < options.rows; ++row) {
    const std::size_t k = pick(clusters, random);
    made.classes.push_back(static_cast<std::int32_t>(k));
    made.rows.row(row).head(informative) =
        clusters[k].centre + clusters[k].mix * normals(informative, random);
    made.rows.row(row).tail(options.noise_columns) = normals(options.noise_columns, random);
  }
  return made;
}

}  // namespace scpp
