#include "tree/how_many.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/decompositions.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "data/units.hpp"
#include "tree/plan.hpp"
#include "tree/separation.hpp"

namespace scpp {
namespace {

// research/notes/how-many.md has what was tried.
constexpr Index most_rows = 1000;      // that are tried
constexpr Index least_rows_each = 10;  // of a cluster, on the mean
constexpr double wanted_clarity = 0.5;
constexpr double hardly_connected = 0.99;  // of the modularity, in units of the most there could be
constexpr double nearly_as_good = 0.9;
// So little may be a matter of chance.
constexpr double as_much_gained = 0.95, as_little_connected = 0.99;
// Where no partition is clear, those that are nearly as clear differ by chance, and the less of that the more
// rows a cluster has.
constexpr double nearly_as_unclear = 0.8;
constexpr Index rows_each_where_unclear = 40;

// Clouds without clusters that are cut stay below, whatever their shape: even boxes and balls of few rows
// look the most parted.

/// From here on clarity decides.
double clear_partition(Index rows) { return std::max(0.6, 0.5 + 2 / std::sqrt(rows)); }

/// The least clarity that is worth anything in so many clusters: the fewer rows in each, the more chance
/// makes.
double seen_at_all(Index rows, int clusters) {
  return std::max(0.3, 3.5 * std::sqrt(clusters) / std::sqrt(rows));
}

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

double share_of_most(double modularity, int clusters) { return modularity / (1 - 1.0 / clusters); }

/// Rows in even density in a box with the covariance of the given ones, as in the gap statistic (Tibshirani,
/// Walther and Hastie, 2001).
RowMatrix even_cloud(const Cloud& cloud) {
  const double weight = cloud.weights.sum();
  const Eigen::RowVectorXd mean = cloud.weights.transpose() * cloud.rows / weight;
  const RowMatrix centred = cloud.weights.cwiseSqrt().asDiagonal() * (cloud.rows.rowwise() - mean);
  const EigenPairs axes = symmetric_eigenpairs(RowMatrix(gram(view_of(centred)) / weight));
  const RowMatrix spread = axes.values.cwiseMax(0).cwiseSqrt().asDiagonal() * axes.vectors.transpose();
  RowMatrix factors(cloud.rows.rows(), spread.rows());
  Random random(0, 0);
  for (double& factor : factors.reshaped<Eigen::RowMajor>()) factor = random.uniform() - 0.5;
  return in_metric(factors, spread);
}

class Trials {
 public:
  Trials(Cloud cloud, const FitOptions& options, const Observer& watch)
      : teachers_(std::move(cloud)), options_(options), watch_(watch) {}

  std::vector<Trial> run() const {
    const Index most = std::min<Index>(options_.tree.max_clusters, cloud().rows.rows() / least_rows_each);
    std::vector<Trial> trials(std::max<Index>(most - 1, 0));
    parallel_each(std::ssize(trials), watch_, [&](Index i, const Observer& watch) {
      const int clusters = static_cast<int>(i) + 2;
      trials[i] = tried(clusters, watch);
      watch({Stage::counting, 0, 0, clusters, options_.tree.max_clusters});
    });
    return trials;
  }

  Index rows() const { return cloud().rows.rows(); }

  /// Those with rows enough in a cluster, on the mean, for a low clarity to say anything.
  std::vector<Trial> of_many_rows(std::vector<Trial> trials) const {
    std::erase_if(trials,
                  [&](const Trial& trial) { return trial.clusters * rows_each_where_unclear > rows(); });
    return trials;
  }

  /// Of these, those that are clearer than chance makes partitions of a cloud.
  std::vector<Trial> seen(std::vector<Trial> trials) const {
    std::erase_if(trials,
                  [&](const Trial& trial) { return trial.clarity < seen_at_all(rows(), trial.clusters); });
    return trials;
  }

  /// Would a cloud without clusters be connected as little? Twice as much is no matter of chance.
  bool less_connected_than_a_cloud(const Trial& trial) const {
    const Teachers even({even_cloud(cloud()), Vector::Ones(cloud().rows.rows()), {}});
    double resolution = 1;
    const Parts parts = find_communities(even.neighbours->graph, trial.clusters, Sizes::alike, resolution);
    const double usual =
        share_of_most(cross_fitted_modularity(even.halves, parts, trial.clusters, 1), trial.clusters);
    return 2 * (1 - trial.modularity) < 1 - usual;
  }

 private:
  const Cloud& cloud() const { return teachers_.cloud; }

