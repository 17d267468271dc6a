#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rivals/baselines.hpp"
#include "scpp/errors.hpp"
#include "scpp/scores.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

class EveryBaseline : public testing::TestWithParam<std::string> {
 protected:
  /// Two equal clusters: iSVR's balance of 0.3 forbids sides below 35 %, so it cannot part one of three or
  /// four.
  build::Blobs made_ = build::blobs(90, 5, 2, 8, 1);
  FitOptions options(int clusters = 2) const {
    FitOptions chosen;
    chosen.clusters = clusters;
    return chosen;
  }
};

TEST_P(EveryBaseline, FindsClearClusters) {
  const auto found = run_baseline(GetParam(), build::view(made_.rows), options());
  EXPECT_EQ(score(found.labels, made_.truth).accuracy, 1);
  EXPECT_FALSE(found.choice.empty());
}

TEST_P(EveryBaseline, GivesTheSameForAnyNumberOfThreadsAndTwice) {
  FitOptions one = options(), two = options();
  one.threads = 1;
  two.threads = 2;
  const auto a = run_baseline(GetParam(), build::view(made_.rows), one);
  const auto b = run_baseline(GetParam(), build::view(made_.rows), two);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.trace, b.trace);
  EXPECT_EQ(a.choice, b.choice);
}

TEST_P(EveryBaseline, UnitsOfColumnsDoNotMatter) {
  RowMatrix scaled = made_.rows;
  for (Index j = 0; j < scaled.cols(); ++j) scaled.col(j) *= std::ldexp(1.0, static_cast<int>(3 * j));
  EXPECT_EQ(run_baseline(GetParam(), build::view(made_.rows), options()).labels,
            run_baseline(GetParam(), build::view(scaled), options()).labels);
}

TEST_P(EveryBaseline, OneClusterIsAllRows) {
  const auto found = run_baseline(GetParam(), build::view(made_.rows), options(1));
  EXPECT_EQ(std::ranges::count(found.labels, 0), 90);
}

TEST_P(EveryBaseline, ReportsAndCanBeCancelled) {
  int calls = 0;
  run_baseline(GetParam(), build::view(made_.rows), options(), [&](const Progress& progress) {
    EXPECT_FALSE(progress.stage.empty());
    return ++calls > 0;
  });
  EXPECT_GT(calls, 0);
  EXPECT_THROW(
      run_baseline(GetParam(), build::view(made_.rows), options(), [](const Progress&) { return false; }),
      Cancelled);
}

TEST_P(EveryBaseline, RefusesMoreClustersThanRows) {
  EXPECT_THROW(run_baseline(GetParam(), build::view(made_.rows), options(91)), InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(Names, EveryBaseline,
                         testing::Values("kmeans", "sc", "sc-pc", "sc-ic", "drsc", "isvr"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Baselines, NamesAreUniqueAndKnown) {
  std::set<std::string> names;
  for (const Baseline& baseline : baselines()) {
    EXPECT_TRUE(names.insert(baseline.name).second);
    EXPECT_TRUE(is_baseline(baseline.name));
    EXPECT_FALSE(baseline.sentence.empty());
  }
  EXPECT_FALSE(is_baseline("scpp"));
  const auto made = build::blobs(10, 2, 2, 5, 2);
  EXPECT_THROW(run_baseline("nothing", build::view(made.rows), {}), InvalidArgument);
}

}  // namespace
}  // namespace scpp
