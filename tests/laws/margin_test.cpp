// Section 4: as sigma goes to 0 the best one-dimensional projection becomes the normal of the largest margin.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

struct Toy {
  RowMatrix rows;
  Vector normal;  ///< of the largest margin
};

/// Two clouds on both sides of the plane x_1 = 0, then rotated. On each side a simplex of support points lies
/// at distance 1 from the plane with the same footprint, so that no other plane has so large a margin; the
/// other points lie farther away, and crooked: the second cloud leans, so that the difference of the means is
/// not the normal.
Toy two_clouds(Index d, std::uint64_t seed) {
  Random random(seed, 0);
  const Index support = d, others = 40;
  RowMatrix rows(2 * (support + others), d);
  Index at = 0;
  for (const double side : {-1.0, 1.0}) {
    for (Index i = 0; i < support; ++i, ++at) {
      rows.row(at).setConstant(-0.8);
      if (i > 0) rows(at, i) = 0.8 * static_cast<double>(d - 1);
      rows(at, 0) = side;
    }
    for (Index i = 0; i < others; ++i, ++at) {
      const double depth = 0.3 + 1.5 * random.uniform();
      for (Index k = 1; k < d; ++k) rows(at, k) = 0.8 * random.normal() + side * 0.9 * depth;
      rows(at, 0) = side * (1 + depth);
    }
  }
  const ColMatrix rotation = build::random_rotation(d, seed + 1);
  return {rows * rotation, rotation.row(0).transpose()};
}

double degrees_off(const Fit& fit, const Vector& normal) {
  const Split& split = *fit.model.tree.nodes[0].split;
  const Eigen::Map<const Vector> direction(split.projection.values.data(), normal.size());
  return std::acos(std::min(1.0, std::abs(direction.dot(normal)))) * 180 / std::numbers::pi;
}

FitOptions along_a_line(Method method) {
  FitOptions options;
  options.method = method;
  options.data.standardise = false;
  options.split.microclusters = 1000;
  options.split.pursuit.dimensions = 1;
  options.split.pursuit.max_steps = 200;
  options.threads = 1;
  return options;
}

TEST(Margin, ComesWithinOneDegreeOfTheTrueNormal) {
  double farthest_with_large_sigma = 0;
  for (const Index d : {2, 5})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const Toy toy = two_clouds(d, seed);
      const Fit sharp = fit(build::view(toy.rows), along_a_line(Method::margin));
      const Fit blurred = fit(build::view(toy.rows), along_a_line(Method::divisive));
      EXPECT_LT(degrees_off(sharp, toy.normal), 1) << d << " dimensions, seed " << seed;
      EXPECT_LT(sharp.model.tree.nodes[0].split->sigma, blurred.model.tree.nodes[0].split->sigma);
      farthest_with_large_sigma = std::max(farthest_with_large_sigma, degrees_off(blurred, toy.normal));
      RecordProperty("degrees_" + std::to_string(d) + "_" + std::to_string(seed),
                     std::to_string(degrees_off(sharp, toy.normal)) + " against " +
                         std::to_string(degrees_off(blurred, toy.normal)));
    }
  EXPECT_GT(farthest_with_large_sigma, 2) << "otherwise the small sigma shows nothing";
}

}  // namespace
}  // namespace scpp
