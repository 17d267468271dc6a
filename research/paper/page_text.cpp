#include "paper/page_text.hpp"

#include <algorithm>
#include <cstdio>

namespace scpp::paper {
namespace {

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

std::string title_of(const std::string& method) {
  const auto found = std::ranges::find(rivals(), method, &Rival::method);
  return found == rivals().end() ? method : found->title;
}

std::string two_digits(const std::optional<double>& value) { return value ? formatted("%.2f", *value) : "-"; }

std::string duration(double seconds) {
  return seconds < 100 ? formatted("%.1f s", seconds) : formatted("%.1f min", seconds / 60);
}

std::string cost(const ResultCell& cell) {
  if (!cell.computed) return "-";
  return duration(cell.seconds) + ", " + std::to_string(static_cast<int>(cell.peak_mb)) + " MB";
}

std::string agreement_sentence(const Results& results) {
  const auto [close, total] = results.agreement({"sc-pc", "sc-ic", "sc", "isvr"}, 0.05);
  return std::to_string(close) + " of " + std::to_string(total) +
         " computed cells of SC_PC, SC_IC, SC and iSVR_G on the paper's own data are within 0.05 of the "
         "paper in both "
         "measures, or better.";
}

std::string magnitude(const Json& value) {
  return value.is_number() ? formatted("%.3g", value.get<double>()) : "infinite";
}

std::string count_of(const Json& holder, const char* name) { return std::to_string(holder.value(name, 0)); }

std::string cost_sentence(double cpu_seconds) {
  return "All cells of this run, each on one core, took " + formatted("%.0f", cpu_seconds / 60) +
         " CPU minutes together.";
}

}  // namespace scpp::paper
