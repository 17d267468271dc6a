#include "scpp/outcome.hpp"

namespace scpp {
namespace {

/// What is told of a value. A number that is no value has no word.
struct Told {
  std::string_view word, sentence;
  std::string_view beginning = sentence;  ///< of the sentence with numbers
};

// Model files hold the sentences and no words: these and their beginnings must stay as they are.

Told told(StopReason reason) {
  switch (reason) {
    case StopReason::gradient_small:
      return {"gradient_small", "the gradient is small"};
    case StopReason::stalled:
      return {"stalled", "the last steps gained next to nothing"};
    case StopReason::no_decrease:
      return {"no_decrease", "the line search found no lower point"};
    case StopReason::step_limit:
      return {"step_limit", "the step limit was reached"};
    case StopReason::stopped_by_caller:
      return {"stopped_by_caller", "the caller stopped it"};
    case StopReason::not_finite:
      return {"not_finite", "the first value or gradient is not finite"};
    case StopReason::stationary:
      return {"stationary", "the point is not smooth but no direction descends"};
    case StopReason::radius_small:
      return {"radius_small", "gradient sampling found no descent down to its last radius"};
  }
  return {};
}

Told told(LeafReason reason) {
  switch (reason) {
    case LeafReason::enough_clusters:
      return {"enough_clusters", "enough clusters"};
    case LeafReason::too_few_rows:
      return {"too_few_rows", "too few rows"};
    case LeafReason::too_few_distinct_rows:
      return {"too_few_distinct_rows", "too few distinct rows", "fewer than "};
    case LeafReason::no_balanced_split:
      return {"no_balanced_split", "no split leaves enough rows on each side", "no split with at least "};
    case LeafReason::one_cloud:
      return {"one_cloud", "one cloud"};
    case LeafReason::no_split_of_a_sample:
      return {"no_split_of_a_sample", "no balanced split in a sample of its rows"};
    case LeafReason::cut:
      return {"cut", "cut: its split was undone to have fewer clusters"};
    case LeafReason::pruned:
      return {"pruned", "pruned: everything below it was removed"};
  }
  return {};
}

Told told(Stage stage) {
  switch (stage) {
    case Stage::convert:
      return {"convert", "text becomes numbers"};
    case Stage::sketch:
      return {"sketch", "rows are summed up in cells"};
    case Stage::microclusters:
      return {"microclusters", "microclusters of a node are made"};
    case Stage::pursuit:
      return {"pursuit", "a projection is searched"};
    case Stage::split:
      return {"split", "a node was split"};
    case Stage::counting:
      return {"counting", "numbers of clusters are tried"};
    case Stage::label:
      return {"label", "rows get their labels"};
  }
  return {};
}

/// The compiler sees to it that every value is told, so the first number that is not lies behind the last.
template <class Enum>
std::vector<Enum> every_value() {
  std::vector<Enum> values;
  for (int number = 0; !told(Enum{number}).word.empty(); ++number) values.push_back(Enum{number});
  return values;
}

}  // namespace

std::string_view word(StopReason reason) { return told(reason).word; }
std::string_view word(LeafReason reason) { return told(reason).word; }
std::string_view word(Stage stage) { return told(stage).word; }

std::string_view sentence(StopReason reason) { return told(reason).sentence; }
std::string_view sentence(LeafReason reason) { return told(reason).sentence; }
std::string_view sentence(Stage stage) { return told(stage).sentence; }

std::vector<StopReason> stop_reasons() { return every_value<StopReason>(); }
std::vector<LeafReason> leaf_reasons() { return every_value<LeafReason>(); }
std::vector<Stage> stages() { return every_value<Stage>(); }

std::optional<StopReason> stop_reason_told(std::string_view text) {
  for (const StopReason reason : stop_reasons())
    if (text == sentence(reason)) return reason;
  return {};
}

std::optional<LeafReason> leaf_reason_told(std::string_view text) {
  for (const LeafReason reason : leaf_reasons())
    if (text.starts_with(told(reason).beginning) || text.starts_with(sentence(reason))) return reason;
  return {};
}

}  // namespace scpp
