#pragma once
// Arrays of numbers packed one behind another, as the page reads them: little-endian, each aligned to 8
// bytes.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace scpp {

/// 16-bit steps between two values; 65535 stands for a missing one.
struct Quantised {
  double low = 0, high = 0;
  std::vector<std::uint16_t> steps;
};

Quantised quantise(std::span<const float> values, std::size_t first = 0, std::size_t stride = 1);

class Blob {
 public:
  /// Each returns what the page's JSON head says of the array: [type, offset in bytes, count].
  nlohmann::json add(std::span<const float> values);
  nlohmann::json add(std::span<const std::uint16_t> values);
  nlohmann::json add(std::span<const std::uint32_t> values);
  /// Numbers below `limit`, in the fewest bytes that hold them.
  nlohmann::json add_small(std::span<const std::int32_t> values, std::size_t limit);
  /// Numbers in [-1, 1] in steps of 1 / 32767.
  nlohmann::json add_unit(std::span<const float> values);

  std::string base64() const;

 private:
  template <class Number>
  nlohmann::json append(const char* type, std::span<const Number> values);

  std::vector<std::uint8_t> bytes_;
};

}  // namespace scpp
