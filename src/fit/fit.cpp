// A fit, for rows in memory, in files and on many machines: small tables as they are, large ones by a sketch.
#include "scpp/fit.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>

#include "base/cores.hpp"
#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "fit/reference.hpp"
#include "fit/sketch.hpp"
#include "scpp/errors.hpp"
#include "tree/grow_best.hpp"
#include "tree/how_many.hpp"
#include "tree/leaf_labels.hpp"

namespace scpp {
namespace {

// From here on a sketch is faster than every row and as good (research/notes/partition.md), if it is a third
// as long. The paper's tree alone gains later, and so do wide tables: rows find their cells in all columns,
// their neighbours along a few directions.
constexpr Index sketch_from_rows = 16'000, sketch_late_from_rows = 50'000;
/// Enough for all threads to have work, little enough for progress to be seen; more where rows are in memory
/// anyway.
constexpr Index usual_block_rows = 16 * chunk_rows, rows_at_hand = 64 * chunk_rows;

bool wants_sketch(const FitOptions& options, Index rows, Index columns) {
  if (options.data.sketch != SketchRule::automatic) return options.data.sketch == SketchRule::always;
  const bool soon = wants_partition(options) && columns <= wide_columns;
  if (!soon) return rows >= sketch_late_from_rows;
  return rows >= std::max(sketch_from_rows, 3 * cells_wanted(options, columns));
}

void check_input(const RowSource& source, std::span<const double> weights) {
  if (source.rows() == 0) throw InvalidArgument("the table has no rows");
  if (!weights.empty() && std::ssize(weights) != source.rows())
    throw InvalidArgument("there are " + std::to_string(weights.size()) + " weights for " +
                          std::to_string(source.rows()) + " rows");
}

void check_cluster_count(const FitOptions& options, Index rows) {
  if (options.clusters > 0 && options.clusters > rows)
    throw InvalidArgument("clusters is " + std::to_string(options.clusters) + ", but the table has only " +
                          std::to_string(rows) + (rows == 1 ? " row" : " rows"));
}

// ---- memory: a little more than is ever used

constexpr Index process_bytes = Index{48} << 20;  // the program, its libraries and their buffers
constexpr Index real = sizeof(double);

/// Covariances and their decompositions (of the span of the rows, where they are fewer than columns), and the
/// splits that the tree keeps.
Index tree_bytes(Index rows, Index columns, const FitOptions& options) {
  const Index side = std::min(rows, columns);
  const Index kept = Index{options.most_clusters()} * options.split.microclusters;
  return (5 * side * side + 2 * std::min(kept, 2 * rows) * columns) * real;
}

Index sketch_bytes(Index columns, Index block_rows, const FitOptions& options) {
  const Index threads = options.threads > 0 ? options.threads : usable_cores(),
              cells = cells_wanted(options, columns);
  const Index sample = sample_per_cell * cells;  // rows
  const Index table =
      (4 * sample + 8 * cells) * columns * real;  // raw, transformed, gathered; means and centres
  const Index sums = (threads + 2) * cells * columns * real;
  const Index at_hand = threads * (Index{8} << 20) + 3 * threads * 512 * columns * real;
  const Index block = block_rows * (columns * real + 16);  // and the cells and text of its labels
  return process_bytes + table + sums + at_hand + block + tree_bytes(sample, columns, options);
}

Index rows_bytes(Index rows, Index columns, const FitOptions& options) {
  return process_bytes + 6 * rows * (columns + 16) * real + tree_bytes(rows, columns, options);
}

std::string megabytes(Index bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text.data();
}

[[noreturn]] void refuse_memory(Index memory, Index needed, bool all_rows) {
  throw TooLittleMemory("memory is " + megabytes(memory) + ", but at least " + megabytes(needed) +
                            " are needed" + (all_rows ? " for all rows at once" : ""),
                        all_rows);
}

// ---- all rows at once

StreamedFit fit_rows(const TableView& table, const FitOptions& options, const NumberSink& sink,
                     std::span<const double> weights, const Observer& watch) {
  const Scaled scaled = standardise(table, weights, options.data.standardise);
  check_cluster_count(options, table.rows());
  GrownTree grown = grow_best(scaled, options, watch);
  StreamedFit result{{options, std::move(grown.transform), std::move(grown.tree), {}, {}, {}, {}}, {}};
  result.model.reference = reference_rows(scaled, table, grown.leaf_of_row);
  // Rows of weight 0 took no part in the growth: they are assigned like new rows.
  std::vector<std::int32_t> labels = std::move(grown.leaf_of_row);
  if (!(scaled.weights.array() > 0).all()) {
    labels = assign(result.model, scaled.table);
  } else {
    const std::vector<std::int32_t> label = label_of_node(result.model.tree);
    for (auto& leaf : labels) leaf = label[leaf];
  }
  result.label_of_number.resize(result.model.tree.clusters());
  std::iota(result.label_of_number.begin(), result.label_of_number.end(), 0);
  sink(labels);
  return result;
}

// ---- by sketch

/// pass(rows, number of the first one, their weights) for one block after another.
template <class Pass>
void each_block(RowSource& source, Index block_rows, std::span<const double> weights,
                const FitOptions& options, const Observer& watch, const Pass& pass) {
  for (Index first = 0; first < source.rows(); first += block_rows) {
    const Index rows = std::min(block_rows, source.rows() - first);
    pass(source.read(first, rows), first, weights.empty() ? weights : weights.subspan(first, rows));
    report_progress(watch, {.stage = Stage::sketch,
                            .rows = static_cast<double>(first + rows),
                            .clusters_wanted = options.most_clusters()});
  }
}

Summary summarise_table(RowSource& source, Index block_rows, const FitOptions& options,
                        std::span<const double> weights, const Observer& watch) {
  Summary summary;
  each_block(source, block_rows, weights, options, watch,
             [&](const TableView& rows, Index first, std::span<const double> row_weights) {
               summary =
                   merge(std::move(summary), summarise(rows, first, source.rows(), options, row_weights));
             });
  return summary;
}

/// The leaf of every cell; cells without rows follow the walk of their centre.
std::vector<std::int32_t> leaf_of_cell(const CellTable& cells, const Model& grown_on_cells,
                                       const std::vector<std::int32_t>& leaf_of_row) {
  const std::vector<std::int32_t> walked = assign(grown_on_cells, cells.as_rows().table);
  const std::vector<int> leaves = grown_on_cells.tree.leaves();
  std::vector<std::int32_t> leaf(leaf_of_row);
  for (Index cell = 0; cell < std::ssize(leaf); ++cell)
    if (leaf[cell] < 0) leaf[cell] = leaves[walked[cell]];
  return leaf;
}

Sketch sketch_rows(RowSource& source, Index block_rows, const SketchPlan& plan, const FitOptions& options,
                   std::span<const double> weights, const Observer& watch, const NumberSink& sink) {
  Sketch all;
  std::vector<std::int32_t> cells;
  each_block(source, block_rows, weights, options, watch,
             [&](const TableView& rows, Index, std::span<const double> row_weights) {
               cells.resize(rows.rows());
               all = merge(std::move(all), sketch(rows, plan, options, row_weights, cells.data()));
               sink(cells);
             });
  return all;
}

}  // namespace

SketchedTable sketch_table(RowSource& source, Index block_rows, const FitOptions& options,
                           std::span<const double> weights, const Observer& watch, const NumberSink& sink) {
  SketchedTable result;
  result.summary = summarise_table(source, block_rows, options, weights, watch);
  result.plan = plan_cells(result.summary, options, watch);
  result.sketch = sketch_rows(source, block_rows, result.plan, options, weights, watch, sink);
  return result;
}

SketchedTable sketch_table(const TableView& table, const CellIndex& cells, const FitOptions& options,
                           std::span<const double> weights, const Observer& watch) {
  TableRows rows(table);
  check_input(rows, weights);
  SketchedTable result;
  result.summary = summarise_table(rows, rows_at_hand, options, weights, watch);
  result.plan = plan_with(cells, result.summary, options);
  result.sketch = sketch_rows(rows, rows_at_hand, result.plan, options, weights, watch, [](auto) {});
  return result;
}

Model finish(const Summary& summary, const SketchPlan& plan, const Sketch& sketch, const FitOptions& asked,
             const Observer& watch) {
  asked.validate();
  const ScopedThreads threads(asked.threads);
  FitOptions options = asked;
  const bool chosen = asked.clusters == choose_clusters;
  if (chosen) options.clusters = plan.clusters;
  options.data.cells = static_cast<int>(cells_wanted(asked, plan.fine.columns));  // to split a leaf later on
  const CellTable cells = cell_table(summary, plan, sketch);
  const Scaled rows = cells.as_rows();
  GrownTree grown = grow_best(rows, options, watch);
  if (chosen) tell_why_one(grown.tree, {plan.clusters, {}, {}, plan.reason});
  Model model{options, grown.transform, std::move(grown.tree), {}, {}, {}, {}};
  std::vector<std::int32_t> leaf = leaf_of_cell(cells, model, grown.leaf_of_row);
  model.reference = reference_of_sample(summary, plan, cells, leaf);
  model.cells = CellIndex{plan.coarse, plan.fine, plan.begin, std::move(leaf)};
  model.transform = plan.transform;
  model.transform.metric = std::move(grown.transform.metric);
  return model;
}

std::vector<std::int32_t> label_of_cell(const Model& model) {
  const std::vector<std::int32_t> label = label_of_node(model.tree);
  std::vector<std::int32_t> labels;
  for (const auto leaf : model.cells->leaf) labels.push_back(label[leaf]);
  return labels;
}

Suggestion suggest(const TableView& table, const FitOptions& options, std::span<const double> weights,
                   const Observer& watch) {
  options.validate();
  const ScopedThreads threads(options.threads);
  TableRows source(table);
  check_input(source, weights);
  if (!wants_sketch(options, table.rows(), table.columns()))
    return how_many(standardise(table, weights, options.data.standardise), options, watch);
  return suggest_on_sample(summarise_table(source, rows_at_hand, options, weights, watch), options, watch);
}

Index block_rows_within(Index memory, Index columns, const FitOptions& options) {
  Index rows = usual_block_rows;
  while (rows > 0 && sketch_bytes(columns, rows, options) > memory) rows -= chunk_rows;
  if (rows == 0) refuse_memory(memory, sketch_bytes(columns, chunk_rows, options), false);
  return rows;
}

StreamedFit fit(RowSource& source, const FitOptions& options, const NumberSink& sink,
                std::optional<Index> memory, std::span<const double> weights, const Observer& watch) {
  options.validate();
  const ScopedThreads threads(options.threads);
  check_input(source, weights);
  if (!wants_sketch(options, source.rows(), source.columns())) {
    if (memory)
      if (const Index needed = rows_bytes(source.rows(), source.columns(), options); needed > *memory)
        refuse_memory(*memory, needed, true);
    return fit_rows(source.read(0, source.rows()), options, sink, weights, watch);
  }
  const Index block_rows = memory ? block_rows_within(*memory, source.columns(), options) : rows_at_hand;
  const SketchedTable table = sketch_table(source, block_rows, options, weights, watch, sink);
  Model model = finish(table.summary, table.plan, table.sketch, options, watch);
  std::vector<std::int32_t> label = label_of_cell(model);
  return {std::move(model), std::move(label)};
}

Fit fit(const TableView& table, const FitOptions& options, std::span<const double> weights,
        const Observer& watch) {
  Fit result;
  result.labels.reserve(table.rows());
  TableRows rows(table);
  StreamedFit found = fit(
      rows, options,
      [&](std::span<const std::int32_t> numbers) {
        result.labels.insert(result.labels.end(), numbers.begin(), numbers.end());
      },
      {}, weights, watch);
  for (auto& number : result.labels) number = found.label_of_number[number];
  result.model = std::move(found.model);
  return result;
}

}  // namespace scpp
