#pragma once
// The report as one HTML file that needs nothing else: the page of web/ with the numbers inside.
#include <string>

#include "report/input.hpp"

namespace scpp {

/// False when the library was built without the page (see docs/report-format.md); report_html then throws
/// Error.
bool has_report_page();

std::string report_html(const ReportInput& input);

/// Written to a file beside `path` and renamed, so that a reader never sees half of it.
void write_report(const ReportInput& input, const std::string& path);

}  // namespace scpp
