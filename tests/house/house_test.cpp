// The rules of the house on this checkout (HACKING.md tells them, checks.hpp defines them).
#include <gmock/gmock.h>

#include "house/checks.hpp"

namespace scpp::house {
namespace {

using testing::IsEmpty;

const Path source = SCPP_SOURCE;

TEST(House, IsSeen) { EXPECT_GT(files_seen(source), 200); }

TEST(House, ArrowsPointForward) { EXPECT_THAT(arrows_pointing_back(source), IsEmpty()); }

TEST(House, FrontEndsUseThePublicFaceAlone) { EXPECT_THAT(front_ends_past_the_face(source), IsEmpty()); }

TEST(House, ThePublicFaceShowsNoInternals) { EXPECT_THAT(internals_in_the_face(source), IsEmpty()); }

TEST(House, EveryOwnIncludeExists) { EXPECT_THAT(includes_of_nothing(source), IsEmpty()); }

TEST(House, ATypeIsDefinedOnce) { EXPECT_THAT(types_defined_twice(source), IsEmpty()); }

TEST(House, AHeaderHasTwoReaders) { EXPECT_THAT(headers_with_one_reader(source), IsEmpty()); }

TEST(House, FilesAreOfReadableSize) { EXPECT_THAT(files_longer_than(source, 400), IsEmpty()); }

TEST(House, FunctionsAreOfReadableSize) { EXPECT_THAT(functions_longer_than(source, 60), IsEmpty()); }

TEST(House, IsFormatted) {
  if (!has_clang_format()) GTEST_SKIP() << "clang-format is not installed (scripts/setup installs it)";
  EXPECT_THAT(unformatted(source), IsEmpty());
}

TEST(House, RoomsHaveFewWholeFiles) {
  const Size size = size_of_libraries(source);
  EXPECT_LE(size.files, 190);
  EXPECT_GE(size.median_lines, 80);
  EXPECT_LE(size.static_casts, 200) << "one signed index needs few casts";
}

}  // namespace
}  // namespace scpp::house
