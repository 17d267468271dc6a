#pragma once
// What becomes of missing cells.
#include <cstddef>
#include <string>
#include <vector>

#include "io/table.hpp"

namespace scpp {

enum class MissingRule { error, mean, median, drop_row, drop_column };

/// "error", "mean", "median", "drop-row" or "drop-column"; another word throws InvalidArgument.
MissingRule missing_rule(const std::string& word);
std::string to_word(MissingRule rule);

struct MissingColumn {
  std::string label;  ///< "column 3 'width'"
  Index cells = 0;
};

struct MissingReport {
  MissingRule rule = MissingRule::error;
  Index cells = 0;
  std::vector<MissingColumn> columns;  ///< those with missing cells
  Index dropped_rows = 0;
  std::vector<Index> kept_columns;  ///< of the table as it was; what a model needs for `keep_columns`
  std::vector<double> fill;               ///< per kept column, with mean and median; for `fill_missing`

  /// What was found and done, in one sentence.
  std::string sentence() const;
};

/// Applies `rule` to `table`. Throws InvalidArgument where it cannot: `error` with missing cells (how many,
/// in which columns), a column without any number, nothing left. The fill values are computed for every
/// column, so that a model can fill cells that are missing only when it predicts. A table without missing
/// cells is not copied.
MissingReport apply_missing(Table& table, MissingRule rule);

/// Puts values[column] into the missing cells.
void fill_missing(Table& table, const std::vector<double>& values);
/// Leaves out every column that is not in `columns`.
void keep_columns(Table& table, const std::vector<Index>& columns);
/// Throws InvalidArgument naming row and column of the first infinite cell; missing cells pass.
void require_finite(const Table& table);

}  // namespace scpp
