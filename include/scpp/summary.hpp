#pragma once
// What was done and found, as JSON for programs: what scpp fit --summary and scpp-dask write. Link with
// scpp::report.
#include <optional>
#include <string>

#include "scpp/model.hpp"
#include "scpp/scores.hpp"

namespace scpp {

/// What a model does not tell about the fit that made it.
struct FitFacts {
  Index rows = 0, columns = 0;
  double seconds_reading = 0, seconds_fitting = 0, seconds_in_all = 0;
  std::optional<Scores> scores;  ///< nothing without known classes
};

/// The keys are described in docs/cli.md.
std::string summary_json(const Model& model, const FitFacts& facts);

}  // namespace scpp
