#include "scpp/profile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "report/statistics.hpp"

namespace scpp {
namespace {

constexpr Index most_features_of_a_node = 12, most_profile_columns = 80;
constexpr double range_in_deviations = 6;  // bins of 12 / 1024 = 0.012 standard deviations

/// The `count` largest by score, best first; ties in the order of the table.
std::vector<std::uint32_t> best(const std::vector<double>& score, Index count) {
  std::vector<std::uint32_t> order(score.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return score[a] > score[b] || (score[a] == score[b] && a < b);
  };
  std::ranges::partial_sort(order, order.begin() + count, better);
  order.resize(count);
  return order;
}

void add_features(const NodeMoments& moments, Profile& profile) {
  const Index columns = moments.columns();
  profile.features_per_node = std::min(columns, most_features_of_a_node);
  for (Index node = 0; node < moments.nodes(); ++node) {
    std::vector<double> differences(columns), sizes(columns);
    for (Index column = 0; column < columns; ++column) {
      differences[column] = standardised_difference(moments.at(0, column), moments.at(node, column));
      sizes[column] = std::abs(differences[column]);
    }
    for (const std::uint32_t column : best(sizes, profile.features_per_node)) {
      profile.feature_columns.push_back(column);
      profile.feature_differences.push_back(static_cast<float>(differences[column]));
    }
  }
}

/// The leading features of every node in turn, as many as there is room for, in the order of the table.
std::vector<std::uint32_t> leading_columns(const Profile& profile, Index nodes, Index columns) {
  std::vector<bool> chosen(columns, columns <= most_profile_columns);
  Index count = columns <= most_profile_columns ? columns : 0;
  for (Index place = 0; place < profile.features_per_node; ++place)
    for (Index node = 0; node < nodes && count < most_profile_columns; ++node) {
      const std::uint32_t column = profile.feature_columns[node * profile.features_per_node + place];
      count += chosen[column] ? 0 : 1;
      chosen[column] = true;
    }
  std::vector<std::uint32_t> leading;
  for (std::uint32_t column = 0; column < columns; ++column)
    if (chosen[column]) leading.push_back(column);
  return leading;
}

void add_columns(const NodeMoments& moments, Profile& profile) {
  profile.columns = leading_columns(profile, moments.nodes(), moments.columns());
  for (const std::uint32_t column : profile.columns) {
    profile.mean.push_back(static_cast<float>(moments.at(0, column).mean));
    profile.deviation.push_back(static_cast<float>(std::sqrt(moments.at(0, column).variance())));
  }
  for (Index node = 0; node < moments.nodes(); ++node)
    for (const std::uint32_t column : profile.columns)
      profile.means.push_back(static_cast<float>(moments.at(node, column).mean));
}

BinRange bin_range(const ReportInput& input, const Moment& all, Index column) {
  double least = all.mean, most = all.mean;
  for (Index row = 0; row < input.table.rows(); ++row) {
    const double x = cell(input, row, column);
    if (x < least) least = x;
    if (x > most) most = x;
  }
  const double reach = range_in_deviations * std::sqrt(all.variance());
  return {std::max(least, all.mean - reach), std::min(most, all.mean + reach)};
}

void add_quantiles(const ReportInput& input, const DrawnRows& sample, const NodeMoments& moments,
                   Profile& profile) {
  const Index nodes = moments.nodes(), columns = profile.columns.size();
  profile.quantiles.resize(nodes * columns * quantile_count);
  parallel_blocks(columns, 1, [&](Index at, Index) {
    const Index column = profile.columns[at];
    const BinRange range = bin_range(input, moments.at(0, column), column);
    std::vector<double> leaf_counts(sample.leaf_rows.size() * histogram_bins);
    for (Index row = 0; row < input.table.rows(); ++row)
      if (const double x = cell(input, row, column); !std::isnan(x))
        leaf_counts[input.labels[row] * histogram_bins + range.bin(x)] += input.weight(row);
    for (Index node = 0; node < nodes; ++node) {
      std::vector<double> counts(histogram_bins);
      for (const int label : sample.leaves[node])
        for (Index bin = 0; bin < histogram_bins; ++bin)
          counts[bin] += leaf_counts[label * histogram_bins + bin];
      for (Index i = 0; i < quantile_count; ++i)
        profile.quantiles[(node * columns + at) * quantile_count + i] =
            static_cast<float>(range.quantile(counts, quantile_levels[i]));
    }
  });
}

void add_distances(const NodeMoments& moments, const std::vector<int>& leaves, Profile& profile) {
  const Index count = leaves.size();
  profile.squared_distances.resize(count * count);
  parallel_blocks(count, 1, [&](Index a, Index) {
    for (Index b = 0; b < count; ++b) {
      double sum = 0;
      for (Index column = 0; column < moments.columns(); ++column) {
        const double variance = moments.at(0, column).variance();
        const double gap = moments.at(leaves[a], column).mean - moments.at(leaves[b], column).mean;
        if (variance > 0) sum += gap * gap / variance;
      }
      profile.squared_distances[a * count + b] = static_cast<float>(sum);
    }
  });
}

void add_confusion(const ReportInput& input, Index leaves, Profile& profile) {
  if (input.truth.empty()) return;
  const Index classes = input.class_names.size();
  profile.confusion.assign(leaves * classes, 0);
  for (Index row = 0; row < std::ssize(input.truth); ++row)
    profile.confusion[input.labels[row] * classes + input.truth[row]] += input.weight(row);
}

}  // namespace

Profile make_profile(const ReportInput& input, const DrawnRows& sample) {
  const NodeMoments moments(input, sample);
  const std::vector<int> leaves = input.model.tree.leaves();
  Profile profile;
  add_features(moments, profile);
  add_columns(moments, profile);
  add_quantiles(input, sample, moments, profile);
  add_distances(moments, leaves, profile);
  add_confusion(input, leaves.size(), profile);
  return profile;
}

ClusterProfile cluster_profile(const ReportInput& input) {
  validate(input);
  const NodeMoments moments(input, draw_sample(input.model.tree, input.labels));
  const std::vector<int> leaves = input.model.tree.leaves();
  DenseMatrix empty{std::ssize(leaves), moments.columns(), {}};
  empty.values.resize(empty.rows * empty.columns);
  ClusterProfile profile{std::vector<double>(leaves.size()), empty, empty, empty};
  for (Index row = 0; row < std::ssize(input.labels); ++row)
    profile.rows[input.labels[row]] += input.weight(row);
  for (Index label = 0; label < empty.rows; ++label)
    for (Index column = 0; column < empty.columns; ++column) {
      const Moment& here = moments.at(leaves[label], column);
      profile.mean(label, column) = here.mean;
      profile.deviation(label, column) = std::sqrt(here.variance());
      profile.difference(label, column) = standardised_difference(moments.at(0, column), here);
    }
  return profile;
}

}  // namespace scpp
