#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/row_source.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

struct Fit {
  Model model;
  std::vector<std::int32_t> labels;  ///< 0 .. K-1, one for each row
};

/// Clusters the rows of a table. `weights` (empty: all 1) count rows: a row of weight 3 is that row three
/// times. Fewer than options.clusters clusters come back when no leaf can be split further; the leaves say
/// why.
Fit fit(const TableView& table, const FitOptions& options, std::span<const double> weights = {},
        const Observer& watch = {});

/// A fit whose labels need not fit into memory: each row got a number, and each number has a label.
struct StreamedFit {
  Model model;
  std::vector<std::int32_t> label_of_number;
};

/// Takes the numbers of rows as they become known, in the order of the rows.
using NumberSink = std::function<void(std::span<const std::int32_t> numbers)>;

/// The same for rows from anywhere, which are read in blocks within `memory` bytes (nothing: no limit). Gives
/// the bits of fit() on the same rows. Throws TooLittleMemory when `memory` does not suffice.
StreamedFit fit(RowSource& rows, const FitOptions& options, const NumberSink& sink,
                std::optional<Index> memory = {}, std::span<const double> weights = {},
                const Observer& watch = {});

/// Rows to read at a time within `memory` bytes. Throws TooLittleMemory when it does not suffice for any.
Index block_rows_within(Index memory, Index columns, const FitOptions& options);

}  // namespace scpp
