#pragma once
// How clear the clusters and the splits of a model are.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scpp/model.hpp"

namespace scpp {

enum class Clarity {
  clear,     ///< few rows lie between it and the next cluster
  weak,      ///< they touch, with a valley between them
  doubtful,  ///< there is hardly a valley: they may be one
};

/// Limits of the words. Two Gaussians 5 deviations apart are clear; at 3 the valley can hardly be told from
/// chance.
inline constexpr double clear_from = 0.7, doubtful_below = 0.3;

Clarity clarity_of(double value);
std::string_view word(Clarity clarity);

struct ClusterVerdict {
  double clarity = 1;          ///< in [0, 1]: how deep the valley is between it and `nearest`
  std::optional<int> nearest;  ///< the cluster that it holds apart from least; nothing when it is alone
};

struct Verdict {
  std::vector<ClusterVerdict> clusters;
  std::vector<std::optional<double>> splits;  ///< clarity of every node's split; nothing for leaves
  std::optional<int> better_split;            ///< a cluster that would split more clearly than one that was
  std::string sentence;                       ///< all of it in one, without a full stop
};

/// Judged by the reference rows. Between two clusters lies a valley, seen on the line of their discriminant,
/// which one half of the rows taught and the other half is shown on: their clarity is 1 less the least
/// density between their peaks in units of the lower peak. Clusters of any shape are clear, too, where hardly
/// an edge joins their nearest rows. A cluster is as clear as it is beside the nearest
/// one; a split as its clusters are, on the mean, beside those on the other side. The sentence counts
/// clusters from `first`. Throws InvalidArgument for a model that has none.
Verdict verdict(const Model& model, int first = 0);

/// Every two clusters are compared; of more there is no verdict.
inline constexpr Index most_clusters_judged = 5000;

/// Whether the model has reference rows and not too many clusters.
bool has_verdict(const Model& model);

}  // namespace scpp
