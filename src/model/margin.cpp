#include "scpp/margin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "micro/distances.hpp"

namespace scpp {
namespace {

constexpr Index rows_at_a_time = 512;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The microclusters of one split that lead to one child.
class Side {
 public:
  Side(const Split& split, Index child) {
    const auto columns = split.microclusters.columns;
    const auto count = std::count(split.side.begin(), split.side.end(), static_cast<std::int32_t>(child));
    centres_.resize(count, columns);
    Index filled = 0;
    for (Index i = 0; i < std::ssize(split.side); ++i)
      if (split.side[i] == child)
        centres_.row(filled++) = Eigen::Map<const Eigen::RowVectorXd>(split.microclusters.row(i), columns);
    if (count > 0) nearest_.emplace(centres_);
  }

  /// Distance of every row to the nearest centre; infinite when the side has none.
  Vector distances(const RowMatrix& rows) const {
    Vector found = Vector::Constant(rows.rows(), infinity);
    if (!nearest_) return found;
    std::vector<std::int32_t> nearest(rows.rows());
    nearest_->find(rows, 0, rows.rows(), nearest.data());
    for (Index i = 0; i < rows.rows(); ++i)
      found[i] =
          std::sqrt(squared_distance(rows.row(i).data(), centres_.row(nearest[i]).data(), rows.cols()));
    return found;
  }

 private:
  RowMatrix centres_;
  std::optional<NearestCentre> nearest_;
};

double margin_of(double own, double other) {
  if (std::isinf(other)) return 1;
  // Both distances are rounded, so on the border the other side may seem nearer.
  return own + other > 0 ? std::max(0.0, (other - own) / (other + own)) : 0;
}

/// Every label says which way its rows went; here each node measures the rows that passed through it.
class Measurer {
 public:
  explicit Measurer(const Tree& tree) : tree_(tree), sides_(tree.nodes.size()) {
    const std::vector<int> leaves = tree.leaves();
    turn_.assign(tree.nodes.size(), std::vector<int>(leaves.size(), -1));
    for (Index i = 0; i < std::ssize(tree.nodes); ++i)
      for (Index child = 0; child < std::ssize(tree.nodes[i].children); ++child)
        sides_[i].emplace_back(*tree.nodes[i].split, child);
    for (Index label = 0; label < std::ssize(leaves); ++label)
      for (int node = leaves[label]; tree.nodes[node].parent >= 0;) node = note_turn(node, label);
  }

  void measure(const RowMatrix& rows, const std::int32_t* labels, double* margins) const {
    std::fill_n(margins, rows.rows(), 1.0);
    for (Index node = 0; node < std::ssize(sides_); ++node)
      if (!sides_[node].empty()) measure_at(node, rows, labels, margins);
  }

 private:
  int note_turn(int node, Index label) {
    const int parent = tree_.nodes[node].parent;
    const auto& children = tree_.nodes[parent].children;
    turn_[parent][label] =
        static_cast<int>(std::find(children.begin(), children.end(), node) - children.begin());
    return parent;
  }

  void measure_at(Index node, const RowMatrix& rows, const std::int32_t* labels, double* margins) const {
    std::vector<Index> which;
    for (Index row = 0; row < rows.rows(); ++row)
      if (turn_[node][labels[row]] >= 0) which.push_back(row);
    const auto& centre = tree_.nodes[node].split->centre;
    RowMatrix here(which.size(), rows.cols());
    for (Index i = 0; i < here.rows(); ++i)
      here.row(i) = rows.row(which[i]) - Eigen::Map<const Eigen::RowVectorXd>(centre.data(), rows.cols());
    std::vector<Vector> distances;
    for (const Side& side : sides_[node]) distances.push_back(side.distances(here));
    for (Index i = 0; i < here.rows(); ++i) {
      const Index row = which[i];
      const auto own = turn_[node][labels[row]];
      double other = infinity;
      for (Index side = 0; side < std::ssize(distances); ++side)
        if (side != own) other = std::min(other, distances[side][i]);
      margins[row] = std::min(margins[row], margin_of(distances[own][i], other));
    }
  }

  const Tree& tree_;
  std::vector<std::vector<Side>> sides_;  // of every node, one for each child
  std::vector<std::vector<int>> turn_;    // [node][label]: the child taken, -1 if those rows do not come here
};

}  // namespace

std::vector<double> margins(const Model& model, const TableView& table) {
  const std::vector<std::int32_t> labels = assign(model, table);
  const ScopedThreads threads(model.options.threads);
  const Measurer measurer(model.tree);
  std::vector<double> found(table.rows());
  parallel_blocks(table.rows(), rows_at_a_time, [&](Index begin, Index end) {
    measurer.measure(transformed_rows(table, model.transform, begin, end), labels.data() + begin,
                     found.data() + begin);
  });
  return found;
}

}  // namespace scpp
