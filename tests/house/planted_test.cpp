// Every rule of the house notices a fault that is planted into a small house which keeps all of them.
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "house/checks.hpp"

namespace scpp::house {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PlantedHouse : public testing::Test {
 protected:
  PlantedHouse() {
    std::string name = (std::filesystem::temp_directory_path() / "scpp-house-XXXXXX").string();
    root_ = mkdtemp(name.data());
    write("include/scpp/face.hpp", "#pragma once\n#include <vector>\n");
    write("include/scpp/version.hpp.in", "");
    write("src/base/types.hpp", "#pragma once\nnamespace scpp {\n\nstruct Row {};\n\n}  // namespace scpp\n");
    write("src/base/types.cpp", "#include \"base/types.hpp\"\n");
    write("src/data/moments.cpp", "#include \"base/types.hpp\"\n#include \"scpp/face.hpp\"\n");
    write("io/csv.cpp", "#include \"base/types.hpp\"\n#include \"scpp/version.hpp\"\n");
    write("report/page.cpp", "#include \"base/types.hpp\"\n");
    write("apps/main.cpp", "#include <Eigen/Core>\n\n#include \"scpp/face.hpp\"\n");
    write("python/bindings/module.cpp", "#include \"scpp/face.hpp\"\n");
    write("r/src/fit.cpp", "#include \"scpp/face.hpp\"\n");
    write("research/rivals/kmeans.hpp", "#pragma once\n#include \"base/types.hpp\"\n");
    write(".clang-format", "BasedOnStyle: Google\n");
  }
  ~PlantedHouse() override { std::filesystem::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

  Path root_;
};

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line;
  return text;
}

TEST_F(PlantedHouse, IsCleanWithoutAFault) {
  EXPECT_THAT(arrows_pointing_back(root_), IsEmpty());
  EXPECT_THAT(front_ends_past_the_face(root_), IsEmpty());
  EXPECT_THAT(internals_in_the_face(root_), IsEmpty());
  EXPECT_THAT(includes_of_nothing(root_), IsEmpty());
  EXPECT_THAT(types_defined_twice(root_), IsEmpty());
  EXPECT_THAT(headers_with_one_reader(root_), IsEmpty());
  EXPECT_THAT(files_longer_than(root_, 400), IsEmpty());
  EXPECT_THAT(functions_longer_than(root_, 60), IsEmpty());
  if (has_clang_format()) {
    EXPECT_THAT(unformatted(root_), IsEmpty());
  }
  EXPECT_EQ(files_seen(root_), 10);
}

TEST_F(PlantedHouse, ArrowsThatPointBackAreSeen) {
  const std::vector<std::pair<std::string, std::string>> arrows = {
      {"src/base/back.cpp", "data/moments.cpp"},        // a room to the right
      {"src/spectral/back.cpp", "optim/minimise.hpp"},  // optim is for split alone
      {"src/data/back.cpp", "io/csv.cpp"},              // the core knows no files
      {"io/back.cpp", "report/page.cpp"},               // neighbours
      {"report/back.cpp", "io/csv.cpp"},
      {"report/back.cpp", "../apps/main.cpp"},
      {"src/fit/back.cpp", "rivals/kmeans.hpp"},  // the laboratory
      {"apps/back.cpp", "rivals/kmeans.hpp"},
      {"include/scpp/back.hpp", "base/types.hpp"}};
  write("src/optim/minimise.hpp", "");
  for (const auto& [from, to] : arrows) {
    write(from, "#include \"" + to + "\"\n");
    EXPECT_THAT(arrows_pointing_back(root_), ElementsAre(HasSubstr(from + " includes " + to)));
    std::filesystem::remove(root_ / from);
  }
  write("src/attic/box.cpp", "");
  EXPECT_THAT(arrows_pointing_back(root_), ElementsAre(HasSubstr("src/attic/box.cpp")));
}

TEST_F(PlantedHouse, AFrontEndThatIncludesAPrivateHeaderIsSeen) {
  write("apps/fit.cpp", "#include \"base/types.hpp\"\n");
  write("python/bindings/fit.cpp", "#include \"../../io/csv.cpp\"\n");
  write("r/src/model.cpp", "#include \"base/types.hpp\"\n");
  EXPECT_THAT(front_ends_past_the_face(root_),
              ElementsAre(HasSubstr("apps/fit.cpp"), HasSubstr("python/bindings/fit.cpp"),
                          HasSubstr("r/src/model.cpp")));
}

TEST_F(PlantedHouse, InternalsInTheFaceAreSeen) {
  write("include/scpp/bad.hpp", "#include <Eigen/Core>\n");
  EXPECT_THAT(internals_in_the_face(root_), ElementsAre(HasSubstr("Eigen/Core")));
}

TEST_F(PlantedHouse, AnIncludeOfNothingIsSeen) {
  write("src/data/lost.cpp", "#include \"base/gone.hpp\"\n");
  EXPECT_THAT(includes_of_nothing(root_), ElementsAre(HasSubstr("base/gone.hpp")));
}

TEST_F(PlantedHouse, ASecondDefinitionIsSeen) {
  write("apps/row.cpp", "namespace scpp {\nclass Row {};\n}  // namespace scpp\n");
  write("apps/own.cpp",
        "namespace scpp {\nnamespace {\nclass Row {};\n}  // namespace\n}  // namespace scpp\n");
  EXPECT_THAT(types_defined_twice(root_), ElementsAre(HasSubstr("scpp::Row")));
}

TEST_F(PlantedHouse, AHeaderWithOneReaderIsSeen) {
  write("src/data/once.hpp", "#pragma once\n");
  write("src/data/once.cpp", "#include \"data/once.hpp\"\n");
  write("io/never.hpp", "#pragma once\n");
  EXPECT_THAT(headers_with_one_reader(root_), ElementsAre(HasSubstr("io/never.hpp is read by nobody"),
                                                          HasSubstr("src/data/once.hpp is read by")));
  write("tests/data/once_test.cpp", "#include \"data/once.hpp\"\n#include \"io/never.hpp\"\n");
  EXPECT_THAT(headers_with_one_reader(root_),
              ElementsAre(HasSubstr("io/never.hpp is read by tests/data/once_test.cpp")));
}

TEST_F(PlantedHouse, LongFilesAreSeen) {
  write("src/base/long.cpp", repeated("//\n", 401));
  EXPECT_THAT(files_longer_than(root_, 400), ElementsAre(HasSubstr("src/base/long.cpp has 401 lines")));
}

TEST_F(PlantedHouse, LongFunctionsAreSeenAndNothingElseIsTakenForOne) {
  const std::string body = repeated("  step();  // } is no end here\n", 59);
  write("src/base/long.cpp", "namespace scpp {\n\nvoid f() {\n" + body + "}\n\n}  // namespace scpp\n");
  EXPECT_THAT(functions_longer_than(root_, 60),
              ElementsAre(HasSubstr("src/base/long.cpp:3 has 61 lines in void f()")));
  write("src/base/long.cpp",
        "template <class T>\nstruct S {\n  S() : a_{0} {\n" + body + "    \"{\";\n  }\n  int a_;\n};\n");
  EXPECT_THAT(functions_longer_than(root_, 60), ElementsAre(HasSubstr("has 62 lines")));
  write("src/base/long.cpp", "struct S {\n" + repeated("  int f() { return '{' + 1'000; }\n", 70) +
                                 "};\nconst int a[] = {\n" + repeated("  1,\n", 70) + "};\n");
  EXPECT_THAT(functions_longer_than(root_, 60), IsEmpty());
}

TEST_F(PlantedHouse, UnformattedFilesAreSeen) {
  if (!has_clang_format()) GTEST_SKIP() << "clang-format is not installed (scripts/setup installs it)";
  write("src/base/bad.cpp", "int   f( ){return 1 ;}\n");
  EXPECT_THAT(unformatted(root_), ElementsAre(HasSubstr("src/base/bad.cpp")));
}

TEST_F(PlantedHouse, SizesAreCounted) {
  write("io/casts.cpp", "static_cast<int>(static_cast<long>(x));\n" + repeated("//\n", 99));
  write("report/long.cpp", repeated("//\n", 200));
  const Size size = size_of_libraries(root_);
  EXPECT_EQ(size.files, 7);
  EXPECT_EQ(size.static_casts, 2);
  EXPECT_EQ(size.median_lines, 2) << "of 1, 1, 2, 2, 6, 100 and 200";
}

}  // namespace
}  // namespace scpp::house
