#include "model/assignment.hpp"

#include <limits>
#include <utility>

namespace scpp {
namespace {

using Table = std::vector<std::vector<std::size_t>>;
constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

Table transposed(const Table& table) {
  Table turned(table.front().size(), std::vector<std::size_t>(table.size()));
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < table[i].size(); ++j) turned[j][i] = table[i][j];
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
    for (std::size_t row = 0; row < table.size(); ++row) insert(row);
  }

  std::int64_t total() const {
    std::int64_t sum = 0;
    for (std::size_t column = 0; column < owner_.size(); ++column)
      if (owner_[column] != nobody) sum -= cost(owner_[column], column);
    return sum;
  }

 private:
  /// Distances from the entering row, grown one column at a time as in Dijkstra's method.
  struct Search {
    std::vector<std::int64_t> distance;
    std::vector<std::size_t> via;  // the row from which a column is reached
    std::vector<bool> done;
  };

  std::int64_t cost(std::size_t row, std::size_t column) const {
    return -static_cast<std::int64_t>(table_[row][column]);
  }

  void insert(std::size_t row) {
    const std::size_t columns = owner_.size();
    Search search{std::vector<std::int64_t>(columns, std::numeric_limits<std::int64_t>::max()),
                  std::vector<std::size_t>(columns, nobody), std::vector<bool>(columns, false)};
    std::size_t from = row;
    std::int64_t so_far = 0;
    std::size_t column = nobody;
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

  void relax(Search& search, std::size_t from, std::int64_t so_far) const {
    for (std::size_t column = 0; column < owner_.size(); ++column) {
      if (search.done[column]) continue;
      const std::int64_t through = so_far + cost(from, column) - row_price_[from] - column_price_[column];
      if (through >= search.distance[column]) continue;
      search.distance[column] = through;
      search.via[column] = from;
    }
  }

  std::size_t nearest(const Search& search) const {
    std::size_t best = nobody;
    for (std::size_t column = 0; column < owner_.size(); ++column)
      if (!search.done[column] && (best == nobody || search.distance[column] < search.distance[best]))
        best = column;
    return best;
  }

  /// Keeps reduced costs non-negative and makes them 0 along the path.
  void update_prices(const Search& search, std::size_t entering, std::int64_t length) {
    row_price_[entering] += length;
    for (std::size_t column = 0; column < owner_.size(); ++column) {
      if (!search.done[column]) continue;
      const std::int64_t slack = length - search.distance[column];
      column_price_[column] -= slack;
      if (owner_[column] != nobody) row_price_[owner_[column]] += slack;
    }
  }

  /// Walks the path back from the free column; every row on it moves on by one column.
  void augment(const Search& search, std::size_t entering, std::size_t column) {
    for (;;) {
      const std::size_t row = search.via[column];
      owner_[column] = row;
      std::swap(column, column_of_[row]);
      if (row == entering) return;
    }
  }

  const Table& table_;
  std::vector<std::int64_t> row_price_;
  std::vector<std::int64_t> column_price_;
  std::vector<std::size_t> owner_;      // row of each column
  std::vector<std::size_t> column_of_;  // the inverse
};

}  // namespace

std::int64_t best_match(const Table& table) {
  if (table.empty() || table.front().empty()) return 0;
  if (table.size() > table.front().size()) return Assignment(transposed(table)).total();
  return Assignment(table).total();
}

}  // namespace scpp
