#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "report/page.hpp"
#include "report/synthetic.hpp"
#include "report/view.hpp"
#include "scpp/confidence.hpp"
#include "scpp/fit.hpp"

namespace scpp {
namespace {

/// Three clouds in a row that touch.
class SurenessTest : public testing::Test {
 protected:
  static constexpr Index rows_ = 300, columns_ = 4;

  SurenessTest() {
    for (Index row = 0; row < rows_; ++row) {
      Random random(21, row);
      for (Index column = 0; column < columns_; ++column)
        values_.push_back(random.normal() + (column == 0 ? 3.0 * static_cast<double>(row % 3) : 0));
    }
    FitOptions options;
    options.clusters = 3;
    found_ = fit(table(), options);
  }
  TableView table() const { return TableView::row_major(values_.data(), rows_, columns_); }
  ReportInput input() const {
    return {.model = found_.model,
            .table = table(),
            .labels = found_.labels,
            .title = "touching",
            .truth = {},
            .class_names = {},
            .warnings = {},
            .seconds = {}};
  }

  std::vector<double> values_;
  Fit found_;
};

TEST_F(SurenessTest, DoubtfulRowsAreThoseOfTheModel) {
  const Confidence all = confidence(found_.model, table());
  const Sureness sureness = *make_view(input()).sureness;
  EXPECT_EQ(sureness.judged, rows_);
  EXPECT_EQ(sureness.unsure, std::ranges::count_if(all.probability, [](double p) { return p < sure_from; }));
  EXPECT_EQ(sureness.far, std::ranges::count_if(all.outlier, [](double x) { return x >= far_from; }));
  ASSERT_GT(sureness.unsure, 3) << "the clouds touch";
  double before = 0;
  for (Index i = 0; i < sureness.unsure; ++i) {
    const DoubtfulRow& doubtful = sureness.doubtful[i];
    EXPECT_EQ(doubtful.probability, all.probability[doubtful.row]);
    EXPECT_EQ(doubtful.other, all.other[doubtful.row]);
    EXPECT_GE(doubtful.probability, before) << "the least sure come first";
    before = doubtful.probability;
  }
}

TEST_F(SurenessTest, ARowFarFromAllOthersIsToldFar) {
  const Index before = make_view(input()).sureness->far;
  for (Index column = 0; column < columns_; ++column) values_[column] = 1e4;
  found_.labels = assign(found_.model, table());
  const Sureness sureness = *make_view(input()).sureness;
  EXPECT_GE(sureness.far, std::max<Index>(before, 1));
  EXPECT_TRUE(std::ranges::any_of(sureness.doubtful, [](const DoubtfulRow& row) { return row.row == 0; }));
}

TEST_F(SurenessTest, DrawnRowsHaveTheirProbability) {
  const Confidence all = confidence(found_.model, table());
  const ReportView view = make_view(input());
  ASSERT_EQ(view.sureness->probability.size(), view.sample.rows.size());
  for (std::size_t i = 0; i < view.sample.rows.size(); ++i)
    EXPECT_EQ(view.sureness->probability[i], all.probability[view.sample.rows[i]]);
}

TEST_F(SurenessTest, AMissingCellIsItsColumnsMean) {
  values_[5 * columns_ + 1] = NAN;
  const ReportView missing = make_view(input());
  values_[5 * columns_ + 1] = found_.model.transform.mean[1];
  const ReportView filled = make_view(input());
  EXPECT_EQ(missing.sureness->probability, filled.sureness->probability);
}

TEST_F(SurenessTest, TheHeadSaysTheVerdictOfTheLibrary) {
  const Verdict told = verdict(found_.model);
  Blob blob;
  const auto head = report_head(input(), make_view(input()), blob);
  EXPECT_EQ(head["verdict"], told.sentence);
  const std::vector<int> leaves = found_.model.tree.leaves();
  for (std::size_t label = 0; label < leaves.size(); ++label) {
    const auto& clarity = head["nodes"][leaves[label]]["clarity"];
    EXPECT_EQ(clarity["value"], told.clusters[label].clarity);
    EXPECT_EQ(clarity["word"], word(clarity_of(told.clusters[label].clarity)));
    EXPECT_EQ(clarity["nearest"], *told.clusters[label].nearest);
  }
  for (std::size_t node = 0; node < told.splits.size(); ++node) {
    if (!told.splits[node]) continue;
    const auto& clarity = head["nodes"][node]["split"]["clarity"];
    EXPECT_EQ(clarity["value"], *told.splits[node]);
    EXPECT_EQ(clarity["word"], word(clarity_of(*told.splits[node])));
  }
}

TEST_F(SurenessTest, ACutHasTheVerdictOfTheModelThatIsCut) {
  const std::vector<CutVerdict> cuts = make_view(input()).sureness->cuts;
  ASSERT_EQ(cuts.size(), 1u) << "three clusters can be cut to two";
  const Model two = cut(found_.model, 2);
  const Verdict told = verdict(two);
  EXPECT_EQ(cuts[0].sentence, told.sentence);
  EXPECT_EQ(cuts[0].clusters[1].clarity, told.clusters[1].clarity);
  EXPECT_EQ(cuts[0].splits, (std::vector<double>{*told.splits[0]}));
}

TEST(Sureness, LimitsOfTheWordsAreWhereTheyChange) {
  EXPECT_EQ(clarity_of(clear_from), Clarity::clear);
  EXPECT_EQ(clarity_of(doubtful_below), Clarity::weak);
  EXPECT_NE(clarity_of(clear_from - 0.01), Clarity::clear);
  EXPECT_EQ(clarity_of(doubtful_below - 0.01), Clarity::doubtful);
}

TEST(Sureness, IsNotKnownWithoutReferenceRows) {
  const auto made = test::make_synthetic({.rows = 60, .columns = 4, .clusters = 3});
  const ReportInput input = made.input("blobs");
  EXPECT_FALSE(make_view(input).sureness.has_value());
  Blob blob;
  EXPECT_FALSE(report_head(input, make_view(input), blob).contains("verdict"));
}

}  // namespace
}  // namespace scpp
