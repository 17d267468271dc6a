#include <gtest/gtest.h>

#include <set>

#include "support/builders.hpp"
#include "support/partitions.hpp"

namespace scpp {
namespace {

FitOptions three_clusters() {
  FitOptions options;
  options.clusters = 3;
  options.threads = 1;
  return options;
}

TEST(Observer, SeesTheWholeFit) {
  const auto made = build::blobs(120, 4, 3, 2.0, 1);
  std::set<Stage> stages;
  Index evaluations = 0;
  int clusters = 0;
  const Fit watched = fit(build::view(made.rows), three_clusters(), {}, [&](const Progress& progress) {
    stages.insert(progress.stage);
    EXPECT_GE(progress.clusters_found, clusters);
    EXPECT_EQ(progress.clusters_wanted, 3);
    EXPECT_GT(progress.rows, 0);
    clusters = progress.clusters_found;
    evaluations = std::max(evaluations, progress.evaluations);
    return true;
  });
  EXPECT_TRUE(stages.contains(Stage::microclusters));
  EXPECT_TRUE(stages.contains(Stage::pursuit));
  EXPECT_TRUE(stages.contains(Stage::split));
  EXPECT_GT(evaluations, 0u);
  EXPECT_EQ(to_bytes(watched.model), to_bytes(fit(build::view(made.rows), three_clusters()).model))
      << "watching changes nothing";
}

TEST(Observer, CancelsAtAnyCall) {
  const auto made = build::blobs(120, 4, 3, 2.0, 2);
  int calls = 0;
  fit(build::view(made.rows), three_clusters(), {}, [&](const Progress&) { return ++calls > 0; });
  ASSERT_GT(calls, 5);
  for (const int last : {1, 2, calls / 2, calls}) {
    int so_far = 0;
    EXPECT_THROW(
        fit(build::view(made.rows), three_clusters(), {}, [&](const Progress&) { return ++so_far < last; }),
        Cancelled);
    EXPECT_EQ(so_far, last) << "nothing is called after the refusal";
  }
}

}  // namespace
}  // namespace scpp
