#include "tree/one_cloud.hpp"

#include <Eigen/QR>
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
constexpr std::size_t least_clouds = 3, most_clouds = 8;
constexpr double smallest_cut =
    1e-6;                       // stands for 0, which has no logarithm: a thousandth of one edge in thousand
constexpr double most_cut = 2;  // a normalised cut in two is never more
// Of 0.999, for least_clouds to most_clouds less one degrees of freedom. Each cluster is asked once whether
// it is one cloud, so an error in a hundred would spoil one in seven tables of fifteen clusters.
constexpr double student_quantile[] = {22.327, 10.215, 7.173, 5.893, 5.208, 4.785};
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

/// A with A'A = (n - 1) S, S the covariance of the centred rows: rows of independent normal factors times A
/// are N(0, S).
RowMatrix root_of_scatter(const RowMatrix& centred) {
  if (centred.cols() >= centred.rows()) return centred;
  const Eigen::HouseholderQR<ColMatrix> qr(centred);
  return qr.matrixQR().topRows(centred.cols()).triangularView<Eigen::Upper>().toDenseMatrix();
}

RowMatrix cloud(Index rows, const RowMatrix& root, Random random) {
  RowMatrix factors(rows, root.rows());
  for (double& factor : factors.reshaped<Eigen::RowMajor>()) factor = random.normal();
  return multiply(view_of(factors), view_of(root)) / std::sqrt(static_cast<double>(rows - 1));
}

/// Of the best of several searches, refined: the least cut that can be had varies less from cloud to cloud
/// than that of one search.
double cut_of_a_split(const RowMatrix& rows, const SplitOptions& options, SplitTask task) {
  if (rows.rows() < 2) return most_cut;  // nobody has a neighbour
  const Vector ones = Vector::Ones(rows.rows());
  std::vector<Index> all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  const NodeGraph graph(nearest_neighbours(rows, neighbours_of_a_row), all, ones);
  task.graph = &graph;
  const auto result = split_rows(rows, ones, {}, options, task);
  const auto* found = std::get_if<SplitFound>(&result);
  return found ? std::clamp(found->split.neighbour_cut, smallest_cut, most_cut) : most_cut;
}

/// Cuts are shares, and small ones vary in proportion to their size: logarithms vary evenly.
void compare(CloudTest& test, const std::vector<double>& cuts) {
  const Vector logs = Eigen::Map<const Vector>(cuts.data(), static_cast<Index>(cuts.size())).array().log();
  const double mean = logs.mean(), count = static_cast<double>(cuts.size());
  const double deviation = std::sqrt((logs.array() - mean).square().sum() / (count - 1));
  const double quantile = student_quantile[cuts.size() - least_clouds];
  test.expected = std::exp(mean);
  test.least = std::exp(mean - quantile * deviation * std::sqrt(1 + 1 / count));
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
  small.further = {true, false, options.pursuit.dimensions};
  small.least_side =
      std::max(least_rows_of_a_side, task.least_side / weights.sum() * static_cast<double>(sample.rows()));
  CloudTest test;
  test.cut = cut_of_a_split(sample, options, small);
  if (test.cut >= most_cut) return test;
  const RowMatrix root = root_of_scatter(sample);
  std::vector<double> cuts;
  // Clouds are made until their interval lies above the cut, or one is as clear as the rows (a sequential
  // Monte Carlo test: Besag and Clifford, 1991).
  while (cuts.size() < most_clouds && !test.clearer() &&
         (cuts.size() < least_clouds || test.cut < std::ranges::min(cuts))) {
    const Random random = stream(static_cast<int>(cuts.size()) + 1);
    cuts.push_back(cut_of_a_split(cloud(sample.rows(), root, random), options, small));
    if (cuts.size() >= least_clouds) compare(test, cuts);
  }
  return test;
}

}  // namespace scpp
