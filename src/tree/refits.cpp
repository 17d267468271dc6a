#include "tree/refits.hpp"

#include <optional>
#include <variant>

#include "base/random.hpp"
#include "data/standardise.hpp"
#include "graph/neighbours.hpp"
#include "micro/distances.hpp"
#include "scpp/errors.hpp"
#include "split/judge.hpp"
#include "split/split.hpp"

namespace scpp {
namespace {

// Their mean agreement has a third of the variance of one; more would cost more than the tree itself.
constexpr int refits = 3;
constexpr std::uint64_t refit_streams = 0x7265666974;  // apart from the streams of the searches

/// The rows that were drawn, in their order, and the weight of each: its own times how often it came.
struct Drawn {
  std::vector<Index> rows;
  Vector weights;
};

Drawn draw_again(const std::vector<Index>& rows, const Vector& weights, Random random) {
  std::vector<double> times(rows.size(), 0.0);
  for (Index i = 0; i < std::ssize(rows); ++i) ++times[random.below(rows.size())];
  Drawn drawn{{}, Vector::Zero(weights.size())};
  for (Index i = 0; i < std::ssize(rows); ++i) {
    if (!(times[i] > 0)) continue;
    drawn.rows.push_back(rows[i]);
    drawn.weights[rows[i]] = times[i] * weights[rows[i]];
  }
  return drawn;
}

Vector at(const Vector& values, const std::vector<Index>& rows) {
  Vector result(rows.size());
  for (Index i = 0; i < std::ssize(rows); ++i) result[i] = values[rows[i]];
  return result;
}

/// The side of each row by a split that other rows made.
Parts sides_by(const Split& split, RowMatrix rows) {
  rows.rowwise() -= Eigen::Map<const Eigen::RowVectorXd>(split.centre.data(), rows.cols());
  Parts sides = NearestCentre(RowMatrix(view(split.microclusters))).find_all(rows);
  for (auto& side : sides) side = split.side[side];
  return sides;
}

class Refitter {
 public:
  Refitter(const Scaled& scaled, const Judge& judge, const FitOptions& options, const Observer& watch)
      : scaled_(scaled), judge_(judge), options_(options), watch_(watch) {}

  void ask(GrownTree& grown, int node) const {
    const NodeMembers members = members_of(grown, node);
    double agreements = 0;
    for (int number = 0; number < refits; ++number) agreements += agreement_of_refit(members, node, number);
    Split& split = *grown.tree.nodes[node].split;
    const double others = split.candidates - 1;
    split.stability = (split.stability.value_or(0) * others + agreements) / (others + refits);
  }

 private:
  double agreement_of_refit(const NodeMembers& members, int node, int number) const {
    const auto stream = static_cast<std::uint64_t>(node) * refits + static_cast<std::uint64_t>(number);
    const Drawn drawn =
        draw_again(members.rows, scaled_.weights, Random(options_.seed ^ refit_streams, stream));
    SplitTask task = task_for(node);
    std::optional<NodeGraph> graph;
    if (judge_.neighbours.count > 0)
      task.graph = &graph.emplace(judge_.neighbours, drawn.rows, drawn.weights);
    const auto result = split_rows(gather(scaled_, drawn.rows), at(drawn.weights, drawn.rows),
                                   scaled_.scatter_inside, options_.split, task);
    const auto* found = std::get_if<SplitFound>(&result);
    if (!found) return 0;
    return agreement(sides_by(found->split, gather(scaled_, members.rows)), members.child,
                     at(scaled_.weights, members.rows), task.parts);
  }

  SplitTask task_for(int node) const {
    SplitTask task;
    task.node = node;
    task.least_side = options_.split.balance * scaled_.weights.sum() / options_.most_clusters();
    task.method = options_.method;
    task.further = judge_.further;
    task.seed = options_.seed;
    task.watch = [this, node](double beta, double lambda2, Index evaluations) {
      const int clusters = options_.most_clusters();
      report_progress(watch_, {Stage::resampling, node, 0, clusters, clusters, beta, lambda2, evaluations});
    };
    return task;
  }

  const Scaled& scaled_;
  const Judge& judge_;
  const FitOptions& options_;
  const Observer& watch_;
};

}  // namespace

void ask_refits(GrownTree& grown, const Scaled& scaled, const Judge& judge, const FitOptions& options,
                const Observer& watch) {
  const Refitter refitter(scaled, judge, options, watch);
  for (Index node = 0; node < std::ssize(grown.tree.nodes); ++node)
    if (grown.tree.nodes[node].split) refitter.ask(grown, static_cast<int>(node));
}

}  // namespace scpp
