#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "scpp/io.hpp"

namespace scpp {
namespace {

const std::array<std::pair<const char*, MissingRule>, 5> rule_words = {
    {{"error", MissingRule::error},
     {"mean", MissingRule::mean},
     {"median", MissingRule::median},
     {"drop-row", MissingRule::drop_row},
     {"drop-column", MissingRule::drop_column}}};

struct Counts {
  std::vector<Index> in_column;
  std::vector<Index> complete_rows;
};

/// look(row, its values) for every row, in blocks.
template <class Look>
void each_row(const Table& table, const Look& look) {
  parallel_blocks(table.rows(), rows_of_a_block(table.columns()), [&](Index begin, Index end) {
    std::vector<double> values(table.columns());
    for (Index row = begin; row < end; ++row) {
      table.values.copy_row(row, values.data());
      look(row, std::as_const(values));
    }
  });
}

template <class Test>
bool has_any(const std::vector<double>& values, const Test& test) {
  bool any = false;
  for (const double value : values) any |= test(value);  // to the end, several at a time
  return any;
}

Counts count_missing(const Table& table) {
  std::vector<char> missing(table.rows(), 0);
  each_row(table, [&](Index row, const std::vector<double>& values) {
    missing[row] = has_any(values, [](double value) { return std::isnan(value); });
  });
  Counts counts{std::vector<Index>(table.columns(), 0), {}};
  counts.complete_rows.reserve(table.rows());
  std::vector<double> values(table.columns());
  for (Index row = 0; row < table.rows(); ++row) {
    if (!missing[row]) {
      counts.complete_rows.push_back(row);
      continue;
    }
    table.values.copy_row(row, values.data());
    for (Index j = 0; j < std::ssize(values); ++j) counts.in_column[j] += std::isnan(values[j]);
  }
  return counts;
}

/// A number that is there, and how many rows have it.
struct Weighed {
  double value = 0;
  double weight = 1;
};

std::vector<Weighed> present_values(const Table& table, Index column, std::span<const double> weights) {
  std::vector<Weighed> present;
  for (Index row = 0; row < table.rows(); ++row) {
    const Weighed here{table.values(row, column), weights.empty() ? 1 : weights[row]};
    if (!std::isnan(here.value) && here.weight > 0) present.push_back(here);
  }
  return present;
}

double total_weight(const std::vector<Weighed>& values) {
  double total = 0;
  for (const Weighed& here : values) total += here.weight;
  return total;
}

double mean_of(const std::vector<Weighed>& values) {
  double sum = 0;
  for (const Weighed& here : values) sum += here.weight * here.value;
  return sum / total_weight(values);
}

/// As if every value stood there as often as its weight says.
double median_of(std::vector<Weighed> values) {
  std::sort(values.begin(), values.end(),
            [](const Weighed& a, const Weighed& b) { return a.value < b.value; });
  const double half = total_weight(values) / 2;
  double up_to_here = 0;
  for (Index i = 0; i < std::ssize(values); ++i) {
    up_to_here += values[i].weight;
    if (up_to_here > half || i + 1 == std::ssize(values)) return values[i].value;
    // halves first: the sum of two numbers may overflow
    if (up_to_here == half) return values[i].value / 2 + values[i + 1].value / 2;
  }
  return 0;
}

std::vector<double> fill_values(const Table& table, MissingRule rule, std::span<const double> weights) {
  std::vector<double> fill;
  for (Index j = 0; j < table.columns(); ++j) {
    std::vector<Weighed> present = present_values(table, j, weights);
    if (present.empty())
      throw InvalidArgument(column_label(table, j) + " holds no number at all, so it has no " +
                            to_word(rule));
    fill.push_back(rule == MissingRule::mean ? mean_of(present) : median_of(std::move(present)));
  }
  return fill;
}

std::string counted(Index count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

/// "column 2 'b' (1), column 3 'c' (4) and 7 more columns".
std::string listed(const std::vector<MissingColumn>& columns) {
  const Index most = 5;
  std::string list;
  for (Index i = 0; i < std::min(most, std::ssize(columns)); ++i)
    list += (i ? ", " : "") + columns[i].label + " (" + std::to_string(columns[i].cells) + ")";
  if (std::ssize(columns) > most) list += " and " + counted(columns.size() - most, "more column");
  return list;
}

MissingReport found(const Table& table, const Counts& counts, MissingRule rule) {
  MissingReport report;
  report.rule = rule;
  for (Index j = 0; j < table.columns(); ++j) {
    report.cells += counts.in_column[j];
    if (counts.in_column[j]) report.columns.push_back({column_label(table, j), counts.in_column[j]});
    if (rule != MissingRule::drop_column || counts.in_column[j] == 0) report.kept_columns.push_back(j);
  }
  return report;
}

void drop_rows(Table& table, const Counts& counts, MissingReport& report) {
  if (counts.complete_rows.empty())
    throw InvalidArgument("every row has a missing cell: no row is left to use");
  report.dropped_rows = table.rows() - counts.complete_rows.size();
  table = select(table, {counts.complete_rows, {}, nullptr});
}

}  // namespace

MissingRule missing_rule(const std::string& word) {
  for (const auto& [known, rule] : rule_words)
    if (word == known) return rule;
  throw InvalidArgument("'" + word +
                        "' is no rule for missing cells: error, mean, median, drop-row or drop-column");
}

std::string to_word(MissingRule rule) {
  for (const auto& [word, known] : rule_words)
    if (rule == known) return word;
  return "";
}

std::string MissingReport::sentence() const {
  if (cells == 0) return "no missing cells";
  std::string what = counted(cells, "missing cell") + " in " + listed(columns);
  switch (rule) {
    case MissingRule::mean:
    case MissingRule::median:
      return what + ": filled with the " + to_word(rule) + " of the column";
    case MissingRule::drop_row:
      return what + ": dropped " + counted(dropped_rows, "row");
    case MissingRule::drop_column:
      return what + ": dropped " + counted(columns.size(), "column");
    default:
      return what;
  }
}

MissingReport apply_missing(Table& table, MissingRule rule, std::span<const double> weights) {
  const Counts counts = count_missing(table);
  MissingReport report = found(table, counts, rule);
  if (rule == MissingRule::mean || rule == MissingRule::median)
    report.fill = fill_values(table, rule, weights);
  if (report.cells == 0) return report;
  if (rule == MissingRule::error) throw InvalidArgument(report.sentence());
  if (rule == MissingRule::drop_row) drop_rows(table, counts, report);
  if (rule == MissingRule::drop_column) {
    if (report.kept_columns.empty())
      throw InvalidArgument("every column has a missing cell: no column is left to use");
    keep_columns(table, report.kept_columns);
  }
  if (!report.fill.empty()) fill_missing(table, report.fill);
  return report;
}

MissingReport find_missing(const Table& table) {
  return found(table, count_missing(table), MissingRule::error);
}

void fill_missing(Table& table, const std::vector<double>& values) {
  if (std::ssize(values) != table.columns())
    throw InvalidArgument("there are " + std::to_string(values.size()) + " fill values for " +
                          std::to_string(table.columns()) + " columns");
  if (std::ssize(count_missing(table).complete_rows) < table.rows()) table = select(table, {{}, {}, &values});
}

void keep_columns(Table& table, const std::vector<Index>& columns) {
  for (const Index column : columns)
    if (column >= table.columns())
      throw InvalidArgument("column " + std::to_string(column + 1) +
                            " is to be kept, but the table has only " + std::to_string(table.columns()));
  if (std::ssize(columns) != table.columns()) table = select(table, {{}, columns, nullptr});
}

void require_finite(const Table& table) {
  each_row(table, [&](Index row, const std::vector<double>& values) {
    const auto is_infinite = [](double value) { return std::isinf(value); };
    if (!has_any(values, is_infinite)) return;
    const Index j = std::ranges::find_if(values, is_infinite) - values.begin();
    throw InvalidArgument("data row " +
                          std::to_string((table.source_rows.empty() ? row : table.source_rows[row]) + 1) +
                          ", " + column_label(table, j) + ": the value is infinite");
  });
}

}  // namespace scpp
