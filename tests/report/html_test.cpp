#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/page.hpp"
#include "report/synthetic.hpp"
#include "scpp/errors.hpp"
#include "scpp/report.hpp"

namespace scpp {
namespace {

/// The text between a block's opening tag and its end.
std::string block(const std::string& html, const std::string& id) {
  const std::size_t tag = html.find("id=\"" + id + "\">");
  const std::size_t begin = html.find('>', tag) + 1;
  return html.substr(begin, html.find("</script>", begin) - begin);
}

TEST(Html, HostileNamesStayInsideTheHead) {
  if (!has_report_page()) GTEST_SKIP() << "built without the page: node or web/node_modules was absent";
  auto made = test::make_synthetic({.rows = 90, .columns = 14, .clusters = 14});
  test::make_hostile(made);
  const std::string title = "</script><script>alert(2)</script>";
  const std::string head = block(report_html(made.input(title)), "scpp-head");
  EXPECT_EQ(head.find('<'), std::string::npos);
  const auto parsed = nlohmann::json::parse(head);
  EXPECT_EQ(parsed["title"], title);
  EXPECT_EQ(parsed["columns"][0], made.model.columns[0]);
  EXPECT_EQ(parsed["truth"]["classes"][5], made.class_names[5]);
}

TEST(Html, IsTheSameEveryTime) {
  if (!has_report_page()) GTEST_SKIP() << "built without the page: node or web/node_modules was absent";
  const auto made = test::make_synthetic({.rows = 200, .columns = 5, .clusters = 4});
  EXPECT_EQ(report_html(made.input("blobs")), report_html(made.input("blobs")));
}

TEST(Html, SaysThatAFileCannotBeWritten) {
  if (!has_report_page()) GTEST_SKIP() << "built without the page: node or web/node_modules was absent";
  const auto made = test::make_synthetic({.rows = 20, .columns = 2, .clusters = 2});
  EXPECT_THROW(write_report(made.input("blobs"), "no/such/folder/out.html"), FileError);
}

TEST(Head, NamesArraysOfTheRightLengthAndHasNoInfinity) {
  const auto made = test::make_synthetic({.rows = 120, .columns = 5, .clusters = 3});
  const ReportInput input = made.input("blobs");
  Blob blob;
  const auto head = report_head(input, make_view(input), blob);
  EXPECT_EQ(head["labels"][2], 120);
  EXPECT_TRUE(head["nodes"][0]["split"]["bounds"]["uniform"].is_null());
  for (const auto& node : head["nodes"]) {
    if (!node.contains("split")) continue;
    std::size_t taken = 0;
    for (const auto& count : node["split"]["taken"]) taken += count.get<std::size_t>();
    EXPECT_EQ(node["split"]["points"][0]["steps"][2], taken);
    EXPECT_EQ(node["split"]["start"][1]["steps"][2], taken);
  }
}

TEST(Head, HasTheValuesOfDrawnRowsColumnByColumn) {
  const auto made = test::make_synthetic({.rows = 120, .columns = 5, .clusters = 3});
  const ReportInput input = made.input("blobs");
  const ReportView view = make_view(input);
  Blob blob;
  const auto values = report_head(input, view, blob)["sample"]["values"];
  ASSERT_EQ(values.size(), view.value_columns.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<double> column;
    for (const std::uint32_t row : view.sample.rows)
      column.push_back(made.table()(row, view.value_columns[i]));
    EXPECT_EQ(values[i]["column"], view.value_columns[i]);
    EXPECT_EQ(values[i]["low"], std::ranges::min(column));
    EXPECT_EQ(values[i]["high"], std::ranges::max(column));
    EXPECT_EQ(values[i]["steps"][2], column.size());
  }
}

/// Counts of rows are whole numbers on the page; sums of weights need not be.
TEST(Head, TellsClustersAndClassesInCountsOrInWeights) {
  const auto made = test::make_synthetic({.rows = 120, .columns = 5, .clusters = 3});
  ReportInput input = made.input("blobs");
  const std::vector<double> halves(120, 0.5);
  const auto type_of_confusion = [&] {
    Blob blob;
    return report_head(input, make_view(input), blob)["truth"]["confusion"][0].get<std::string>();
  };
  EXPECT_EQ(type_of_confusion(), "u32");
  input.weights = halves;
  EXPECT_EQ(type_of_confusion(), "f32");
}

TEST(Head, HasTheNamesOfClustersWhereThereAreAny) {
  const auto made = test::make_synthetic({.rows = 120, .columns = 5, .clusters = 3});
  ReportInput input = made.input("blobs");
  Blob blob;
  EXPECT_FALSE(report_head(input, make_view(input), blob).contains("names"));
  const std::vector<std::string> names = {"a </script>", "", "c"};
  input.names = names;
  EXPECT_EQ(report_head(input, make_view(input), blob)["names"], names);
  input.names = std::span(names).first(2);
  EXPECT_THROW(make_view(input), InvalidArgument);
}

}  // namespace
}  // namespace scpp
