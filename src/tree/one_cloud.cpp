#include "tree/one_cloud.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <variant>
#include <vector>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/random.hpp"
#include "graph/neighbours.hpp"

namespace scpp {
namespace {

// More rows sharpen both cuts alike; a thousand tell clusters apart that overlap by a few per cent, and keep
// the test at the price of a few splits of a small table.
constexpr Index sample_size = 1000;
// Three clouds settle what is plain. From six on their lower half does: a search that missed in a cloud is no
// sign that clouds are cut as little as the rows. In between nobody asks, since every look is another chance
// to err.
constexpr Index first_look = 3, looks_from = 6, most_clouds = 20;
constexpr double smallest_cut =
    1e-6;                       // stands for 0, which has no logarithm: a thousandth of one edge in thousand
constexpr double most_cut = 2;  // a normalised cut in two is never more
// Of 0.999, for 2 to 9 degrees of freedom. Each cluster is asked once whether it is one cloud, so an error in
// a hundred would spoil one in seven tables of fifteen clusters.
constexpr double student_quantile[] = {22.327, 10.215, 7.173, 5.893, 5.208, 4.785, 4.501, 4.297};
constexpr double least_rows_of_a_side = 5;  // fewer have hardly a neighbour among themselves

/// `count` rows without replacement, a row of weight w as likely as w rows (Efraimidis and Spirakis: the
/// least of -log(u) / w), in their order.
std::vector<Index> draw(const Vector& weights, Index count, Random random) {
  std::vector<std::pair<double, Index>> keyed;
  for (Index row = 0; row < std::ssize(weights); ++row)
    keyed.emplace_back(-std::log(1 - random.uniform()) / weights[row], row);
  count = std::min(count, weights.size());
  std::nth_element(keyed.begin(), keyed.begin() + (count - 1), keyed.end());
  std::vector<Index> rows;
  for (Index i = 0; i < count; ++i) rows.push_back(keyed[i].second);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// sqrt(lambda_i) u_i' for the principal axes u_i of X'X: rows of independent factors of one variance times
/// this have the covariance of the rows, but for a factor, which changes no cut. From whichever of X'X and
/// XX' is smaller.
RowMatrix scaled_axes(const RowMatrix& centred) {
  const bool wide = centred.cols() > centred.rows();
  const StridedView x = view_of(centred);
  const EigenPairs pairs = symmetric_eigenpairs(wide ? gram(x.transposed()) : gram(x));
  const RowMatrix vectors = pairs.vectors.transpose();
  if (wide) return multiply(view_of(vectors), x);
  return pairs.values.cwiseMax(0).cwiseSqrt().asDiagonal() * vectors;
}

/// Of even density in a box along the axes, as in the gap statistic (Tibshirani, Walther and Hastie, 2001).
/// It thins out nowhere, so its halves hang together less than those of a cloud that is dense in the middle,
/// and what stays below it is no mere matter of shape.
RowMatrix cloud(Index rows, const RowMatrix& axes, Random random) {
  RowMatrix factors(rows, axes.rows());
  for (double& factor : factors.reshaped<Eigen::RowMajor>()) factor = random.uniform() - 0.5;
  return multiply(view_of(factors), view_of(axes));
}

/// Of the best of several searches, refined: the least cut that can be had varies less from cloud to cloud
/// than that of one search.
double cut_of_a_split(const RowMatrix& rows, const SplitOptions& options, SplitTask task) {
  if (rows.rows() < 2) return most_cut;  // nobody has a neighbour
  const Vector ones = Vector::Ones(rows.rows());
  std::vector<Index> all(rows.rows());
  std::iota(all.begin(), all.end(), Index{0});
  const NodeGraph graph(nearest_neighbours(rows, neighbours_of_a_row), all, ones);
  task.graph = &graph;
  const auto result = split_rows(rows, ones, {}, options, task);
  const auto* found = std::get_if<SplitFound>(&result);
  return found ? std::clamp(*found->split.neighbour_cut, smallest_cut, most_cut) : most_cut;
}

/// Where cuts lie and how far below that one of them may be.
struct Level {
  double centre, deviation;
  Index freedom;
};

Level of_all(const std::vector<double>& values) {
  const auto at = Eigen::Map<const Vector>(values.data(), values.size()).array();
  const double mean = at.mean();
  return {mean, std::sqrt((at - mean).square().sum() / (static_cast<double>(values.size()) - 1)),
          std::ssize(values) - 1};
}

/// Deviations of those below the median from it; one degree of freedom is the median's.
Level of_lower_half(std::vector<double> values) {
  std::ranges::sort(values);
  const Index half = values.size() / 2;
  const double median = (values[(values.size() - 1) / 2] + values[half]) / 2;
  double squares = 0;
  for (Index i = 0; i < half; ++i) squares += std::pow(values[i] - median, 2);
  return {median, std::sqrt(squares / static_cast<double>(half)), half - 1};
}

/// Cuts are shares, and small ones vary in proportion to their size: logarithms vary evenly.
void compare(CloudTest& test, const std::vector<double>& cuts) {
  std::vector<double> logs;
  for (const double cut : cuts) logs.push_back(std::log(cut));
  const Level level = std::ssize(cuts) < looks_from ? of_all(logs) : of_lower_half(std::move(logs));
  const double reach =
      student_quantile[level.freedom - 2] * std::sqrt(1 + 1 / static_cast<double>(cuts.size()));
  test.expected = std::exp(level.centre);
  test.least = std::exp(level.centre - reach * level.deviation);
}

}  // namespace

WhyLeaf CloudTest::why_whole() const {
  if (cut >= most_cut) return LeafReason::no_split_of_a_sample;
  const auto digits = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", value);
    return std::string(text);
  };
  return {LeafReason::one_cloud, "one cloud: a split cuts " + digits(cut) +
                                     " of its neighbour graph, that of one even cloud " + digits(expected) +
                                     ", seldom below " + digits(least)};
}

CloudTest compare_with_one_cloud(const RowMatrix& rows, const Vector& weights, const SplitOptions& options,
                                 const SplitTask& task) {
  const auto stream = [&](int number) {
    return Random(task.seed + static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(task.node));
  };
  const std::vector<Index> drawn = draw(weights, sample_size, stream(0));
  RowMatrix sample(drawn.size(), rows.cols());
  for (Index i = 0; i < std::ssize(drawn); ++i) sample.row(i) = rows.row(drawn[i]);
  sample.rowwise() -= sample.colwise().mean().eval();

  SplitTask small = task;
  small.further = {true, false, options.pursuit.dimensions};
  small.least_side =
      std::max(least_rows_of_a_side, task.least_side / weights.sum() * static_cast<double>(sample.rows()));
  CloudTest test;
  test.cut = cut_of_a_split(sample, options, small);
  if (test.cut >= most_cut) return test;
  const RowMatrix axes = scaled_axes(sample);
  std::vector<double> cuts;
  // Clouds are made until their interval lies above the cut, or one is as clear as the rows (a sequential
  // Monte Carlo test: Besag and Clifford, 1991).
  while (std::ssize(cuts) < most_clouds && !test.clearer() &&
         (std::ssize(cuts) < first_look || test.cut < std::ranges::min(cuts))) {
    const Random random = stream(static_cast<int>(cuts.size()) + 1);
    cuts.push_back(cut_of_a_split(cloud(sample.rows(), axes, random), options, small));
    if (std::ssize(cuts) == first_look || std::ssize(cuts) >= looks_from) compare(test, cuts);
  }
  return test;
}

}  // namespace scpp
