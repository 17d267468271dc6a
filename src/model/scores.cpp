#include "scpp/scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "scpp/errors.hpp"
#include "split/judge.hpp"

namespace scpp {
namespace {

// ---- the best one-to-one match of clusters to classes

using Table = std::vector<std::vector<Index>>;
constexpr Index nobody = std::numeric_limits<Index>::max();

Table transposed(const Table& table) {
  Table turned(table.front().size(), std::vector<Index>(table.size()));
  for (Index i = 0; i < std::ssize(table); ++i)
    for (Index j = 0; j < std::ssize(table[i]); ++j) turned[j][i] = table[i][j];
  return turned;
}

/// Hungarian method for cost = -table, rows <= columns: rows enter one at a time along a shortest augmenting
/// path in the reduced costs  cost_ij - row_price_i - column_price_j >= 0, which are 0 on matched pairs.
class Assignment {
 public:
  explicit Assignment(const Table& table)
      : table_(table),
        row_price_(table.size(), 0),
        column_price_(table.front().size(), 0),
        owner_(table.front().size(), nobody),
        column_of_(table.size(), nobody) {
    for (Index row = 0; row < std::ssize(table); ++row) insert(row);
  }

  std::int64_t total() const {
    std::int64_t sum = 0;
    for (Index column = 0; column < std::ssize(owner_); ++column)
      if (owner_[column] != nobody) sum -= cost(owner_[column], column);
    return sum;
  }

 private:
  /// Distances from the entering row, grown one column at a time as in Dijkstra's method.
  struct Search {
    std::vector<std::int64_t> distance;
    std::vector<Index> via;  // the row from which a column is reached
    std::vector<bool> done;
  };

  std::int64_t cost(Index row, Index column) const { return -static_cast<std::int64_t>(table_[row][column]); }

  void insert(Index row) {
    const Index columns = owner_.size();
    Search search{std::vector<std::int64_t>(columns, std::numeric_limits<std::int64_t>::max()),
                  std::vector<Index>(columns, nobody), std::vector<bool>(columns, false)};
    Index from = row;
    std::int64_t so_far = 0;
    Index column = nobody;
    do {
      relax(search, from, so_far);
      column = nearest(search);
      so_far = search.distance[column];
      search.done[column] = true;
      from = owner_[column];
    } while (from != nobody);
    update_prices(search, row, so_far);
    augment(search, row, column);
  }

  void relax(Search& search, Index from, std::int64_t so_far) const {
    for (Index column = 0; column < std::ssize(owner_); ++column) {
      if (search.done[column]) continue;
      const std::int64_t through = so_far + cost(from, column) - row_price_[from] - column_price_[column];
      if (through >= search.distance[column]) continue;
      search.distance[column] = through;
      search.via[column] = from;
    }
  }

  Index nearest(const Search& search) const {
    Index best = nobody;
    for (Index column = 0; column < std::ssize(owner_); ++column)
      if (!search.done[column] && (best == nobody || search.distance[column] < search.distance[best]))
        best = column;
    return best;
  }

  /// Keeps reduced costs non-negative and makes them 0 along the path.
  void update_prices(const Search& search, Index entering, std::int64_t length) {
    row_price_[entering] += length;
    for (Index column = 0; column < std::ssize(owner_); ++column) {
      if (!search.done[column]) continue;
      const std::int64_t slack = length - search.distance[column];
      column_price_[column] -= slack;
      if (owner_[column] != nobody) row_price_[owner_[column]] += slack;
    }
  }

  /// Walks the path back from the free column; every row on it moves on by one column.
  void augment(const Search& search, Index entering, Index column) {
    for (;;) {
      const Index row = search.via[column];
      owner_[column] = row;
      std::swap(column, column_of_[row]);
      if (row == entering) return;
    }
  }

  const Table& table_;
  std::vector<std::int64_t> row_price_;
  std::vector<std::int64_t> column_price_;
  std::vector<Index> owner_;      // row of each column
  std::vector<Index> column_of_;  // the inverse
};

/// Largest sum of table entries with no two from the same row or column; min(rows, columns) entries are
/// taken. Exact. O(s^2 t) for a table of sides s <= t.
std::int64_t best_match(const Table& table) {
  if (table.empty() || table.front().empty()) return 0;
  if (std::ssize(table) > std::ssize(table.front())) return Assignment(transposed(table)).total();
  return Assignment(table).total();
}

// ---- counts

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

double pairs_within(const Counts& groups) {
  double sum = 0;
  for (const Index count : groups) sum += pairs_among(static_cast<double>(count));
  return sum;
}

double purity(const Agreement& a) {
  Index majority = 0;
  for (const Counts& cluster : a.table) majority += *std::max_element(cluster.begin(), cluster.end());
  return static_cast<double>(majority) / static_cast<double>(a.rows);
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
  scores.ari = adjusted_rand_index(pairs_within(a.cells), pairs_within(a.clusters), pairs_within(a.classes),
                                   pairs_among(static_cast<double>(a.rows)));
  score_information(a, scores);
  scores.accuracy = static_cast<double>(best_match(a.table)) / static_cast<double>(a.rows);
  return scores;
}

}  // namespace scpp
