#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rivals/rivals.hpp"
#include "scpp/errors.hpp"
#include "scpp/scores.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

class EveryRival : public testing::TestWithParam<std::string> {
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

TEST_P(EveryRival, FindsClearClusters) {
  const auto found = run_rival(GetParam(), build::view(made_.rows), options());
  EXPECT_EQ(score(found.labels, made_.truth).accuracy, 1);
  EXPECT_FALSE(found.choice.empty());
}

TEST_P(EveryRival, GivesTheSameForAnyNumberOfThreadsAndTwice) {
  FitOptions one = options(), two = options();
  one.threads = 1;
  two.threads = 2;
  const auto a = run_rival(GetParam(), build::view(made_.rows), one);
  const auto b = run_rival(GetParam(), build::view(made_.rows), two);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.trace, b.trace);
  EXPECT_EQ(a.choice, b.choice);
}

TEST_P(EveryRival, UnitsOfColumnsDoNotMatter) {
  RowMatrix scaled = made_.rows;
  for (Index j = 0; j < scaled.cols(); ++j) scaled.col(j) *= std::ldexp(1.0, static_cast<int>(3 * j));
  EXPECT_EQ(run_rival(GetParam(), build::view(made_.rows), options()).labels,
            run_rival(GetParam(), build::view(scaled), options()).labels);
}

TEST_P(EveryRival, OneClusterIsAllRows) {
  const auto found = run_rival(GetParam(), build::view(made_.rows), options(1));
  EXPECT_EQ(std::ranges::count(found.labels, 0), 90);
}

TEST_P(EveryRival, ReportsAndCanBeCancelled) {
  int calls = 0;
  run_rival(GetParam(), build::view(made_.rows), options(), [&](const std::string& stage) {
    EXPECT_FALSE(stage.empty());
    return ++calls > 0;
  });
  EXPECT_GT(calls, 0);
  EXPECT_THROW(
      run_rival(GetParam(), build::view(made_.rows), options(), [](const std::string&) { return false; }),
      Cancelled);
}

TEST_P(EveryRival, RefusesMoreClustersThanRows) {
  EXPECT_THROW(run_rival(GetParam(), build::view(made_.rows), options(91)), InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(Names, EveryRival, testing::Values("kmeans", "sc", "sc-pc", "sc-ic", "drsc", "isvr"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Rivals, NamesAreUniqueAndKnown) {
  std::set<std::string> names;
  for (const Rival& rival : rivals()) {
    EXPECT_TRUE(names.insert(rival.name).second);
    EXPECT_TRUE(is_rival(rival.name));
    EXPECT_FALSE(rival.sentence.empty());
  }
  EXPECT_FALSE(is_rival("scpp"));
  const auto made = build::blobs(10, 2, 2, 5, 2);
  EXPECT_THROW(run_rival("nothing", build::view(made.rows), {}), InvalidArgument);
}

}  // namespace
}  // namespace scpp
