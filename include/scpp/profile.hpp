#pragma once
// What the clusters are like, column by column. Link with scpp::report.
#include <vector>

#include "scpp/report.hpp"

namespace scpp {

/// Every matrix is clusters x columns, in the units of the table.
struct ClusterProfile {
  std::vector<double> rows;  ///< of each cluster, counted by their weights
  DenseMatrix mean, deviation;
  /// (mean of the cluster - mean of all other rows) / pooled standard deviation, within +-99: how far a
  /// column sets the cluster apart, and to which side.
  DenseMatrix difference;
};

/// Reads model, table, labels and weights of `input`. A missing cell counts as the model's fill value, or not
/// at all when it has none. Throws InvalidArgument when lengths or labels do not fit together.
ClusterProfile cluster_profile(const ReportInput& input);

}  // namespace scpp
