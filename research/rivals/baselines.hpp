#pragma once
// The methods the paper compares with, behind one call.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scpp/fit.hpp"

namespace scpp {

struct Baseline {
  std::string name;      ///< as in --method
  std::string sentence;  ///< what it is
};

/// kmeans, sc, sc-pc, sc-ic, drsc, isvr.
const std::vector<Baseline>& baselines();
bool is_baseline(std::string_view name);

struct BaselineResult {
  std::vector<std::int32_t> labels;  ///< 0 .. K-1, one for each row
  std::string choice;  ///< what the method chose by itself, for example "sigma = 2 by least distortion"
  std::vector<double> trace;  ///< objective after each round, where there is one
};

/// Clusters the standardised rows (options.data) into options.clusters clusters. Deterministic; throws
/// InvalidArgument as fit does, Cancelled when the observer says so.
BaselineResult run_baseline(std::string_view name, const TableView& table, const FitOptions& options,
                            const Observer& watch = {});

}  // namespace scpp
