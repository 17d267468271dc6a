#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

struct Fit {
  Model model;
  std::vector<std::int32_t> labels;  ///< 0 .. K-1, one for each row
};

/// Clusters the rows of a table. `weights` (empty: all 1) count rows: a row of weight 3 is that row three times.
/// Fewer than options.clusters clusters come back when no leaf can be split further; the leaves say why.
Fit fit(const TableView& table, const FitOptions& options, std::span<const double> weights = {},
        const Observer& watch = {});

}  // namespace scpp
