// New rows walk down the tree: in each node the nearest microcluster decides the side. A tree grown on a
// sketch knows the leaf of each of its cells, and a row takes the leaf of its cell.
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "micro/cells.hpp"
#include "micro/distances.hpp"
#include "scpp/errors.hpp"
#include "scpp/model.hpp"
#include "scpp/sketch.hpp"
#include "tree/leaf_labels.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 512;

void check_columns(const Model& model, const TableView& rows) {
  if (rows.columns() != std::ssize(model.transform.mean))
    throw InvalidArgument("the rows have " + std::to_string(rows.columns()) +
                          " columns, but the model was fitted on " +
                          std::to_string(model.transform.mean.size()));
}

/// Rows [begin, end) in the model's coordinates; refuses what is not finite.
RowMatrix transformed(const Transform& transform, const TableView& table, Index begin, Index end,
                      Index first_row) {
  RowMatrix rows = transformed_rows(table, transform, begin, end);
  if (rows.allFinite()) return rows;
  for (Index i = begin; i < end; ++i)
    for (Index column = 0; column < table.columns(); ++column)
      if (!std::isfinite((table(i, column) - transform.mean[column]) * transform.scale[column]))
        throw InvalidArgument("row " + std::to_string(first_row + i + 1) + ", column " +
                              std::to_string(column + 1) + " is not a finite number of usable size");
  throw InvalidArgument("rows " + std::to_string(first_row + begin + 1) + " to " +
                        std::to_string(first_row + end) + " hold values that are too large together");
}

const Split& split_of(const Model& model, int node) {
  const auto& nodes = model.tree.nodes;
  if (node < 0 || node >= std::ssize(nodes))
    throw InvalidArgument("node " + std::to_string(node) + " does not exist: the tree has " +
                          std::to_string(nodes.size()) + " nodes, numbered from 0");
  if (!nodes[node].split)
    throw InvalidArgument("node " + std::to_string(node) + " is a leaf and has no projection");
  return *nodes[node].split;
}

/// (z M - centre) V = z (M V) - centre V
Axes in_columns(const Model& model, const Split& split, const DenseMatrix& directions) {
  const Eigen::Map<const Vector> centre(split.centre.data(), split.centre.size());
  Axes axes{directions, plain(Vector(view(directions).transpose() * centre))};
  if (model.transform.metric)
    axes.directions = plain(RowMatrix(view(*model.transform.metric) * view(directions)));
  return axes;
}

/// Everything a node needs to send rows on, made once.
class Walker {
 public:
  explicit Walker(const Tree& tree) : tree_(tree), nearest_(tree.nodes.size()), label_(label_of_node(tree)) {
    for (Index i = 0; i < std::ssize(tree.nodes); ++i)
      if (tree.nodes[i].split) nearest_[i].emplace(RowMatrix(view(tree.nodes[i].split->microclusters)));
  }

  /// All rows of a node go through it together. A loop and no recursion: a chain of splits may be longer
  /// than a stack is deep.
  void label(const RowMatrix& rows, std::int32_t* labels) const {
    std::vector<Group> open{{0, std::vector<Index>(rows.rows())}};
    std::iota(open[0].rows.begin(), open[0].rows.end(), Index{0});
    while (!open.empty()) {
      const Group here = std::move(open.back());
      open.pop_back();
      if (nearest_[here.node])
        send_on(here, rows, open);
      else
        for (const Index row : here.rows) labels[row] = label_[here.node];
    }
  }

 private:
  struct Group {
    int node;
    std::vector<Index> rows;
  };

  void send_on(const Group& group, const RowMatrix& rows, std::vector<Group>& open) const {
    const Node& node = tree_.nodes[group.node];
    const Eigen::Map<const Vector> centre(node.split->centre.data(), rows.cols());
    RowMatrix here(group.rows.size(), rows.cols());
    for (Index i = 0; i < here.rows(); ++i) here.row(i) = rows.row(group.rows[i]) - centre.transpose();
    std::vector<std::int32_t> nearest(group.rows.size());
    nearest_[group.node]->find(here, 0, here.rows(), nearest.data());
    std::vector<std::vector<Index>> children(node.children.size());
    for (Index i = 0; i < here.rows(); ++i) children[node.split->side[nearest[i]]].push_back(group.rows[i]);
    for (Index child = 0; child < std::ssize(children); ++child)
      if (!children[child].empty()) open.push_back({node.children[child], std::move(children[child])});
  }

  const Tree& tree_;
  std::vector<std::optional<NearestCentre>> nearest_;
  std::vector<std::int32_t> label_;
};

/// A model grown on a sketch knows the leaf of every cell.
class CellLabeller {
 public:
  explicit CellLabeller(const Model& model)
      : cells_(view(model.cells->coarse), view(model.cells->fine),
               {model.cells->begin.begin(), model.cells->begin.end()}),
        label_(label_of_cell(model)) {}

  void label(const RowMatrix& rows, std::int32_t* labels) const {
    cells_.find(rows, labels);
    for (Index i = 0; i < rows.rows(); ++i) labels[i] = label_[labels[i]];
  }

 private:
  Cells cells_;
  std::vector<std::int32_t> label_;
};

}  // namespace

std::vector<std::int32_t> assign(const Model& model, const TableView& table, Index first_row) {
  check_columns(model, table);
  const ScopedThreads threads(model.options.threads);
  std::vector<std::int32_t> labels(table.rows());
  const auto label_blocks = [&](const auto& labeller, const Transform& transform, Index block) {
    parallel_blocks(table.rows(), block, [&](Index begin, Index end) {
      labeller.label(transformed(transform, table, begin, end, first_row), labels.data() + begin);
    });
  };
  if (model.cells)  // they were made before any metric was learnt
    label_blocks(CellLabeller(model), without_metric(model.transform), rows_at_once(table.columns()));
  else
    label_blocks(Walker(model.tree), model.transform, row_block);
  return labels;
}

DenseMatrix project(const Model& model, int node, const TableView& table) {
  check_columns(model, table);
  const Split& split = split_of(model, node);
  const ScopedThreads threads(model.options.threads);
  const Eigen::Map<const Vector> centre(split.centre.data(), split.centre.size());
  const RowMatrix directions = view(split.projection);
  const PackedRight packed(view_of(directions));
  DenseMatrix out{table.rows(), split.projection.columns, {}};
  out.values.resize(out.rows * out.columns);
  parallel_blocks(table.rows(), row_block, [&](Index begin, Index end) {
    RowMatrix rows = transformed(model.transform, table, begin, end, 0);
    rows.rowwise() -= centre.transpose();
    packed.multiply_rows(view_of(rows), 0, rows.rows(), out.values.data() + begin * directions.cols(),
                         directions.cols());
  });
  return out;
}

Axes axes_in_columns(const Model& model, int node) {
  const Split& split = split_of(model, node);
  return in_columns(model, split, split.projection);
}

Axes start_in_columns(const Model& model, int node) {
  const Split& split = split_of(model, node);
  return in_columns(model, split, split.start);
}

}  // namespace scpp
