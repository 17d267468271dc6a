#pragma once
// The words of an ARFF line.
#include <string>
#include <string_view>
#include <vector>

namespace scpp {

/// What is wrong with a line; the caller knows the path and the line.
struct ArffFault {
  std::string reason;
};

struct ArffCell {
  std::string text;
  bool quoted = false;
};

/// Takes one word off the front of `line`: quoted ('..' or ".." with backslash escapes) or up to a blank or
/// one of `stops`. Throws ArffFault when a quote is not closed.
ArffCell take_arff_word(std::string_view& line, std::string_view stops);

struct ArffAttribute {
  std::string name;
  bool numeric = false;
  std::string absent;  ///< what a sparse row means by leaving it out
};

/// The attribute declared by the rest of a line after "@attribute"; throws ArffFault.
ArffAttribute parse_arff_attribute(std::string_view declaration);

/// "@data" in any case and the like.
bool starts_with_word(std::string_view line, std::string_view lower_case_word);

}  // namespace scpp
