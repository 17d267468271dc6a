#pragma once
// Table 1: every method on every data set present.
#include <string>
#include <vector>

#include "paper/data_sets.hpp"
#include "paper/runner.hpp"

namespace scpp::paper {

struct StudyOptions {
  std::string data;                  ///< folder of the data sets
  std::vector<std::string> only;     ///< data sets; empty takes all that are present
  std::vector<std::string> methods;  ///< empty takes the paper's six and further_methods()
  double drsc_limit = 500;           ///< seconds of CPU time, after which DRSC is shown as "-"
};

/// SCPP in the two qualities beyond the paper's one search a split; shown apart, never as SCPP.
const std::vector<std::string>& further_methods();
/// Methods that --methods accepts.
std::vector<std::string> known_methods();

std::vector<std::string> methods_of(const StudyOptions& options);
/// Names of the sets that are wanted and present.
std::vector<std::string> sets_of(const StudyOptions& options);

std::string table_key(const std::string& set, const std::string& method);
std::vector<CellTask> table_tasks(const StudyOptions& options);

/// What one cell computes: purity, nmi, choice, and for methods with several scales all of them.
Json table_cell(const std::string& folder, const std::string& set, const std::string& method);

}  // namespace scpp::paper
