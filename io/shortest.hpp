#pragma once
// Numbers as text that reads back to the same bits.
#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace scpp {

/// Appends the shortest text that reads back to the same double.
inline void append_shortest(std::string& text, double value) {
  std::array<char, 32> digits;  // the longest is 24: sign, 17 digits, point, e-308
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), written.ptr);
}

}  // namespace scpp
