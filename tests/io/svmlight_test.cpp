#include "io_support.hpp"

namespace scpp {
namespace {

using Names = std::vector<std::string>;

TEST(Svmlight, LabelsAreTextAndAbsentFeaturesZero) {
  const TemporaryFolder folder;
  const Table table =
      read_table(folder.write("t.svm", "# heading\n+1 1:0.5 3:-2 # note\n\n-1 qid:7 2:1e3\r\ncat\n"));
  EXPECT_EQ(table.text[0].name, "label");
  EXPECT_EQ(table.text[0].cells, (Names{"+1", "-1", "cat"}));
  EXPECT_EQ(table.names, (Names{"f1", "f2", "f3"}));
  EXPECT_EQ(rows_of(table), (Rows{{0.5, 0, -2}, {0, 1000, 0}, {0, 0, 0}}));
}

TEST(Svmlight, AFeatureCanBeTakenAsText) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.libsvm", "a 1:5 2:6\n");
  ReadOptions options;
  for (const std::string wanted : {"f1", "2"}) {  // column 1 is the label
    options.text_columns = {"label", wanted};
    const Table table = read_table(path, options);
    EXPECT_EQ(rows_of(table), (Rows{{6}}));
    ASSERT_EQ(table.text.size(), 2u);
    EXPECT_EQ(table.text[1].cells, (Names{"5"}));
  }
}

}  // namespace
}  // namespace scpp
