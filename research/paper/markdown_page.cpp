#include "paper/pages.hpp"
#include "paper/results.hpp"

namespace scpp::paper {
namespace {

std::optional<double> measure_of(const std::optional<PurityNmi>& scores, double PurityNmi::*measure) {
  return scores ? std::optional(*scores.*measure) : std::nullopt;
}

std::string table_head(const std::string& first, const std::vector<std::string>& methods) {
  std::string head = "| " + first + " |", rule = "|---|";
  for (const std::string& method : methods) head += " " + title_of(method) + " |", rule += "---|";
  return head + "\n" + rule + "\n";
}

std::string shown(const ResultCell& cell, double PurityNmi::*measure) {
  const std::string ours = cell.computed ? two_digits(measure_of(cell.ours, measure)) : "not run";
  return cell.of_paper ? ours + " (" + two_digits(measure_of(cell.published, measure)) + ")" : ours;
}

std::string table(const Results& results, double PurityNmi::*measure) {
  std::string text = table_head("data", results.methods);
  for (const ResultRow& row : results.rows) {
    text += "| " + row.set->title + (row.set->stand_in ? " (stand-in)" : "") + " |";
    for (const ResultCell& cell : row.cells) text += " " + shown(cell, measure) + " |";
    text += "\n";
  }
  return text;
}

std::string markdown_ranks(const Study& study) {
  std::string text = table_head("mean rank (data sets)", study.results.methods);
  for (const MeanRanks& mean : all_rankings(study.results, study.further)) {
    text += "| " + mean.title + " (" + std::to_string(mean.sets) + ") |";
    for (const double rank : mean.ranks) text += " " + (mean.sets > 0 ? two_digits(rank) : "-") + " |";
    text += "\n";
  }
  return text;
}

std::string costs(const Results& results) {
  std::string text = table_head("CPU time, peak memory", results.methods);
  for (const ResultRow& row : results.rows) {
    text += "| " + row.set->title + " |";
    for (const ResultCell& cell : row.cells) text += " " + cost(cell) + " |";
    text += "\n";
  }
  return text;
}

std::string quartile_rows(const Json& rows, const std::string& name) {
  const bool speed_up = !rows.empty() && rows[0].contains("speed_up");
  std::string text = "| " + name + " | purity (quartiles) | NMI (quartiles) | seconds (median) |" +
                     (speed_up ? " speed-up against m = N |" : "") + "\n|---|---|---|---|" +
                     (speed_up ? "---|" : "") + "\n";
  for (const Json& row : rows) {
    text += "| " + std::to_string(row["at"].get<int>()) + " |";
    for (const char* measure : {"purity", "nmi"})
      text += " " + two_digits(row[measure][1].get<double>()) + " (" +
              two_digits(row[measure][0].get<double>()) + " to " + two_digits(row[measure][2].get<double>()) +
              ") |";
    text += " " + magnitude(row["seconds"]) + " |";
    if (speed_up) text += " " + magnitude(row["speed_up"]) + " |";
    text += "\n";
  }
  return text;
}

std::string error_rows(const Json& rows) {
  std::string text =
      "| m | observed error of lambda_2, median | largest | Lemma 3 at the projection, median | uniform "
      "bound, median |\n|---|---|---|---|---|\n";
  for (const Json& row : rows)
    text += "| " + std::to_string(row["m"].get<int>()) + " | " + magnitude(row["observed"]) + " | " +
            magnitude(row["largest"]) + " | " + magnitude(row["at_projection"]) + " | " +
            magnitude(row["uniform"]) + " |\n";
  return text;
}

std::string markdown_microclusters(const Json& micro) {
  std::string text;
  const auto part = [&](const char* name, const std::string& title, const auto& table) {
    if (micro.contains(name) && !micro[name].empty()) text += "\n" + title + "\n\n" + table(micro[name]);
  };
  part("by_m", "N = 1000, " + count_of(micro, "mixtures_by_m") + " mixtures:", [](const Json& rows) {
    return quartile_rows(rows, "m");
  });
  part("by_n", "m = 200, " + count_of(micro, "mixtures_by_n") + " mixtures:", [](const Json& rows) {
    return quartile_rows(rows, "N");
  });
  part("errors", "Standard Laplacian, first split, N = 1000:", error_rows);
  return text.empty() ? text : "## Microclusters\n" + text + "\n";
}

}  // namespace

std::string markdown_page(const Study& study) {
  std::string text;
  if (!study.results.rows.empty()) {
    text += "## Table 1: ours (the paper's)\n\nPurity\n\n" + table(study.results, &PurityNmi::purity) +
            "\nNMI\n\n" + table(study.results, &PurityNmi::nmi) + "\n" + agreement_sentence(study.results) +
            "\n\n" + markdown_ranks(study) + "\nEach cell on one core:\n\n" + costs(study.results) + "\n";
  }
  if (!study.further.rows.empty())
    text += "## Further columns\n\nPurity\n\n" + table(study.further, &PurityNmi::purity) + "\nNMI\n\n" +
            table(study.further, &PurityNmi::nmi) + "\n" + costs(study.further) + "\n";
  text += markdown_microclusters(study.microclusters);
  text += cost_sentence(study.cpu_seconds) + "\n\n";
  text += "## Figures\n\n";
  for (const Json& figure : study.figures) {
    const std::string name = figure["name"], caption = figure["caption"];
    text += "![" + caption + "](" + name + ".svg)\n\n" + caption + "\n\n";
  }
  return text;
}

}  // namespace scpp::paper
