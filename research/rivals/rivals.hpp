#pragma once
// The methods the paper compares with, behind one call.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"
#include "scpp/fit.hpp"

namespace scpp {

struct Rival {
  std::string name;      ///< as in --method
  std::string sentence;  ///< what it is
};

/// kmeans, sc, sc-pc, sc-ic, drsc, isvr.
const std::vector<Rival>& rivals();
bool is_rival(std::string_view name);

struct RivalResult {
  std::vector<std::int32_t> labels;  ///< 0 .. K-1, one for each row
  std::string choice;  ///< what the method chose by itself, for example "sigma = 2 by least distortion"
  std::vector<double> trace;  ///< objective after each round, where there is one
};

/// Hears what a rival is doing, in its own words. Returning false cancels.
using RivalObserver = std::function<bool(const std::string& stage)>;

/// Clusters the standardised rows (options.data) into options.clusters clusters. Deterministic; throws
/// InvalidArgument as fit does, Cancelled when the observer says so.
RivalResult run_rival(std::string_view name, const TableView& table, const FitOptions& options,
                      const RivalObserver& watch = {});

/// Progress inside a method: what it does now. May throw Cancelled.
using StageWatch = std::function<void(const std::string& stage)>;

/// The rows as all rivals see them; checks options and table.
RowMatrix rows_for_rival(const TableView& table, const FitOptions& options);

}  // namespace scpp
