#pragma once
// The JSON head of a report, as docs/report-format.md describes it; the arrays it names go into the blob.
#include <nlohmann/json.hpp>

#include "report/blob.hpp"
#include "report/input.hpp"
#include "report/view.hpp"

namespace scpp {

nlohmann::json report_head(const ReportInput& input, const ReportView& view, Blob& blob);

}  // namespace scpp
