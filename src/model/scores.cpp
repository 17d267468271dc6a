#include "scpp/scores.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include "model/assignment.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using Counts = std::vector<Index>;

/// Labels replaced by their position among the distinct labels, so that memory does not follow the largest
/// label.
struct Positions {
  std::vector<Index> of_row;
  Index distinct = 0;
};

Positions positions_of(std::span<const std::int32_t> labels, const std::string& what) {
  std::unordered_map<std::int32_t, Index> position;
  for (const std::int32_t label : labels) {
    if (label < 0)
      throw InvalidArgument("a " + what + " label is " + std::to_string(label) + ", but must be >= 0");
    position.emplace(label, 0);
  }
  std::vector<std::int32_t> sorted;
  sorted.reserve(position.size());
  for (const auto& entry : position) sorted.push_back(entry.first);
  std::sort(sorted.begin(), sorted.end());
  for (Index i = 0; i < std::ssize(sorted); ++i) position[sorted[i]] = i;
  Positions result{{}, std::ssize(sorted)};
  result.of_row.reserve(labels.size());
  for (const std::int32_t label : labels) result.of_row.push_back(position[label]);
  return result;
}

/// The table with its margins.
struct Agreement {
  std::vector<Counts> table;
  Counts clusters, classes, cells;  // cells: the entries above 0
  Index rows = 0;
};

Agreement agreement(std::vector<Counts> table) {
  Agreement result;
  result.classes.assign(table.front().size(), 0);
  for (const Counts& cluster : table) {
    Index size = 0;
    for (Index j = 0; j < std::ssize(cluster); ++j) {
      size += cluster[j];
      result.classes[j] += cluster[j];
      if (cluster[j] > 0) result.cells.push_back(cluster[j]);
    }
    result.clusters.push_back(size);
    result.rows += size;
  }
  result.table = std::move(table);
  return result;
}

/// -sum p log p. Summed in order of size: the same bits however the labels are numbered.
double entropy(Counts counts, Index rows) {
  std::sort(counts.begin(), counts.end());
  double sum = 0;
  for (const Index count : counts) {
    const double share = static_cast<double>(count) / static_cast<double>(rows);
    sum -= share * std::log(share);
  }
  return sum;
}

double pairs(const Counts& counts) {
  double sum = 0;
  for (const Index count : counts)
    sum += 0.5 * static_cast<double>(count) * (static_cast<double>(count) - 1);
  return sum;
}

double purity(const Agreement& a) {
  Index majority = 0;
  for (const Counts& cluster : a.table) majority += *std::max_element(cluster.begin(), cluster.end());
  return static_cast<double>(majority) / static_cast<double>(a.rows);
}

/// (index - expected) / (maximum - expected) over pairs of rows. The denominator vanishes only when both
/// partitions are one cluster, or both are all single rows: they agree.
double adjusted_rand_index(const Agreement& a) {
  const double together = pairs(a.cells);
  const double in_clusters = pairs(a.clusters);
  const double in_classes = pairs(a.classes);
  const double all = pairs({a.rows});
  const double expected = all > 0 ? in_clusters * in_classes / all : 0;
  const double maximum = 0.5 * (in_clusters + in_classes);
  return maximum == expected ? 1 : (together - expected) / (maximum - expected);
}

void score_information(const Agreement& a, Scores& scores) {
  const bool one_cluster = std::ssize(a.clusters) == 1;
  const bool one_class = std::ssize(a.classes) == 1;
  if (one_cluster || one_class) {
    scores.nmi = scores.v_measure = one_cluster && one_class ? 1 : 0;
    return;
  }
  const double of_clusters = entropy(a.clusters, a.rows);
  const double of_classes = entropy(a.classes, a.rows);
  // Rounding alone could bring the difference below 0.
  const double mutual = std::max(0.0, of_clusters + of_classes - entropy(a.cells, a.rows));
  scores.nmi = mutual / std::sqrt(of_clusters * of_classes);
  // Homogeneity is mutual / of_classes and completeness mutual / of_clusters.
  scores.v_measure = 2 * mutual / (of_clusters + of_classes);
}

}  // namespace

std::vector<Counts> confusion_table(std::span<const std::int32_t> clusters,
                                    std::span<const std::int32_t> classes) {
  if (std::ssize(clusters) != std::ssize(classes))
    throw InvalidArgument("there are " + std::to_string(clusters.size()) + " cluster labels but " +
                          std::to_string(classes.size()) + " class labels");
  const Positions cluster = positions_of(clusters, "cluster");
  const Positions klass = positions_of(classes, "class");
  std::vector<Counts> table(cluster.distinct, Counts(klass.distinct, 0));
  for (Index row = 0; row < std::ssize(clusters); ++row) ++table[cluster.of_row[row]][klass.of_row[row]];
  return table;
}

Scores score(std::span<const std::int32_t> clusters, std::span<const std::int32_t> classes) {
  std::vector<Counts> table = confusion_table(clusters, classes);
  if (table.empty()) throw InvalidArgument("there are no rows to score");
  const Agreement a = agreement(std::move(table));
  Scores scores;
  scores.purity = purity(a);
  scores.ari = adjusted_rand_index(a);
  score_information(a, scores);
  scores.accuracy = static_cast<double>(best_match(a.table)) / static_cast<double>(a.rows);
  return scores;
}

}  // namespace scpp
