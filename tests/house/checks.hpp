#pragma once
// The rules of the house as functions over a checkout: each gives one sentence for every place that breaks
// it. The rules stand in HACKING.md; house_test runs them on this checkout, planted_test on small ones with a
// fault in them.
#include <filesystem>
#include <string>
#include <vector>

namespace scpp::house {

using Faults = std::vector<std::string>;
using Path = std::filesystem::path;

/// Rooms of src/ include only rooms to their left; io and report neither each other nor apps; the product
/// never research or tests.
Faults arrows_pointing_back(const Path& root);

/// apps and python/bindings include include/scpp, their own files and other people's headers, nothing else.
Faults front_ends_past_the_face(const Path& root);

/// include/scpp includes itself and the standard library.
Faults internals_in_the_face(const Path& root);

Faults includes_of_nothing(const Path& root);

/// Two definitions of one name: the linker takes the members of either for both, and says nothing.
Faults types_defined_twice(const Path& root);

/// A header of src, io or report that one file includes belongs into that file.
Faults headers_with_one_reader(const Path& root);

Faults files_longer_than(const Path& root, int most_lines);
Faults functions_longer_than(const Path& root, int most_lines);

/// What clang-format would change.
Faults unformatted(const Path& root);
bool has_clang_format();

/// The three libraries as a whole: src, io and report.
struct Size {
  int files = 0, median_lines = 0, static_casts = 0;
};
Size size_of_libraries(const Path& root);

/// How many files a walk over the whole house sees: a check that sees none says nothing.
int files_seen(const Path& root);

}  // namespace scpp::house
