#include "scpp/fit.hpp"

#include <string>

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "tree/leaf_labels.hpp"
#include "fit/sketch_table.hpp"
#include "scpp/errors.hpp"
#include "tree/grow_best.hpp"

namespace scpp {
namespace {

void check_cluster_count(const FitOptions& options, const TableView& table) {
  if (options.clusters > 0 && options.clusters > table.rows())
    throw InvalidArgument("clusters is " + std::to_string(options.clusters) + ", but the table has only " +
                          std::to_string(table.rows()) + " rows");
}

Fit fit_rows(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  GrownTree grown = grow_best(scaled, options, watch);
  Fit result{{options, std::move(grown.transform), std::move(grown.tree), {}, {}, {}, {}}, {}};
  // Rows of weight 0 took no part in the growth: they are assigned like new rows.
  if (!(scaled.weights.array() > 0).all()) {
    result.labels = assign(result.model, scaled.table);
    return result;
  }
  const std::vector<std::int32_t> label = label_of_node(result.model.tree);
  result.labels = std::move(grown.leaf_of_row);
  for (auto& leaf : result.labels) leaf = label[leaf];
  return result;
}

Fit fit_sketch(const TableView& table, const FitOptions& options, std::span<const double> weights,
               const Observer& watch) {
  Fit result;
  result.labels.reserve(table.rows());
  TableRows rows(table);
  const SketchedTable sketched = sketch_table(
      rows, usual_block_rows, options, weights, watch, [&](std::span<const std::int32_t> cells) {
        result.labels.insert(result.labels.end(), cells.begin(), cells.end());
      });
  result.model = finish(sketched.summary, sketched.plan, sketched.sketch, options, watch);
  const std::vector<std::int32_t> label = label_of_cell(result.model);
  for (auto& cell : result.labels) cell = label[cell];
  return result;
}

}  // namespace

Fit fit(const TableView& table, const FitOptions& options, std::span<const double> weights, const Observer& watch) {
  options.validate();
  const ScopedThreads threads(options.threads);
  if (wants_sketch(options, table.rows())) return fit_sketch(table, options, weights, watch);
  const Scaled scaled = standardise(table, weights, options.data.standardise);
  check_cluster_count(options, table);
  return fit_rows(scaled, options, watch);
}

}  // namespace scpp
