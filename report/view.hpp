#pragma once
// Model and rows -> the numbers that the report draws. No drawing here, and no text but warnings.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/input.hpp"
#include "report/plane.hpp"
#include "report/profile.hpp"
#include "report/sample.hpp"

namespace scpp {

struct ReportView {
  DrawnRows sample;
  std::vector<std::optional<PlaneView>> planes;  ///< one for each node; leaves have none
  Profile profile;
  std::vector<std::uint32_t> value_columns;  ///< columns whose values are kept for the drawn rows
  std::vector<float> values;                 ///< value_columns x sample.rows; NaN for a missing cell
  std::vector<std::string> warnings;
};

ReportView make_view(const ReportInput& input);

}  // namespace scpp
