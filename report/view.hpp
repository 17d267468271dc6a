#pragma once
// Model and rows -> the numbers that the report draws. No drawing here, and no text but warnings.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scpp/report.hpp"
#include "scpp/verdict.hpp"

namespace scpp {

/// Throws InvalidArgument when lengths or labels do not fit together.
void validate(const ReportInput& input);

// Which rows are drawn. Every leaf has its rows in one fixed random order; a node draws the first few of each
// leaf below it, so that the same rows are followed from the root down.

/// At most this many rows are drawn in a node, fewer when there are so many nodes that they would fill the
/// file.
Index sample_limit(const Tree& tree);

/// Rows of a leaf of `leaf_rows` rows that a node of `node_rows` rows draws: its share of the limit, rounded
/// up, but never below 5 so that small clusters stay visible. Grows from the root down.
Index sample_share(Index leaf_rows, Index node_rows, Index limit);

struct DrawnRows {
  Index limit = 0;
  std::vector<Index> leaf_rows;          ///< true size of each leaf
  std::vector<Index> node_rows;          ///< true size of each node
  std::vector<Index> first;              ///< leaves + 1: where the rows of a leaf begin in `rows`
  std::vector<std::uint32_t> rows;       ///< drawn rows, leaf after leaf
  std::vector<std::vector<int>> leaves;  ///< labels of the leaves below each node, ascending

  /// How many rows of leaf `label` node `node` draws.
  Index taken(int node, int label) const { return sample_share(leaf_rows[label], node_rows[node], limit); }
  /// Positions in `rows` of what a node draws, leaf after leaf.
  std::vector<Index> drawn(int node) const;
};

DrawnRows draw_sample(const Tree& tree, std::span<const std::int32_t> labels);

// One split as a picture: where the drawn rows lie in the plane that was found and in the plane it started
// from.

inline constexpr Index most_shown_dimensions = 3;

struct PlaneView {
  Index dimensions = 0;                     ///< directions shown: the first three at most
  std::vector<float> points, start_points;  ///< drawn rows x dimensions, relative to the node's mean
  std::vector<double> gram, cross;  ///< dimensions^2: V'V and start'V, for the rotation between the two

  std::vector<std::uint32_t> loading_columns;   ///< columns by the length of their row of V, longest first
  std::vector<float> loadings, start_loadings;  ///< loading_columns x dimensions
};

/// Loadings kept for each node so that all of them fit into the file.
Index loadings_limit(const Model& model);

PlaneView make_plane(const ReportInput& input, int node, const std::vector<std::uint32_t>& rows);

// What the clusters are like: numbers for every node, since every node is a cluster at some cut of the tree.

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
  std::vector<double> confusion;         ///< leaves x classes; empty without known classes
};

/// Rows count by their weights. Missing cells count as the model's fill value, or not at all when it has
/// none.
Profile make_profile(const ReportInput& input, const DrawnRows& sample);

// How sure the model is of its clusters, splits and rows.

/// A row whose cluster is less probable than this is doubtful, and one that is more of an outlier than this
/// lies far from all others: its neighbours are four times as far away as usual.
inline constexpr double sure_from = 0.8, far_from = 0.75;

struct DoubtfulRow {
  std::uint32_t row = 0;
  std::int32_t other = -1;  ///< the likeliest of the other clusters; -1 when there is none
  double probability = 0, outlier = 0;
};

/// What the verdict would be if the tree had been cut.
struct CutVerdict {
  std::string sentence;
  std::vector<ClusterVerdict> clusters;
  std::vector<double> splits;  ///< clarity of those that are left, in the order in which they were made
};

struct Sureness {
  Verdict verdict;
  /// Of the tree cut to at most 2, 3, ... clusters, below all that it has; none of trees with many.
  std::vector<CutVerdict> cuts = {};
  std::vector<double> probability = {};  ///< of the cluster of each drawn row
  /// Rows that were asked (of large tables those that are drawn), and how many of them are doubtful or far.
  Index judged = 0, unsure = 0, far = 0;
  std::vector<DoubtfulRow> doubtful = {};  ///< the least sure ones first, then the farthest
};

/// Nothing for a model that keeps no reference rows, as those of earlier versions.
std::optional<Sureness> make_sureness(const ReportInput& input, const DrawnRows& sample);

struct ReportView {
  DrawnRows sample;
  std::vector<double> node_weights;              ///< rows of each node, counted by their weights
  std::vector<std::optional<PlaneView>> planes;  ///< one for each node; leaves have none
  Profile profile;
  std::optional<Sureness> sureness;
  std::vector<std::uint32_t> value_columns;  ///< columns whose values are kept for the drawn rows
  std::vector<float> values;                 ///< value_columns x sample.rows; NaN for a missing cell
  std::vector<std::string> warnings;
};

/// Throws InvalidArgument when lengths or labels do not fit together.
ReportView make_view(const ReportInput& input);

}  // namespace scpp
