#include "report/html.hpp"

#include "scpp/atomic_file.hpp"
#include "report/head.hpp"
#include "report/page.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

constexpr std::string_view data_marker = "<!--scpp-data-->";

/// JSON that may stand inside a script element: no `<`, so neither an end tag nor a comment can begin in it,
/// and no byte that is not valid UTF-8.
std::string script_safe(const nlohmann::json& head) {
  const std::string text = head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

bool has_report_page() { return !report_page().empty(); }

std::string report_html(const ReportInput& input) {
  const std::string_view page = report_page();
  const std::size_t marker = page.find(data_marker);
  if (marker == std::string_view::npos)
    throw Error("this build of scpp has no report page: run scripts/setup and build again");
  Blob blob;
  const std::string head = script_safe(report_head(input, make_view(input), blob));
  std::string html(page.substr(0, marker));
  html += "<script type=\"application/json\" id=\"scpp-head\">" + head + "</script>\n";
  html +=
      "<script type=\"application/octet-stream;base64\" id=\"scpp-data\">" + blob.base64() + "</script>\n";
  html += page.substr(marker + data_marker.size());
  return html;
}

void write_report(const ReportInput& input, const std::string& path) {
  AtomicFile file(path);
  file.write(report_html(input));
  file.commit();
}

}  // namespace scpp
