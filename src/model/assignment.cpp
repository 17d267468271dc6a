#include "model/assignment.hpp"

#include <limits>
#include <utility>

namespace scpp {
namespace {

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

  std::int64_t cost(Index row, Index column) const {
    return -static_cast<std::int64_t>(table_[row][column]);
  }

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

}  // namespace

std::int64_t best_match(const Table& table) {
  if (table.empty() || table.front().empty()) return 0;
  if (std::ssize(table) > std::ssize(table.front())) return Assignment(transposed(table)).total();
  return Assignment(table).total();
}

}  // namespace scpp
