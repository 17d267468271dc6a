#include "report/view.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/synthetic.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

TEST(View, PointsAreTheModelsProjection) {
  const auto made = test::make_synthetic({.rows = 300, .columns = 6, .clusters = 4});
  const ReportView view = make_view(made.input("blobs"));
  for (std::size_t node = 0; node < view.planes.size(); ++node) {
    ASSERT_EQ(view.planes[node].has_value(), made.model.tree.nodes[node].split.has_value());
    if (!view.planes[node]) continue;
    const DenseMatrix all = project(made.model, static_cast<int>(node), made.table());
    const auto drawn = view.sample.drawn(static_cast<int>(node));
    for (std::size_t i = 0; i < drawn.size(); ++i)
      for (std::size_t j = 0; j < 2; ++j)  // stored as float: 24 bits of values below 30
        EXPECT_NEAR(view.planes[node]->points[2 * i + j], all(view.sample.rows[drawn[i]], j), 1e-5);
  }
}

TEST(View, LoadingsComeLongestFirst) {
  const auto made = test::make_synthetic({.rows = 100, .columns = 40, .clusters = 3});
  const ReportView view = make_view(made.input("blobs"));
  const PlaneView& plane = *view.planes[0];
  ASSERT_EQ(plane.loading_columns.size(), 40u);
  const auto length = [&](std::size_t i) {
    return std::hypot(plane.loadings[2 * i], plane.loadings[2 * i + 1]);
  };
  for (std::size_t i = 1; i < 40; ++i) EXPECT_LE(length(i), length(i - 1) * (1 + 1e-6f));  // rounded to float
}

TEST(View, ValuesAreThoseOfTheTable) {
  auto made = test::make_synthetic({.rows = 50, .columns = 3, .clusters = 2});
  made.values[3 * 7 + 1] = NAN;
  const ReportView view = make_view(made.input("blobs"));
  ASSERT_EQ(view.value_columns, (std::vector<std::uint32_t>{0, 1, 2}));
  for (std::size_t column = 0; column < 3; ++column)
    for (std::size_t i = 0; i < view.sample.rows.size(); ++i) {
      const float kept = view.values[column * view.sample.rows.size() + i];
      const double value = made.table()(view.sample.rows[i], column);
      EXPECT_TRUE(std::isnan(value) ? std::isnan(kept) : static_cast<double>(kept) == value);
    }
}

TEST(View, WarnsOfConstantColumnsMissingCellsAndMissingClusters) {
  auto made = test::make_synthetic({.rows = 60, .columns = 4, .clusters = 3});
  made.model.transform.scale[2] = 0;
  made.model.missing_rule = "mean of the column";
  made.model.options.clusters = 5;
  const auto warnings = make_view(made.input("blobs")).warnings;
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_NE(warnings[0].find("f3"), std::string::npos);
  EXPECT_NE(warnings[1].find("mean of the column"), std::string::npos);
  EXPECT_NE(warnings[2].find("3 of the 5"), std::string::npos);
}

TEST(View, RefusesWhatDoesNotFitTogether) {
  auto made = test::make_synthetic({.rows = 60, .columns = 4, .clusters = 3});
  made.labels[10] = 3;
  EXPECT_THROW(make_view(made.input("blobs")), InvalidArgument);
  made.labels.pop_back();
  EXPECT_THROW(make_view(made.input("blobs")), InvalidArgument);
}

}  // namespace
}  // namespace scpp
