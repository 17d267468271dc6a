#pragma once
// The parts of the page: the JSON head, the numbers that it names, and the HTML around both.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/view.hpp"

namespace scpp {

/// 16-bit steps between two values; 65535 stands for a missing one.
struct Quantised {
  double low = 0, high = 0;
  std::vector<std::uint16_t> steps;
};

Quantised quantise(std::span<const float> values, std::size_t first = 0, std::size_t stride = 1);

/// What the page's JSON head says of an array in the blob: [type, offset in bytes, count].
struct ArrayRef {
  std::string_view type;
  std::size_t offset = 0, count = 0;

  bool operator==(const ArrayRef&) const = default;
};
void to_json(nlohmann::json& json, const ArrayRef& array);

/// Arrays of numbers packed one behind another, as the page reads them: little-endian, each aligned to 8
/// bytes.
class Blob {
 public:
  ArrayRef add(std::span<const float> values);
  ArrayRef add(std::span<const std::uint16_t> values);
  ArrayRef add(std::span<const std::uint32_t> values);
  /// Numbers below `limit`, in the fewest bytes that hold them.
  ArrayRef add_small(std::span<const std::int32_t> values, std::size_t limit);
  /// Numbers in [-1, 1] in steps of 1 / 32767.
  ArrayRef add_unit(std::span<const float> values);

  std::string base64() const;

 private:
  template <class Number>
  ArrayRef append(const char* type, std::span<const Number> values);

  std::vector<std::uint8_t> bytes_;
};

/// The head as docs/report-format.md describes it; the arrays it names go into the blob.
nlohmann::json report_head(const ReportInput& input, const ReportView& view, Blob& blob);

/// The page built from web/, generated when the library is built. Empty if it was built without it.
std::string_view report_page();

}  // namespace scpp
