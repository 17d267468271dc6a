#pragma once
// The rivals with all that scpp-paper wants to know of them; run_baseline wraps these.
#include <string_view>
#include <vector>

#include "rivals/baselines.hpp"
#include "rivals/spectral_clustering.hpp"

namespace scpp {

/// All scales tried by sc, sc-pc or sc-ic on standardised rows.
std::vector<SpectralCandidate> candidates_of(std::string_view name, const RowMatrix& rows, Index clusters,
                                             const StageWatch& watch);

/// The rows as all rivals see them; checks options and table.
RowMatrix rows_for_baseline(const TableView& table, const FitOptions& options);

}  // namespace scpp
