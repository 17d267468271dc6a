#pragma once
// What our sources use of C++20 and the standard library of Debian's emscripten (libc++ 13) lacks. Included
// by force before every source of the browser's build, and by nothing else.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "fast_float/fast_float.h"

namespace std {
namespace ranges {

template <class Range, class Value, class Projection = identity>
auto find(Range&& range, const Value& value, Projection of = {}) {
  return std::find_if(begin(range), end(range),
                      [&](auto&& element) { return std::invoke(of, element) == value; });
}
template <class Range, class Test>
auto find_if(Range&& range, Test test) {
  return std::find_if(begin(range), end(range), test);
}
template <class Range, class Test>
bool any_of(Range&& range, Test test) {
  return std::any_of(begin(range), end(range), test);
}
template <class Range, class Test>
bool all_of(Range&& range, Test test) {
  return std::all_of(begin(range), end(range), test);
}
template <class Range, class Test>
auto count_if(Range&& range, Test test) {
  return std::count_if(begin(range), end(range), test);
}
template <class Range, class Value>
auto count(Range&& range, const Value& value) {
  return std::count(begin(range), end(range), value);
}
template <class Range, class Value>
auto replace(Range&& range, const Value& old_value, const Value& new_value) {
  return std::replace(begin(range), end(range), old_value, new_value);
}
template <class Range, class Output, class Test>
auto copy_if(Range&& range, Output output, Test test) {
  return std::copy_if(begin(range), end(range), output, test);
}
template <class Range, class Compare = equal_to>
auto adjacent_find(Range&& range, Compare equal = {}) {
  return std::adjacent_find(begin(range), end(range), equal);
}

/// `before` on what `of` makes of two elements.
template <class Compare, class Projection>
auto compared(Compare before, Projection of) {
  return [=](auto&& a, auto&& b) { return std::invoke(before, std::invoke(of, a), std::invoke(of, b)); };
}
template <class Range, class Compare = less, class Projection = identity>
void sort(Range&& range, Compare before = {}, Projection of = {}) {
  std::sort(begin(range), end(range), compared(before, of));
}
template <class Range, class Compare = less, class Projection = identity>
void stable_sort(Range&& range, Compare before = {}, Projection of = {}) {
  std::stable_sort(begin(range), end(range), compared(before, of));
}
template <class Range, class Iterator, class Compare = less, class Projection = identity>
void partial_sort(Range&& range, Iterator middle, Compare before = {}, Projection of = {}) {
  std::partial_sort(begin(range), middle, end(range), compared(before, of));
}
template <class Range, class Value, class Compare = less>
auto lower_bound(Range&& range, const Value& value, Compare before = {}) {
  return std::lower_bound(begin(range), end(range), value, before);
}
template <class Range, class Compare = less, class Projection = identity>
auto max_element(Range&& range, Compare before = {}, Projection of = {}) {
  return std::max_element(begin(range), end(range), compared(before, of));
}
template <class Range>
auto max(const Range& range) {
  return *std::max_element(begin(range), end(range));
}
template <class Range>
auto min(const Range& range) {
  return *std::min_element(begin(range), end(range));
}
template <class Range>
auto minmax(const Range& range) {
  struct Both {
    remove_cvref_t<decltype(*begin(range))> min, max;
  };
  return Both{ranges::min(range), ranges::max(range)};
}

}  // namespace ranges

/// Sizes are as wide as scpp::Index, as they are where memory has 64 bits.
template <class Container>
constexpr long long wide_ssize(const Container& container) {
  return static_cast<long long>(std::size(container));
}
#define ssize wide_ssize

template <class First, class Second>
auto lexicographical_compare_three_way(First a, First a_end, Second b, Second b_end) {
  using Order = decltype(*a <=> *b);
  for (; a != a_end && b != b_end; ++a, ++b)
    if (const Order order = *a <=> *b; order != 0) return order;
  return a != a_end ? Order::greater : b != b_end ? Order::less : Order::equivalent;
}

template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto parsed = fast_float::from_chars(first, last, value);
  return {parsed.ptr, parsed.ec};
}

/// The fewest digits that read back to the same value, plain or with an exponent, whichever is shorter.
inline to_chars_result to_chars(char* first, char* last, double value) {
  array<char, 40> scientific{}, plain{};
  int digits = 0;
  do
    snprintf(scientific.data(), scientific.size(), "%.*e", digits, value);
  while (++digits < 17 && strtod(scientific.data(), nullptr) != value);
  string_view text = scientific.data();
  const int exponent = value == 0 || !isfinite(value) ? 0 : atoi(text.substr(text.find('e') + 1).data());
  if (isfinite(value) && abs(exponent) < 20) {
    snprintf(plain.data(), plain.size(), "%.*f", max(0, digits - 1 - exponent), value);
    if (const string_view other = plain.data(); other.size() <= text.size()) text = other;
  }
  if (static_cast<ptrdiff_t>(text.size()) > last - first) return {last, errc::value_too_large};
  return {copy(text.begin(), text.end(), first), errc{}};
}

}  // namespace std
