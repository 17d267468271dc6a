#pragma once
// Similarity graphs with eigenvalues of every size, and the dense answer to compare with.
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/decompositions.hpp"
#include "spectral/laplacian.hpp"
#include "support/builders.hpp"

namespace scpp::build {

struct GraphSpec {
  Index count = 20, dimensions = 2;
  int clusters = 2;
  double separation =
      3;  ///< of the cluster centres, in units of sigma; a gap of 7.4 makes similarities of 1e-12
  KernelKind kernel = KernelKind::gaussian;
  Laplacian laplacian = Laplacian::normalised;
  bool unequal_weights = false;
  std::uint64_t seed = 0;
};

/// Clusters of points at the corners 0, e_1, 2 e_1, ... of a line, `separation` apart and a little displaced.
inline RowMatrix clustered_points(const GraphSpec& spec) {
  RowMatrix points = 0.4 * normal_matrix(spec.dimensions, spec.count, spec.seed + 1);
  Random random(spec.seed, 77);
  std::vector<double> places;
  for (int i = 0; i < spec.clusters; ++i) places.push_back(spec.separation * (i + 0.2 * random.uniform()));
  for (Index j = 0; j < spec.count; ++j) points(0, j) += places[static_cast<std::size_t>(j % spec.clusters)];
  return points;
}

struct Graph {
  Affinity affinity;
  GraphLaplacian laplacian;

  explicit Graph(const GraphSpec& spec)
      : Graph(spec, clustered_points(spec),
              spec.unequal_weights ? random_counts(spec.count, 20, spec.seed + 2)
                                   : Vector(Vector::Ones(spec.count))) {}
  Graph(const GraphSpec& spec, const RowMatrix& points, const Vector& weights)
      : affinity(weighed(spec.kernel, points, weights)), laplacian(affinity, spec.laplacian) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

 private:
  static Affinity weighed(KernelKind kernel, const RowMatrix& points, const Vector& weights) {
    Affinity made(kernel, 1.0, weights, points.rows());
    made.set_points(points);
    return made;
  }
};

/// All eigenpairs by Eigen, of the very matrix that the library works with.
struct DenseAnswer {
  ColMatrix matrix;
  Vector values;
  ColMatrix vectors;
  double norm;  ///< the unit of rounding: |L|, or R D R where that is larger and most of it cancels in R (D -
                ///< A) R

  explicit DenseAnswer(const GraphLaplacian& laplacian) : matrix(laplacian.dense()) {
    EigenPairs pairs = symmetric_eigenpairs(matrix);
    values = std::move(pairs.values);
    vectors = std::move(pairs.vectors);
    const Vector r = laplacian.scaled(Vector::Ones(laplacian.stride()));
    norm =
        std::max(values.cwiseAbs().maxCoeff(),
                 laplacian.factor() * (r.cwiseAbs2().cwiseProduct(laplacian.graph().degrees())).maxCoeff());
  }
  /// Distance of eigenvalue i (from 0) to its neighbours.
  double gap(Index i) const {
    const double below = i > 0 ? values[i] - values[i - 1] : std::numeric_limits<double>::infinity();
    const double above =
        i + 1 < values.size() ? values[i + 1] - values[i] : std::numeric_limits<double>::infinity();
    return std::min(below, above);
  }
};

}  // namespace scpp::build
