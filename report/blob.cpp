#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "report/page.hpp"

namespace scpp {
namespace {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian arrays");

constexpr std::size_t alignment = 8;
constexpr std::uint16_t missing_step = 65535, last_step = 65534;

template <class To, class From>
std::vector<To> converted(std::span<const From> values) {
  std::vector<To> out;
  out.reserve(values.size());
  for (const From value : values) out.push_back(static_cast<To>(value));
  return out;
}

}  // namespace

Quantised quantise(std::span<const float> values, std::size_t first, std::size_t stride) {
  Quantised out;
  bool any = false;
  for (std::size_t i = first; i < values.size(); i += stride) {
    if (!std::isfinite(values[i])) continue;
    const double x = values[i];
    out.low = any ? std::min(out.low, x) : x;
    out.high = any ? std::max(out.high, x) : x;
    any = true;
  }
  const double scale = out.high > out.low ? last_step / (out.high - out.low) : 0;
  for (std::size_t i = first; i < values.size(); i += stride)
    out.steps.push_back(std::isfinite(values[i])
                            ? static_cast<std::uint16_t>(std::lround((values[i] - out.low) * scale))
                            : missing_step);
  return out;
}

template <class Number>
ArrayRef Blob::append(const char* type, std::span<const Number> values) {
  bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
  const std::size_t offset = bytes_.size();
  bytes_.resize(offset + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes_.data() + offset, values.data(), values.size_bytes());
  return {type, offset, values.size()};
}

ArrayRef Blob::add(std::span<const float> values) { return append("f32", values); }
ArrayRef Blob::add(std::span<const std::uint16_t> values) { return append("u16", values); }
ArrayRef Blob::add(std::span<const std::uint32_t> values) { return append("u32", values); }

ArrayRef Blob::add_small(std::span<const std::int32_t> values, std::size_t limit) {
  if (limit <= 0x100) return append("u8", std::span<const std::uint8_t>(converted<std::uint8_t>(values)));
  if (limit <= 0x10000)
    return append("u16", std::span<const std::uint16_t>(converted<std::uint16_t>(values)));
  return append("u32", std::span<const std::uint32_t>(converted<std::uint32_t>(values)));
}

ArrayRef Blob::add_unit(std::span<const float> values) {
  std::vector<std::int16_t> steps;
  steps.reserve(values.size());
  for (const float value : values)
    steps.push_back(static_cast<std::int16_t>(std::lround(std::clamp(value, -1.0f, 1.0f) * 32767.0f)));
  return append("i16", std::span<const std::int16_t>(steps));
}

std::string Blob::base64() const {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes_.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes_.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes_.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8 | (j < count ? bytes_[i + j] : 0u);
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? digits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

}  // namespace scpp
