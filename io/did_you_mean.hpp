#pragma once
// What a mistyped word probably meant.
#include <string>
#include <string_view>
#include <vector>

namespace scpp {

/// The candidate that is fewest edits away (insert, delete, replace, swap neighbours; case ignored) when that
/// is at most a third of the word, else "". The first candidate wins a tie.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'width'?" to end a sentence with, or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace scpp
