#include "rivals/spectral_clustering.hpp"

#include <gtest/gtest.h>

#include "rivals/quiet.hpp"
#include "rivals/row_kmeans.hpp"
#include "rivals/shapes.hpp"
#include "scpp/errors.hpp"
#include "scpp/scores.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

double accuracy_of(const SpectralCandidate& candidate, const std::vector<std::int32_t>& truth) {
  return score(candidate.labels, truth).accuracy;
}

TEST(SpectralClustering, SeparatesTwoMoonsThatKMeansCuts) {
  const auto moons = shapes::two_moons(150, 0.05, 1);
  const auto candidates = spectral_candidates(moons.rows, 2, quiet);
  EXPECT_EQ(accuracy_of(least_distortion(candidates), moons.truth), 1);
  EXPECT_LT(score(cluster_rows(moons.rows, 2).labels, moons.truth).accuracy, 0.95);
}

TEST(SpectralClustering, SeparatesRings) {
  const auto rings = shapes::rings(150, 3, 0.05, 2);
  const auto candidates = spectral_candidates(rings.rows, 3, quiet);
  EXPECT_EQ(accuracy_of(least_distortion(candidates), rings.truth), 1);
  EXPECT_LT(score(cluster_rows(rings.rows, 3).labels, rings.truth).accuracy, 0.8);
}

/// A tight and a wide cloud: no single sigma suits both, each point's own scale does (Zelnik-Manor and
/// Perona's point).
TEST(SpectralClustering, LocalScalingMeetsCloudsOfDifferentSize) {
  RowMatrix rows = build::normal_matrix(200, 2, 3);
  std::vector<std::int32_t> truth;
  for (Index i = 0; i < rows.rows(); ++i) {
    truth.push_back(static_cast<std::int32_t>(i % 2));
    if (i % 2 == 0) rows.row(i) = rows.row(i) * 0.02 + Eigen::RowVector2d(4.5, 0);
  }
  const auto candidates = spectral_candidates(rows, 2, quiet);
  ASSERT_TRUE(candidates.back().usable()) << candidates.back().trouble;
  EXPECT_GE(accuracy_of(candidates.back(), truth), 0.99);
}

TEST(SpectralClustering, TriesEverySigmaAndLocalScalingInOrder) {
  const auto made = build::blobs(60, 3, 2, 5, 4);
  const auto candidates = spectral_candidates(made.rows, 2, quiet);
  ASSERT_EQ(candidates.size(), std::size(sigmas_tried) + 1);
  EXPECT_EQ(candidates.front().scale, "sigma = 0.1");
  EXPECT_EQ(candidates.back().scale, "local scaling");
}

TEST(SpectralClustering, LeastDistortionIsLeastAmongUsableSigmas) {
  std::vector<SpectralCandidate> candidates(4);
  candidates[0] = {"a", {0}, 0.1, "does not count"};
  candidates[1] = {"b", {0}, 3, ""};
  candidates[2] = {"c", {0}, 2, ""};
  candidates[3] = {"local scaling", {0}, 1, ""};
  EXPECT_EQ(least_distortion(candidates).scale, "c");
  candidates[1].trouble = candidates[2].trouble = "none";
  EXPECT_EQ(least_distortion(candidates).scale, "local scaling");
  candidates[3].trouble = "none";
  EXPECT_THROW(least_distortion(candidates), InvalidArgument);
}

/// Pairs of coincident rows, far apart: far more than K parts, so the K leading eigenvectors are arbitrary.
TEST(SpectralClustering, GraphOfManyPartsIsNamedAsTrouble) {
  RowMatrix rows(40, 1);
  for (Index i = 0; i < 40; ++i) rows(i, 0) = 1000.0 * static_cast<double>(i / 2);
  const SquaredDistances distances(rows);
  SimilarityGraph graph(distances);
  graph.set_sigma(1);
  EXPECT_FALSE(cluster_graph(graph, 3, "sigma = 1").usable());
}

}  // namespace
}  // namespace scpp
