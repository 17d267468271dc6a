#pragma once
// Why a search ended, why a leaf was not split, what a fit is doing: a value for programs, a sentence for
// people.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scpp {

/// Why the search for a projection ended where it did.
enum class StopReason {
  gradient_small,     ///< the gradient is within its tolerance
  stalled,            ///< several steps in a row gained next to nothing
  no_decrease,        ///< the line search found no lower point
  step_limit,         ///< as many steps as allowed
  stopped_by_caller,  ///< the watcher said so
  not_finite,         ///< value or gradient of the first point is not a number
  stationary,         ///< not smooth there, but no direction descends
  radius_small,       ///< not smooth there, and gradient sampling found no descent down to its last radius
};

/// Why a leaf was not split further.
enum class LeafReason {
  enough_clusters,        ///< there are as many clusters as asked for
  too_few_rows,           ///< a part would be smaller than the balance allows
  too_few_distinct_rows,  ///< fewer different rows than parts
  no_balanced_split,      ///< no size of Delta gave every part enough rows
  one_cloud,              ///< no partition of it has clusters that can be told (asked when K is chosen)
  no_split_of_a_sample,   ///< a sample of its rows has no balanced split (asked when K is chosen)
  cut,                    ///< its split was undone by `cut`
  pruned,                 ///< its split was undone by `prune`
};

/// What a fit, or whoever reads and labels for it, is doing.
enum class Stage {
  convert,        ///< a file of text becomes numbers; Progress::rows counts bytes
  sketch,         ///< rows are summed up in cells
  microclusters,  ///< a node's microclusters are made
  pursuit,        ///< a node's projection is searched
  split,          ///< a node was split
  counting,       ///< numbers of clusters are tried
  label,          ///< rows get their labels
};

/// The name of a value, as it stands above.
std::string_view word(StopReason reason);
std::string_view word(LeafReason reason);
std::string_view word(Stage stage);

/// For people, without numbers and full stop.
std::string_view sentence(StopReason reason);
std::string_view sentence(LeafReason reason);
std::string_view sentence(Stage stage);

/// Every value, in the order above.
std::vector<StopReason> stop_reasons();
std::vector<LeafReason> leaf_reasons();
std::vector<Stage> stages();

/// The reason whose sentence this is; nothing for any other text.
std::optional<StopReason> stop_reason_told(std::string_view sentence);
/// The reason that the sentence of a WhyLeaf tells by how it begins; nothing for any other text.
std::optional<LeafReason> leaf_reason_told(std::string_view sentence);

/// Why a node stays a leaf.
struct WhyLeaf {
  LeafReason reason;
  std::string sentence;  ///< for people, where possible with numbers

  WhyLeaf(LeafReason why) : reason(why), sentence(scpp::sentence(why)) {}
  WhyLeaf(LeafReason why, std::string told) : reason(why), sentence(std::move(told)) {}
  bool operator==(const WhyLeaf&) const = default;
};

}  // namespace scpp
