#pragma once
// The study for people: one self-contained HTML page, Markdown, and the figures as SVG files.
#include <optional>
#include <string>
#include <vector>

#include "paper/results.hpp"

namespace scpp::paper {

struct Study {
  Results results;                      ///< the paper's methods
  Results further;                      ///< all other columns, which no rank counts
  Json figures = Json::array();         ///< {"name", "caption", "svg"}
  Json microclusters = Json::object();  ///< micro_summary()
  double cpu_seconds = 0;               ///< of all finished cells
};

/// Gathers whatever the store holds.
Study collect_study(const CellStore& store, const StudyOptions& options);

std::string markdown_page(const Study& study);
std::string html_page(const Study& study);

/// OUT/index.html, OUT/results.md and OUT/NAME.svg, each atomically.
void write_pages(const Study& study, const std::string& out);

// Words and numbers that both pages share.

std::string title_of(const std::string& method);
/// Two digits, or "-".
std::string two_digits(const std::optional<double>& value);
/// "1.2 s" or "3.4 min".
std::string duration(double seconds);
/// Time and memory of a cell, or "-" when it was not computed.
std::string cost(const ResultCell& cell);
/// One sentence on how many cells agree with the paper.
std::string agreement_sentence(const Results& results);
/// 0.0123 or 1.2e+30; "infinite" for a missing number (JSON has no infinity).
std::string magnitude(const Json& value);
/// A whole number by its name, 0 when it is not there.
std::string count_of(const Json& holder, const char* name);
/// One sentence on what all cells cost.
std::string cost_sentence(double cpu_seconds);

}  // namespace scpp::paper
