#include "paper/studies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "paper/scratch_folder.hpp"
#include "scpp/errors.hpp"
#include "support/builders.hpp"

namespace scpp::paper {
namespace {

/// Three clear clusters under the name of a data set of the paper.
class StudyOnBlobs : public testing::Test {
 protected:
  StudyOnBlobs() {
    const auto made = build::blobs(120, 4, 2, 8, 1);
    std::string text = "f1,f2,f3,f4,label\n";
    for (Index i = 0; i < made.rows.rows(); ++i) {
      for (Index j = 0; j < 4; ++j) text += std::to_string(made.rows(i, j)) + ",";
      text += made.truth[static_cast<std::size_t>(i)] == 0 ? "one\n" : "two\n";
    }
    folder_.write("breastcancer.csv", text);
    options_.data = folder_.path();
  }
  ScratchFolder folder_;
  StudyOptions options_;
};

TEST_F(StudyOnBlobs, EveryKnownMethodFillsItsCell) {
  for (const std::string& method : known_methods()) {
    const Json cell = table_cell(folder_.path(), "breastcancer", method);
    EXPECT_EQ(cell.at("purity"), 1) << method;
    EXPECT_NEAR(cell.at("nmi").get<double>(), 1, 1e-12) << method;
  }
}

/// Reported: the better of least distortion and local scaling, measure by measure, as the paper does.
TEST_F(StudyOnBlobs, SpectralCellsHoldEveryScale) {
  const Json cell = table_cell(folder_.path(), "breastcancer", "sc");
  ASSERT_EQ(cell.at("candidates").size(), 12U);
  const Json& local = cell.at("candidates").back();
  for (const char* measure : {"purity", "nmi"}) {
    double best = cell.at("least_distortion").at(measure);
    if (local.contains(measure)) best = std::max(best, local.at(measure).get<double>());
    EXPECT_EQ(cell.at(measure).get<double>(), best);
  }
}

TEST_F(StudyOnBlobs, TasksAreThePresentSetsTimesTheMethods) {
  EXPECT_EQ(table_tasks(options_).size(), paper_methods().size() + further_methods().size());
  options_.only = {"yeast"};
  EXPECT_TRUE(table_tasks(options_).empty());
  EXPECT_TRUE(margin_tasks(options_).empty());
}

TEST_F(StudyOnBlobs, AbsentSetsAreNamed) { EXPECT_THROW(load_set(folder_.path(), "yeast"), FileError); }

TEST(Mixtures, ShareParametersAcrossSizes) {
  const Mixture small = draw_mixture(3, 50), large = draw_mixture(3, 80);
  EXPECT_EQ(RowMatrix(large.rows.topRows(50)), small.rows);
  EXPECT_NE(draw_mixture(4, 50).rows, small.rows);
  EXPECT_EQ(small.rows.cols(), mixture_columns);
}

TEST(Mixtures, StudyHasTwoCellsForEachMixture) {
  std::set<std::string> keys;
  for (const CellTask& task : micro_tasks()) keys.insert(task.key);
  EXPECT_EQ(keys.size(), 2U * mixtures);
}

}  // namespace
}  // namespace scpp::paper
