#include "scpp/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "data/components.hpp"
#include "graph/neighbours.hpp"
#include "micro/distances.hpp"
#include "model/reference_cloud.hpp"
#include "scpp/errors.hpp"
#include "tree/learn_metric.hpp"

namespace scpp {
namespace {

// research/notes/confidence.md has what was tried.
constexpr int diffusion_steps = 4;         // among the reference rows; a new row's neighbours are one more
constexpr double half_power_of_means = 4;  // a mean counts by the 8th power of its distance
constexpr double shrinkage = 0.5;          // of the metric that the clusters teach
constexpr double blind = 0.1;  // modularity that neighbours in unit variance may lack to that metric
constexpr Index rows_at_a_time = 512;

TableView table_of(const DenseMatrix& rows) {
  return TableView::row_major(rows.values.data(), rows.rows, rows.columns);
}

/// Labels of the reference rows, spread along their neighbour graph: F <- D^-1 A F.
RowMatrix diffused(const PartedCloud& reference, const NeighbourGraph& neighbours) {
  RowMatrix share = RowMatrix::Zero(reference.cloud.rows.rows(), reference.count);
  for (Index i = 0; i < share.rows(); ++i) share(i, reference.parts[i]) = 1;
  if (neighbours.count == 0) return share;
  const Graph graph = union_graph(neighbours, reference.cloud.weights);
  for (int step = 0; step < diffusion_steps; ++step) {
    RowMatrix next = RowMatrix::Zero(share.rows(), share.cols());
    for (Index i = 0; i < graph.nodes(); ++i)
      for (Index at = graph.begin[i]; at < graph.begin[i + 1]; ++at)
        next.row(i) += graph.weight[at] / graph.degree[i] * share.row(graph.to[at]);
    share = std::move(next);
  }
  return share;
}

/// What half of the weight does not exceed.
double weighted_median(std::vector<std::pair<double, double>> values_and_weights) {
  std::ranges::sort(values_and_weights);
  double half = 0, sum = 0;
  for (const auto& [value, weight] : values_and_weights) half += weight / 2;
  for (const auto& [value, weight] : values_and_weights)
    if ((sum += weight) >= half) return value;
  return 0;
}

class Judgement {
 public:
  explicit Judgement(ReferenceCloud reference)
      : reference_(std::move(reference.parted)),
        components_(std::move(reference.components)),
        moments_(moments_of(reference_)),
        metric_(metric_of_neighbours()),
        nearest_(metric_ ? in_metric(reference_.cloud.rows, *metric_) : reference_.cloud.rows) {
    white_ = whitening(moments_.within, shrinkage);
    means_ = in_metric(moments_.means, white_);
    const NeighbourGraph neighbours = nearest_neighbours(nearest_.points(), neighbours_of_a_row);
    share_ = diffused(reference_, neighbours);
    usual_reach_ = usual_reaches(neighbours);
    has_rows_.assign(reference_.count, false);
    for (const auto part : reference_.parts) has_rows_[part] = true;
  }

  Index clusters() const { return reference_.count; }

  /// The probabilities of every cluster and the distance of the farthest of the row's nearest reference rows.
  struct Rows {
    RowMatrix probability;
    Vector reach;
  };
  Rows judge(const RowMatrix& scaled, const std::int32_t* labels) const {
    const RowMatrix rows = components_ ? in_metric(scaled, *components_) : scaled;
    const RowMatrix white = in_metric(rows, white_), seen = metric_ ? in_metric(rows, *metric_) : rows;
    const NeighbourGraph near = nearest_.find(seen, neighbours_of_a_row);
    Rows judged{RowMatrix::Zero(rows.rows(), clusters()), Vector(rows.rows())};
    for (Index i = 0; i < rows.rows(); ++i) {
      const std::int32_t* named = near.to.data() + i * near.count;
      for (Index k = 0; k < near.count; ++k)
        judged.probability.row(i) += reference_.cloud.weights[named[k]] * share_.row(named[k]);
      judged.reach[i] = distance(seen, i, nearest_.points(), named[near.count - 1]);
      weigh_by_means(white, i, labels[i], judged.probability);
    }
    return judged;
  }

  double outlier(std::int32_t label, double reach) const {
    return reach > usual_reach_[label] ? 1 - usual_reach_[label] / reach : 0;
  }

 private:
  static double distance(const RowMatrix& rows, Index row, const RowMatrix& others, Index other) {
    return std::sqrt(squared_distance(rows.row(row).data(), others.row(other).data(), rows.cols()));
  }

  /// Unit variance is the better witness of strays, but blind where most columns are noise: then neighbours
  /// are sought in the metric that the clusters teach, if rows that did not teach it agree.
  std::optional<RowMatrix> metric_of_neighbours() const {
    const bool enough = reference_.cloud.rows.rows() >= 4 * neighbours_of_a_row;
    if (!enough || !(gain_of_metric(reference_, shrinkage) > blind)) return std::nullopt;
    return taught_metric(moments_, shrinkage);
  }

