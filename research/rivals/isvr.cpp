#include "rivals/isvr.hpp"

#include <svm.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/parallel.hpp"
#include "rivals/row_kmeans.hpp"
#include "rivals/similarity_graph.hpp"

namespace scpp {

struct GaussianRegression::Problem {
  Index count = 0;
  std::vector<svm_node> nodes;  // count rows: (0, number), (1, k_1), ..., (count, k_count)
  std::vector<svm_node*> rows;

  const svm_node* row(Index j) const { return nodes.data() + j * (count + 1); }
};

namespace {

/// Mean squared distance between different rows: 2 n / (n - 1) times the mean squared distance to the centre.
double mean_squared_distance(const RowMatrix& rows) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  const double n = static_cast<double>(rows.rows());
  return 2 * (rows.rowwise() - mean).squaredNorm() / std::max(n - 1, 1.0);
}

svm_parameter parameters(double penalty) {
  svm_parameter parameter{};
  parameter.svm_type = EPSILON_SVR;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 512;  // MB; holds every row of up to 11 500
  parameter.eps = 0.01;        // targets are +1 and -1 and only signs are used
  parameter.C = penalty;
  parameter.p = 0;
  parameter.shrinking = 1;
  return parameter;
}

}  // namespace

GaussianRegression::GaussianRegression(const RowMatrix& rows) : problem_(std::make_unique<Problem>()) {
  Problem& problem = *problem_;
  problem.count = rows.rows();
  problem.nodes.resize(problem.count * (problem.count + 1));
  const SquaredDistances distances(rows);
  const double width = std::max(2 * mean_squared_distance(rows), 1e-300);  // 2 sigma^2
  parallel_blocks(problem.count, 16, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      svm_node* to = problem.nodes.data() + j * (problem.count + 1);
      to[0] = {0, static_cast<double>(j + 1)};
      for (Index k = 0; k < problem.count; ++k)
        to[k + 1] = {static_cast<int>(k + 1),
                     k == j ? 1.0 : std::exp(-static_cast<double>(distances.row(j)[k]) / width)};
    }
  });
  for (Index j = 0; j < problem.count; ++j)
    problem.rows.push_back(problem.nodes.data() + j * (problem.count + 1));
}

GaussianRegression::~GaussianRegression() = default;

GaussianRegression::Result GaussianRegression::fit(const Vector& targets, double penalty) const {
  svm_set_print_string_function([](const char*) {});  // the library never prints
  std::vector<double> y(targets.begin(), targets.end());
  svm_problem input{static_cast<int>(problem_->count), y.data(), problem_->rows.data()};
  const svm_parameter parameter = parameters(penalty);
  svm_model* model = svm_train(&input, &parameter);
  Result result{Vector::Zero(problem_->count), 0};
  for (int i = 0; i < model->l; ++i) {
    const double coefficient = model->sv_coef[0][i];
    const svm_node* row = problem_->row(model->sv_indices[i] - 1);
    for (Index k = 0; k < problem_->count; ++k) result.scores[k] += coefficient * row[k + 1].value;
  }
  for (int i = 0; i < model->l; ++i)
    result.squared_norm += model->sv_coef[0][i] * result.scores[model->sv_indices[i] - 1];
  svm_free_and_destroy_model(&model);
  return result;
}

namespace {

constexpr double balance = 0.3;  // the paper's choice for clusters of different sizes
constexpr double penalty =
    1;  // C: with targets of +1 and -1 a row pays at most about as much as the margin is worth
constexpr int most_margin_rounds = 20;
constexpr double settled_margin = 0.001;  // relative change of the objective that ends the rounds

Vector signs(const Vector& values) {
  return values.unaryExpr([](double v) { return v >= 0 ? 1.0 : -1.0; });
}

std::vector<std::vector<Index>> parted(const std::vector<Index>& rows,
                                       const std::vector<std::int32_t>& side) {
  std::vector<std::vector<Index>> parts(2);
  for (Index i = 0; i < std::ssize(rows); ++i) parts[side[i]].push_back(rows[i]);
  return parts;
}

}  // namespace

double balanced_bias(const Vector& scores, double share) {
  Vector sorted = scores;
  std::sort(sorted.begin(), sorted.end());
  const Index n = sorted.size();
  const auto least_positive = static_cast<Index>(std::ceil(static_cast<double>(n) * (1 - share) / 2));
  double best_bias = 0, best_loss = std::numeric_limits<double>::infinity();
  for (Index negative = std::max<Index>(least_positive, 1);
       negative <= n - std::max<Index>(least_positive, 1); ++negative) {
    const double bias = -(sorted[negative - 1] + sorted[negative]) / 2;
    const double loss = ((sorted.array() + bias).abs() - 1).abs().sum();
    if (loss < best_loss) {
      best_loss = loss;
      best_bias = bias;
    }
  }
  return best_bias;
}

MarginSplit margin_split(const RowMatrix& rows, const StageWatch& watch) {
  MarginSplit split;
  const RowClusters start = cluster_rows(rows, 2);
  split.side = start.labels;
  if (std::ranges::count(start.labels, 0) == rows.rows()) return split;
  Vector sides(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) sides[i] = start.labels[i] == 0 ? 1.0 : -1.0;
  const GaussianRegression regression(rows);
  for (int round = 0; round < most_margin_rounds; ++round) {
    watch("split of " + std::to_string(rows.rows()) + " rows, round " + std::to_string(round + 1));
    const auto [scores, squared_norm] = regression.fit(sides, penalty);
    const Vector values = scores.array() + balanced_bias(scores, balance);
    const Vector next = signs(values);
    split.trace.push_back(squared_norm / 2 + penalty * (next - values).cwiseAbs().sum());
    const Index last = split.trace.size() - 1;
    const bool still = next == sides || (last > 0 && std::abs(split.trace[last] - split.trace[last - 1]) <=
                                                         settled_margin * split.trace[last]);
    sides = next;
    if (still) break;
  }
  for (Index i = 0; i < rows.rows(); ++i) split.side[i] = sides[i] > 0 ? 0 : 1;
  return split;
}

RivalResult isvr(const RowMatrix& rows, Index clusters, const StageWatch& watch) {
  std::vector<std::vector<Index>> parts(1);
  for (Index i = 0; i < rows.rows(); ++i) parts[0].push_back(i);
  RivalResult result;
  std::set<Index> whole;  // parts that cannot be split
  while (std::ssize(parts) < clusters && std::ssize(whole) < std::ssize(parts)) {
    Index largest = parts.size();
    for (Index p = 0; p < std::ssize(parts); ++p)
      if (!whole.contains(p) &&
          (largest == std::ssize(parts) || std::ssize(parts[p]) > std::ssize(parts[largest])))
        largest = p;
    const MarginSplit split = margin_split(rows(parts[largest], Eigen::all), watch);
    auto children = parted(parts[largest], split.side);
    if (children[0].empty() || children[1].empty()) {
      whole.insert(largest);
      continue;
    }
    result.trace.insert(result.trace.end(), split.trace.begin(), split.trace.end());
    parts[largest] = std::move(children[0]);
    parts.push_back(std::move(children[1]));
  }
  result.labels.resize(rows.rows());
  for (Index p = 0; p < std::ssize(parts); ++p)
    for (const Index row : parts[p]) result.labels[row] = static_cast<std::int32_t>(p);
  result.choice = "sigma^2 the mean squared distance in each split, C = 1";
  return result;
}

}  // namespace scpp
