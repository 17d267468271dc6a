#pragma once
// What the clusters are like: numbers for every node, since every node is a cluster at some cut of the tree.
#include <cstdint>
#include <vector>

#include "report/input.hpp"
#include "report/sample.hpp"

namespace scpp {

inline constexpr Index quantile_count = 5;
inline constexpr double quantile_levels[quantile_count] = {0.05, 0.25, 0.5, 0.75, 0.95};

struct Profile {
  /// The columns that set each node most apart from all other rows (nodes x features_per_node).
  Index features_per_node = 0;
  std::vector<std::uint32_t> feature_columns;
  std::vector<float> feature_differences;  ///< standardised mean differences, within +-99

  /// The columns that set nodes apart most, in the order of the table.
  std::vector<std::uint32_t> columns;
  std::vector<float> mean, deviation;  ///< of all rows, one for each of `columns`
  std::vector<float> means;            ///< nodes x columns
  std::vector<float> quantiles;        ///< nodes x columns x quantile_count

  std::vector<float> squared_distances;  ///< leaves x leaves, between means, in standard deviations
  std::vector<std::uint32_t> confusion;  ///< leaves x classes; empty without known classes
};

/// Missing cells count as the model's fill value, or not at all when it has none.
Profile make_profile(const ReportInput& input, const DrawnRows& sample);

}  // namespace scpp
