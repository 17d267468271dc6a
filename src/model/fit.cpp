#include "scpp/fit.hpp"

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "scpp/errors.hpp"
#include "tree/grow.hpp"

namespace scpp {
namespace {

/// A row's label is the position of its leaf; rows of weight 0 took no part and are assigned like new rows.
std::vector<std::int32_t> labels_of(const Model& model, const TableView& table,
                                    const std::vector<std::int32_t>& leaf_of_row) {
  std::vector<std::int32_t> label_of_leaf(model.tree.nodes.size(), -1);
  const std::vector<int> leaves = model.tree.leaves();
  for (std::size_t label = 0; label < leaves.size(); ++label)
    label_of_leaf[static_cast<std::size_t>(leaves[label])] = static_cast<std::int32_t>(label);
  std::vector<std::int32_t> labels;
  labels.reserve(leaf_of_row.size());
  bool all = true;
  for (const auto leaf : leaf_of_row) {
    all = all && leaf >= 0;
    labels.push_back(leaf >= 0 ? label_of_leaf[static_cast<std::size_t>(leaf)] : -1);
  }
  return all ? labels : assign(model, table);
}

void check_cluster_count(const FitOptions& options, const TableView& table) {
  if (static_cast<std::size_t>(options.clusters) > table.rows())
    throw InvalidArgument("clusters is " + std::to_string(options.clusters) + ", but the table has only " +
                          std::to_string(table.rows()) + " rows");
}

}  // namespace

Fit fit(const TableView& table, const FitOptions& options, std::span<const double> weights,
        const Observer& watch) {
  options.validate();
  const ScopedThreads threads(options.threads);
  const Scaled scaled = standardise(table, weights, options.data.standardise);
  check_cluster_count(options, table);
  GrownTree grown = grow(scaled, options, watch);
  Fit result{{options, scaled.transform, std::move(grown.tree), {}, {}, {}}, {}};
  result.labels = labels_of(result.model, table, grown.leaf_of_row);
  return result;
}

}  // namespace scpp
