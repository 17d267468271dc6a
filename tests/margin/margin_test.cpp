// How clearly a row falls on its side: the definition on two points, and laws on any tree.
#include "scpp/margin.hpp"

#include <gtest/gtest.h>

#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

Model blob_model(const build::Blobs& data, int clusters) {
  FitOptions options;
  options.clusters = clusters;
  options.split.microclusters = 40;
  return fit(build::view(data.rows), options).model;
}

TEST(Margin, OnTheLineBetweenTwoPointsItIsTheDistanceFromTheMiddle) {
  const std::vector<double> points = {0, 1, 4, -2};  // (0, 1) and (4, -2), each its own microcluster
  FitOptions options;
  options.split.balance = 0;
  const Model model = fit(TableView::row_major(points.data(), 2, 2), options).model;
  std::vector<double> between;
  const std::vector<double> shares = {0, 0.125, 0.25, 0.5, 0.75, 1};
  for (const double t : shares) between.insert(between.end(), {4 * t, 1 - 3 * t});
  const std::vector<double> found = margins(model, TableView::row_major(between.data(), shares.size(), 2));
  for (std::size_t i = 0; i < shares.size(); ++i)
    EXPECT_NEAR(found[i], std::abs(1 - 2 * shares[i]), tolerance::rounding) << shares[i];
}

TEST(Margin, LiesBetweenZeroAndOne) {
  const build::Blobs data = build::blobs(300, 5, 4, 2.0, 1);
  for (const double margin : margins(blob_model(data, 4), build::view(data.rows))) {
    EXPECT_GE(margin, 0);
    EXPECT_LE(margin, 1);
  }
}

TEST(Margin, IsOneWithoutASplit) {
  const build::Blobs data = build::blobs(50, 3, 2, 4.0, 2);
  for (const double margin : margins(blob_model(data, 1), build::view(data.rows))) EXPECT_EQ(margin, 1);
}

TEST(Margin, FurtherSplitsNeverRaiseIt) {
  const build::Blobs data = build::blobs(300, 5, 5, 2.0, 3);
  const Model model = blob_model(data, 5);
  ASSERT_EQ(model.tree.clusters(), 5u);
  const std::vector<double> fine = margins(model, build::view(data.rows));
  for (int clusters = 1; clusters < 5; ++clusters) {
    const std::vector<double> coarse = margins(cut(model, clusters), build::view(data.rows));
    for (std::size_t i = 0; i < fine.size(); ++i) EXPECT_LE(fine[i], coarse[i]);
  }
}

TEST(Margin, ASideWithoutMicroclustersIsInfinitelyFar) {
  const build::Blobs data = build::blobs(100, 3, 2, 4.0, 4);
  Model model = blob_model(data, 2);
  auto& side = model.tree.nodes[0].split->side;
  side.assign(side.size(), 1);
  for (const double margin : margins(model, build::view(data.rows))) EXPECT_EQ(margin, 1);
}

TEST(Margin, RefusesAnotherNumberOfColumns) {
  const build::Blobs data = build::blobs(100, 3, 2, 4.0, 5);
  const std::vector<double> row = {1, 2};
  EXPECT_THROW(margins(blob_model(data, 2), TableView::row_major(row.data(), 1, 2)), InvalidArgument);
}

}  // namespace
}  // namespace scpp