  Trial tried(int clusters, const Observer& watch) const {
    FitOptions options = options_;
    options.clusters = clusters;
    const Plan plan = plan_by_neighbours(teachers_, options, watch);
    const PartedCloud parted{cloud(), plan.taught.parts, clusters};
    return {
        clusters, cross_fitted_separation(parted, Overlap::valley).mean(),
        share_of_most(cross_fitted_modularity(teachers_.halves, plan.taught.parts, clusters, 1), clusters)};
  }

  Teachers teachers_;
  const FitOptions& options_;
  const Observer& watch_;
};

double gain(const Trial& trial) { return trial.clusters * (trial.clarity - wanted_clarity); }
double clarity(const Trial& trial) { return trial.clarity; }
double modularity(const Trial& trial) { return trial.modularity; }

/// The trials whose value is at least a share of the largest, the best first.
std::vector<Trial> the_best(std::vector<Trial> trials, double (*value)(const Trial&), double share) {
  std::ranges::stable_sort(trials, [&](const Trial& a, const Trial& b) { return value(a) > value(b); });
  const double least = share * value(trials[0]);
  std::erase_if(trials, [&](const Trial& trial) { return value(trial) < least; });
  return trials;
}

double fineness(const Trial& trial) { return trial.clusters; }

/// The same, but first the one that another measure prefers among those that are as good as the best but for
/// chance.
std::vector<Trial> with_ties(std::vector<Trial> best, double (*value)(const Trial&), double as_good,
                             double (*other)(const Trial&)) {
  const double least = as_good * value(best[0]);
  auto first = best.begin();
  for (auto trial = best.begin(); trial != best.end(); ++trial)
    if (value(*trial) >= least && other(*trial) > other(*first)) first = trial;
  std::rotate(best.begin(), first, first + 1);
  return best;
}

/// The first of the best, and the others as nearly as good.
Suggestion first_of(const std::vector<Trial>& best, const std::vector<Trial>& trials, std::string reason) {
  Suggestion suggestion{best[0].clusters, trials, {}, std::move(reason)};
  for (std::size_t i = 1; i < best.size(); ++i) suggestion.nearly.push_back(best[i].clusters);
  return suggestion;
}

Suggestion decide(const Trials& ways, const std::vector<Trial>& trials) {
  if (trials.empty()) return {1, {}, {}, "there are too few rows to tell clusters"};
  const Trial most_gain = *std::ranges::max_element(trials, {}, gain);
  const Trial apart = *std::ranges::max_element(trials, {}, modularity);
  if (most_gain.clarity >= clear_partition(ways.rows())) {
    const std::vector<Trial> best =
        with_ties(the_best(trials, gain, nearly_as_good), gain, as_much_gained, modularity);
    return first_of(best, trials, "more would be less clear (clarity " + two_digits(best[0].clarity) + ")");
  }
  if (apart.modularity >= hardly_connected && ways.less_connected_than_a_cloud(apart))
    return {apart.clusters, trials, {}, "hardly any row has neighbours in another cluster"};
  const std::vector<Trial> unclear = ways.of_many_rows(trials);
  if (unclear.empty())
    return {1, trials, {}, "no clusters are clear, and there are too few rows to tell others"};
  const Trial clearest = *std::ranges::max_element(unclear, {}, clarity);
  if (const std::vector<Trial> seen = ways.seen(unclear); !seen.empty())
    return first_of(with_ties(the_best(the_best(seen, clarity, nearly_as_unclear), modularity, 0), modularity,
                              as_little_connected, fineness),
                    trials,
                    "none is very clear (clarity " + two_digits(clearest.clarity) +
                        " at best); of those nearly as clear, these are connected least");
  std::string reason = "no valley between clusters is deeper than chance would make it (clarity " +
                       two_digits(clearest.clarity) + " at best, with " + std::to_string(clearest.clusters);
  if (unclear.size() < trials.size())
    reason += "; partitions with fewer than " + std::to_string(rows_each_where_unclear) +
              " rows per cluster are not counted";
  return {1, trials, {}, reason + ")"};
}

}  // namespace

Suggestion how_many(const Scaled& scaled, const FitOptions& options, const Observer& watch) {
  const SeenCloud seen = seen_cloud(scaled, units_of(scaled));
  const Trials trials(first_rows(seen.cloud, most_rows), options, watch);
  return decide(trials, trials.run());
}

void tell_why_one(Tree& tree, const Suggestion& suggestion) {
  if (suggestion.clusters == 1)
    tree.nodes[0].why_leaf = WhyLeaf(LeafReason::one_cloud, "one cloud: " + suggestion.reason);
}

}  // namespace scpp
