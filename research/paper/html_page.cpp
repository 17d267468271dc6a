#include <cmath>

#include "paper/pages.hpp"
#include "paper/plots.hpp"
#include "paper/results.hpp"
#include "scpp/version.hpp"

namespace scpp::paper {
namespace {

constexpr const char* style = R"(
:root{--ink:#1a1a1a;--paper:#fff;--grid:#d5d5d5;--up:0,120,80;--down:190,50,20}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#161616;--grid:#444;--up:60,200,140;--down:255,120,90}}
@media print{:root{--ink:#000;--paper:#fff;--grid:#bbb;--up:0,120,80;--down:190,50,20}}
body{font-family:sans-serif;color:var(--ink);background:var(--paper);max-width:72rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}td,th{border:1px solid var(--grid);padding:.25rem .5rem;text-align:right}
td:first-child,th:first-child{text-align:left}small{opacity:.75}figure{margin:2rem 0}svg{max-width:100%;height:auto}
)";

std::string cell(const std::string& text, const std::string& attributes = "") {
  return "<td" + attributes + ">" + text + "</td>";
}

/// Green where ours is above the paper's, red where it is below, the stronger the further (full at 0.2).
std::string shade(const std::optional<double>& ours, const std::optional<double>& published) {
  if (!ours || !published) return "";
  const double difference = *ours - *published;
  const double strength = std::min(0.5, std::abs(difference) * 2.5);
  return std::string(" style=\"background:rgba(var(--") + (difference >= 0 ? "up" : "down") + ")," +
         number(strength, 2) + ")\"";
}

std::string measure_cells(const ResultRow& row, double PurityNmi::*measure) {
  std::string text;
  for (const ResultCell& at : row.cells) {
    const auto ours = at.ours ? std::optional(*at.ours.*measure) : std::nullopt;
    const auto published = at.published ? std::optional(*at.published.*measure) : std::nullopt;
    const std::string hint = " title=\"" + escaped(at.ours ? at.choice : at.reason) + "\"";
    const std::string beside = at.of_paper ? " <small>(" + two_digits(published) + ")</small>" : "";
    text += cell((at.computed ? two_digits(ours) : "not run") + beside, shade(ours, published) + hint);
  }
  return text;
}

std::string head(const Results& results) {
  std::string text = "<tr><th>data</th><th></th>";
  for (const std::string& method : results.methods) text += "<th>" + escaped(title_of(method)) + "</th>";
  return text + "</tr>";
}

std::string rows_of(const Results& results) {
  std::string text = head(results);
  for (const ResultRow& row : results.rows) {
    const std::string name = escaped(row.set->title) + (row.set->stand_in ? " <small>stand-in</small>" : "");
    text += "<tr>" + cell(name, " rowspan=\"3\"") + cell("purity") + measure_cells(row, &PurityNmi::purity) +
            "</tr><tr>" + cell("NMI") + measure_cells(row, &PurityNmi::nmi) + "</tr><tr>" + cell("cost");
    for (const ResultCell& at : row.cells) text += cell("<small>" + cost(at) + "</small>");
    text += "</tr>";
  }
  return text;
}

std::string html_ranks(const Study& study) {
  std::string text;
  for (const MeanRanks& mean : all_rankings(study.results, study.further)) {
    const std::string name =
        "mean rank: " + escaped(mean.title) + " <small>" + std::to_string(mean.sets) + " sets</small>";
    text += "<tr>" + cell(name, " colspan=\"2\"");
    for (const double rank : mean.ranks) text += cell(mean.sets > 0 ? two_digits(rank) : "-");
    text += "</tr>";
  }
  return text;
}

std::string quartiles(const Json& rows, const std::string& name) {
  const bool speed_up = !rows.empty() && rows[0].contains("speed_up");
  std::string text = "<table><tr><th>" + name + "</th><th>purity</th><th>NMI</th><th>seconds</th>" +
                     (speed_up ? "<th>speed-up against m = N</th>" : "") + "</tr>";
  for (const Json& row : rows) {
    text += "<tr>" + cell(std::to_string(row["at"].get<int>()));
    for (const char* measure : {"purity", "nmi"})
      text += cell(two_digits(row[measure][1].get<double>()) + " <small>(" +
                   two_digits(row[measure][0].get<double>()) + " to " +
                   two_digits(row[measure][2].get<double>()) + ")</small>");
    text += cell(magnitude(row["seconds"]));
    if (speed_up) text += cell(magnitude(row["speed_up"]));
    text += "</tr>";
  }
  return text + "</table>";
}

std::string errors(const Json& rows) {
  std::string text =
      "<table><tr><th>m</th><th>observed error of lambda_2, median</th><th>largest</th><th>Lemma 3, "
      "median</th><th>uniform bound, median</th></tr>";
  for (const Json& row : rows)
    text += "<tr>" + cell(std::to_string(row["m"].get<int>())) + cell(magnitude(row["observed"])) +
            cell(magnitude(row["largest"])) + cell(magnitude(row["at_projection"])) +
            cell(magnitude(row["uniform"])) + "</tr>";
  return text + "</table>";
}

std::string html_microclusters(const Json& micro) {
  std::string text;
  const auto part = [&](const char* name, const std::string& title, const auto& table) {
    if (micro.contains(name) && !micro[name].empty()) text += "<h3>" + title + "</h3>" + table(micro[name]);
  };
  part("by_m", "N = 1000, " + count_of(micro, "mixtures_by_m") + " mixtures",
       [](const Json& rows) { return quartiles(rows, "m"); });
  part("by_n", "m = 200, " + count_of(micro, "mixtures_by_n") + " mixtures",
       [](const Json& rows) { return quartiles(rows, "N"); });
  part("errors", "Error of lambda_2 against its bounds", errors);
  return text.empty() ? text : "<h2>Microclusters</h2>" + text;
}

}  // namespace

std::string html_page(const Study& study) {
  std::string text =
      std::string(
          "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width\"><title>The paper, reproduced</title><style>") +
      style +
      "</style></head><body><h1>The paper, reproduced</h1><p>scpp " SCPP_VERSION
      ". Ours first, the paper's in brackets; shaded by the difference.</p>";
  if (!study.results.rows.empty())
    text += "<h2>Table 1</h2><table>" + rows_of(study.results) + html_ranks(study) + "</table><p>" +
            agreement_sentence(study.results) + "</p>";
  if (!study.further.rows.empty())
    text += "<h2>Further columns</h2><table>" + rows_of(study.further) + "</table>";
  text += html_microclusters(study.microclusters);
  text += "<p>" + cost_sentence(study.cpu_seconds) + "</p>";
  text += "<h2>Figures</h2>";
  for (const Json& figure : study.figures)
    text += "<figure>" + figure["svg"].get<std::string>() + "<figcaption>" +
            escaped(figure["caption"].get<std::string>()) + "</figcaption></figure>";
  return text + "</body></html>\n";
}

}  // namespace scpp::paper