  Vector usual_reaches(const NeighbourGraph& neighbours) const {
    std::vector<std::vector<std::pair<double, double>>> reaches(clusters());
    for (Index i = 0; i < neighbours.rows(); ++i) {
      const std::int32_t farthest = neighbours.to[(i + 1) * neighbours.count - 1];
      reaches[reference_.parts[i]].emplace_back(distance(nearest_.points(), i, nearest_.points(), farthest),
                                                reference_.cloud.weights[i]);
    }
    Vector usual(clusters());
    for (Index part = 0; part < clusters(); ++part) usual[part] = weighted_median(std::move(reaches[part]));
    return usual;
  }

  /// p_k ~ p_k / |x - mean_k|^8, in logarithms; who says nothing leaves it to the label.
  void weigh_by_means(const RowMatrix& rows, Index row, std::int32_t label, RowMatrix& probability) const {
    constexpr double none = -std::numeric_limits<double>::infinity();
    Vector logs = Vector::Constant(clusters(), none);
    for (Index part = 0; part < clusters(); ++part) {
      const double squared = squared_distance(rows.row(row).data(), means_.row(part).data(), rows.cols());
      if (has_rows_[part] && probability(row, part) > 0)
        logs[part] = std::log(probability(row, part)) -
                     half_power_of_means * std::log(std::max(squared, std::numeric_limits<double>::min()));
    }
    if (!std::isfinite(logs.maxCoeff())) {
      probability.row(row).setZero();
      probability(row, label) = 1;
      return;
    }
    // In a vector of its own: how a row of a matrix is summed up depends on where it lies in memory.
    const Vector likely = (logs.array() - logs.maxCoeff()).exp();
    probability.row(row) = likely.transpose() / likely.sum();
  }

  PartedCloud reference_;
  std::optional<RowMatrix> components_;
  PartMoments moments_;
  std::optional<RowMatrix> metric_;  // in which neighbours are sought; unit variance without
  NearestPoints nearest_;
  RowMatrix white_, means_;  // whitening within clusters, and their means after it
  RowMatrix share_;
  Vector usual_reach_;
  std::vector<bool> has_rows_;
};

/// use(first row, labels, judged rows) block by block, on several threads.
template <class Use>
void judge_blocks(const Model& model, const TableView& table, Index first_row, const Use& use) {
  const std::vector<std::int32_t> labels = assign(model, table, first_row);
  const ScopedThreads threads(model.options.threads);
  const Judgement judgement(reference_cloud(model));
  const Transform transform = without_metric(model.transform);
  parallel_blocks(table.rows(), rows_at_a_time, [&](Index begin, Index end) {
    const RowMatrix rows = transformed_rows(table, transform, begin, end);
    use(judgement, begin, labels.data() + begin, judgement.judge(rows, labels.data() + begin));
  });
}

/// The likeliest cluster but for the row's own.
std::int32_t runner_up(const RowMatrix& probability, Index row, std::int32_t label) {
  std::int32_t best = -1;
  for (std::int32_t part = 0; part < probability.cols(); ++part)
    if (part != label && (best < 0 || probability(row, part) > probability(row, best))) best = part;
  return best;
}

}  // namespace

ReferenceCloud reference_cloud(const Model& model) {
  if (!model.reference)
    throw InvalidArgument("the model keeps no reference rows, so it cannot say how sure it is; fit again");
  const TableView table = table_of(model.reference->rows);
  const Transform transform = without_metric(model.transform);
  Cloud cloud{{}, Eigen::Map<const Vector>(model.reference->weights.data(), table.rows()), {}};
  std::vector<Index> all(table.rows());
  std::iota(all.begin(), all.end(), Index{0});
  auto components = leading_components({table, transform, cloud.weights, {}}, all, cloud.weights);
  cloud.rows =
      components ? std::move(components->coordinates) : transformed_rows(table, transform, 0, table.rows());
  std::optional<RowMatrix> directions;
  if (components) directions = std::move(components->directions);
  return {{std::move(cloud), assign(model, table), model.tree.clusters()}, std::move(directions)};
}

DenseMatrix membership(const Model& model, const TableView& rows, Index first_row) {
  DenseMatrix found{rows.rows(), model.tree.clusters(), {}};
  found.values.resize(found.rows * found.columns);
  judge_blocks(model, rows, first_row, [&](const auto&, Index first, const auto*, const auto& judged) {
    Eigen::Map<RowMatrix>(found.values.data() + first * found.columns, judged.probability.rows(),
                          found.columns) = judged.probability;
  });
  return found;
}

Confidence confidence(const Model& model, const TableView& rows, Index first_row) {
  Confidence found{std::vector<double>(rows.rows()), std::vector<std::int32_t>(rows.rows()),
                   std::vector<double>(rows.rows())};
  judge_blocks(model, rows, first_row,
               [&](const Judgement& judgement, Index first, const std::int32_t* labels, const auto& judged) {
                 for (Index i = 0; i < judged.reach.size(); ++i) {
                   found.probability[first + i] = judged.probability(i, labels[i]);
                   found.other[first + i] = runner_up(judged.probability, i, labels[i]);
                   found.outlier[first + i] = judgement.outlier(labels[i], judged.reach[i]);
                 }
               });
  return found;
}

}  // namespace scpp
