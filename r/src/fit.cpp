// Rows in, a model out.
#include "scpp/fit.hpp"

#include <cmath>

#include "bindings.hpp"
#include "scpp/io.hpp"
#include "scpp/split_leaf.hpp"
#include "scpp/suggest.hpp"

using namespace scpp;
using namespace scpp::r;

namespace {

/// Where the columns of a matrix stood before some were left out.
struct Columns {
  std::vector<std::string> names;  ///< empty when there are none
  std::vector<Index> places;       ///< from 0
  Index source = 0;                ///< how many there were

  Columns(const Rcpp::List& told)
      : names(Rcpp::as<std::vector<std::string>>(told["names"])), source(Rcpp::as<int>(told["source"])) {
    for (const int place : Rcpp::as<std::vector<int>>(told["places"])) places.push_back(place - 1);
  }
};

/// The rows where they lie, with what the library's tables know besides.
Table table_of(const Rcpp::NumericMatrix& rows, const Columns& columns) {
  Table table;
  table.values = view_of(rows);
  table.names = columns.names;
  table.positions = columns.places;
  table.source_columns = columns.source;
  return table;
}

Rcpp::NumericMatrix rows_of(const Table& table) {
  const Index count = table.rows();
  Rcpp::NumericMatrix rows(static_cast<int>(count), static_cast<int>(table.columns()));
  for (Index row = 0; row < count; ++row)
    for (Index column = 0; column < table.columns(); ++column)
      rows[row + column * count] = table.values(row, column);
  return rows;
}

/// Numbers of R, from 1.
Rcpp::IntegerVector from_one(const std::vector<Index>& numbers) {
  Rcpp::IntegerVector counted(numbers.begin(), numbers.end());
  for (int& number : counted) ++number;
  return counted;
}

/// As the command line remembers them: names, or else places when columns were left out.
void remember_columns(Model& model, const Columns& columns) {
  model.columns = columns.names;
  if (!columns.names.empty() || std::ssize(columns.places) == columns.source) return;
  model.places.emplace();
  for (const Index place : columns.places) {
    model.places->of_columns.push_back(static_cast<int>(place));
    model.columns.push_back(column_label(place, ""));
  }
}

}  // namespace

/// Missing cells dealt with by a rule of the command line. `x` is NULL when the rows stay as they are.
// [[Rcpp::export]]
Rcpp::List native_settle(Rcpp::NumericMatrix x, Rcpp::List columns, std::string rule,
                         Rcpp::NumericVector weights) {
  Table table = table_of(x, columns);
  const MissingReport report = apply_missing(table, missing_rule(rule), span_of(weights));
  Rcpp::List settled = Rcpp::List::create(
      Rcpp::Named("x") = R_NilValue, Rcpp::Named("rows") = from_one(table.source_rows),
      Rcpp::Named("columns") = from_one(report.kept_columns), Rcpp::Named("fill") = report.fill,
      Rcpp::Named("sentence") = report.cells ? report.sentence() : "");
  if (report.cells) settled["x"] = rows_of(table);
  return settled;
}

/// The rows with these values in their missing cells.
// [[Rcpp::export]]
Rcpp::NumericMatrix native_fill(Rcpp::NumericMatrix x, Rcpp::List columns, std::vector<double> fill) {
  Table table = table_of(x, columns);
  fill_missing(table, fill);
  return rows_of(table);
}

/// "2 missing cells in column 1 'a' (2)", or "".
// [[Rcpp::export]]
std::string native_missing(Rcpp::NumericMatrix x, Rcpp::List columns) {
  const MissingReport report = find_missing(table_of(x, columns));
  return report.cells ? report.sentence() : "";
}

/// Throws, naming row and column, if a value is infinite.
// [[Rcpp::export]]
void native_require_finite(Rcpp::NumericMatrix x, Rcpp::List columns) {
  for (const double value : x)
    if (std::isinf(value)) return require_finite(table_of(x, columns));
}

// [[Rcpp::export]]
Rcpp::List native_fit(Rcpp::NumericMatrix x, Rcpp::List columns, std::vector<std::string> names,
                      std::vector<std::string> values, Rcpp::NumericVector weights, std::string rule,
                      std::vector<double> fill, Rcpp::Nullable<Rcpp::Function> progress) {
  const FitOptions options = options_of(names, values);
  Fit found = watched(
      progress, [&](const Observer& watch) { return fit(view_of(x), options, span_of(weights), watch); });
  remember_columns(found.model, columns);
  if (missing_rule(rule) != MissingRule::error) found.model.missing_rule = rule;
  found.model.missing_fill = std::move(fill);
  return Rcpp::List::create(Rcpp::Named("model") = bytes_of(found.model),
                            Rcpp::Named("cluster") = clusters_of(found.labels));
}

// [[Rcpp::export]]
Rcpp::List native_suggest(Rcpp::NumericMatrix x, std::vector<std::string> names,
                          std::vector<std::string> values, Rcpp::NumericVector weights,
                          Rcpp::Nullable<Rcpp::Function> progress) {
  const FitOptions options = options_of(names, values);
  const Suggestion found = watched(
      progress, [&](const Observer& watch) { return suggest(view_of(x), options, span_of(weights), watch); });
  std::vector<int> clusters;
  std::vector<double> clarity, modularity;
  for (const Trial& trial : found.trials) {
    clusters.push_back(trial.clusters);
    clarity.push_back(trial.clarity);
    modularity.push_back(trial.modularity);
  }
  using Rcpp::Named;
  return Rcpp::List::create(
      Named("k") = found.clusters,
      Named("trials") = Rcpp::DataFrame::create(Named("clusters") = clusters, Named("clarity") = clarity,
                                                Named("modularity") = modularity),
      Named("nearly") = found.nearly, Named("reason") = found.reason);
}

// [[Rcpp::export]]
Rcpp::RawVector native_split_leaf(Rcpp::RawVector model, int node, Rcpp::NumericMatrix x,
                                  Rcpp::NumericVector weights, Rcpp::Nullable<Rcpp::Function> progress) {
  const Model before = model_of(model);
  return bytes_of(watched(progress, [&](const Observer& watch) {
    return split_leaf(before, node, view_of(x), span_of(weights), watch);
  }));
}
