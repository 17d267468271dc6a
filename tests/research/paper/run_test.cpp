#include "paper/run.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "base/random.hpp"
#include "paper/scratch_folder.hpp"
#include "scpp/errors.hpp"

namespace scpp::paper {
namespace {

/// Three clouds far apart in four columns, and the class of each row.
std::string write_clouds(const std::string& path) {
  std::ofstream file(path);
  file << "a,b,c,d,class\n";
  for (int row = 0; row < 60; ++row) {
    Random random(1, row);
    for (int column = 0; column < 4; ++column) file << 20 * (row % 3 == column) + random.normal() << ',';
    file << "kind" << row % 3 << '\n';
  }
  return path;
}

class RunOnFile : public testing::TestWithParam<std::string> {
 protected:
  ScratchFolder folder_;
  RunRequest request_{write_clouds(folder_.path() + "/clouds.csv"),
                      GetParam(),
                      3,
                      "class",
                      folder_.path() + "/labels.csv",
                      {}};
};

TEST_P(RunOnFile, FindsClearClustersAndWritesALabelForEachRow) {
  std::ostringstream said;
  run_on_file(request_, said);
  std::istringstream words(said.str().substr(said.str().find("purity ") + 7));
  double purity = 0;
  words >> purity;
  EXPECT_GT(purity, 58.0 / 60) << "iSVR holds its halves in balance, which may cost a row: " << said.str();
  std::ifstream labels(request_.labels);
  std::string line;
  int lines = 0;
  while (std::getline(labels, line)) ++lines;
  EXPECT_EQ(lines, 61) << "a name and 60 labels";
}

TEST_P(RunOnFile, TakesOptionsOfTheLibraryByTheirNames) {
  std::ostringstream said;
  request_.settings = {"standardise=no", "threads=1"};
  EXPECT_NO_THROW(run_on_file(request_, said));
  for (const char* wrong : {"threads", "no-such=1", "threads=many"}) {
    request_.settings = {wrong};
    EXPECT_THROW(run_on_file(request_, said), InvalidArgument) << wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, RunOnFile, testing::ValuesIn(run_methods()), [](const auto& test) {
  std::string name = test.param;
  std::erase(name, '-');
  return name;
});

TEST(RunMethods, AreThePapersSixAndKMeans) {
  EXPECT_THAT(run_methods(),
              testing::UnorderedElementsAre("scpp", "sc", "sc-pc", "sc-ic", "drsc", "isvr", "kmeans"));
}

}  // namespace
}  // namespace scpp::paper
