#pragma once
// What is told about a clustering, whether its rows were in memory or not.
#include <optional>
#include <string>
#include <vector>

#include "clustering.hpp"
#include "outputs.hpp"

namespace scpp::cli {

struct Answer {
  std::string path;
  Index rows = 0, columns = 0;
  std::vector<Index> rows_of_label;
  std::optional<Scores> scores;  ///< nothing without known classes
};

Answer answer_of(const DataSet& data, const Clustering& result);

/// Says what was found and written. Returns the exit code: 1 when fewer clusters came out than were asked for, because
/// there is a result, but not that one.
int tell(const Answer& answer, const Choice& choice, const Clustering& result, const Outputs& outputs,
         Session& session);

}  // namespace scpp::cli
