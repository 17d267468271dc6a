#pragma once
// The study for people: one self-contained HTML page, Markdown, and the figures as SVG files.
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

}  // namespace scpp::paper
