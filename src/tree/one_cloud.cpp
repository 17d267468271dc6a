#include "tree/one_cloud.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <variant>
#include <vector>

#include "base/multiply.hpp"
#include "base/random.hpp"
#include "micro/neighbours.hpp"
#include "micro/node_graph.hpp"

namespace scpp {
namespace {

// More rows sharpen both cuts alike; a thousand tell clusters apart that overlap by a few per cent, and keep
// the test at the price of a few splits of a small table.
constexpr Index sample_size = 1000;
constexpr int clouds = 6;
constexpr double smallest_cut =
    1e-6;                       // stands for 0, which has no logarithm: a thousandth of one edge in thousand
constexpr double most_cut = 2;  // a normalised cut in two is never more
constexpr double student_quantile = 3.365;  // of 0.99 with clouds - 1 = 5 degrees of freedom
constexpr double least_rows_of_a_side = 5;  // fewer have hardly a neighbour among themselves

/// `count` rows without replacement, a row of weight w as likely as w rows (Efraimidis and Spirakis: the
/// least of -log(u) / w), in their order.
std::vector<Index> draw(const Vector& weights, Index count, Random random) {
  std::vector<std::pair<double, Index>> keyed;
  for (Index row = 0; row < weights.size(); ++row)
    keyed.emplace_back(-std::log(1 - random.uniform()) / weights[row], row);
  count = std::min(count, weights.size());
  std::nth_element(keyed.begin(), keyed.begin() + (count - 1), keyed.end());
  std::vector<Index> rows;
  for (Index i = 0; i < count; ++i) rows.push_back(keyed[static_cast<std::size_t>(i)].second);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Rows of N(0, S) with S the covariance of the centred rows: combinations of these with independent normal
/// factors.
RowMatrix cloud_like(const RowMatrix& centred, Random random) {
  const Index n = centred.rows();
  RowMatrix factors(n, n);
  for (double& factor : factors.reshaped<Eigen::RowMajor>()) factor = random.normal();
  return multiply(view_of(factors), view_of(centred)) / std::sqrt(static_cast<double>(n - 1));
}

/// By one search, without the help of the graph that then tells the cut.
double cut_of_a_split(const RowMatrix& rows, const SplitOptions& options, const SplitTask& task) {
  const Vector ones = Vector::Ones(rows.rows());
  const auto result = split_rows(rows, ones, {}, options, task);
  const auto* found = std::get_if<SplitFound>(&result);
  if (!found) return most_cut;
  std::vector<Index> all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  const NodeGraph graph(nearest_neighbours(rows, neighbours_of_a_row), all, ones);
  return std::min(graph.normalised_cut(found->child_of_row, 2), most_cut);
}

}  // namespace

std::string CloudTest::sentence() const {
  if (cut >= most_cut) return "no balanced split in a sample of its rows";
  const auto digits = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", value);
    return std::string(text);
  };
  return "one cloud: a split cuts " + digits(cut) + " of its neighbour graph, that of one Gaussian cloud " +
         digits(expected) + ", seldom below " + digits(least);
}

CloudTest compare_with_one_cloud(const RowMatrix& rows, const Vector& weights, const SplitOptions& options,
                                 const SplitTask& task) {
  const auto stream = [&](int number) {
    return Random(task.seed + static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(task.node));
  };
  const std::vector<Index> drawn = draw(weights, sample_size, stream(0));
  RowMatrix sample(static_cast<Index>(drawn.size()), rows.cols());
  for (std::size_t i = 0; i < drawn.size(); ++i) sample.row(static_cast<Index>(i)) = rows.row(drawn[i]);
  sample.rowwise() -= sample.colwise().mean().eval();

  SplitTask small = task;
  small.graph = nullptr;
  small.least_side =
      std::max(least_rows_of_a_side, task.least_side / weights.sum() * static_cast<double>(sample.rows()));
  CloudTest test;
  test.cut = cut_of_a_split(sample, options, small);
  if (test.cut >= most_cut) return test;
  // Cuts are shares, and small ones vary in proportion to their size: logarithms vary evenly.
  Vector logs(clouds);
  for (int i = 0; i < clouds; ++i)
    logs[i] =
        std::log(std::max(cut_of_a_split(cloud_like(sample, stream(i + 1)), options, small), smallest_cut));
  const double mean = logs.mean();
  const double deviation = std::sqrt((logs.array() - mean).square().sum() / (clouds - 1));
  test.expected = std::exp(mean);
  test.least = std::exp(mean - student_quantile * deviation * std::sqrt(1 + 1.0 / clouds));
  return test;
}

}  // namespace scpp
