#pragma once
// Each of the paper's systems on a file: one method, one table, labels and scores.
#include <iosfwd>
#include <string>
#include <vector>

#include "scpp/options.hpp"

namespace scpp::paper {

struct RunRequest {
  std::string data, method;
  int clusters = 2;
  std::string truth;                  ///< column of the known classes; empty when there are none
  std::string labels;                 ///< CSV file for the labels; empty for none
  std::vector<std::string> settings;  ///< "name=value" for any option of the library
};

/// The paper's six, and k-means.
std::vector<std::string> run_methods();

/// Sets an option of the library by "name=value". Throws InvalidArgument.
void apply_setting(FitOptions& options, const std::string& setting);

/// Tells sizes and, with known classes, scores. Throws InvalidArgument or FileError.
void run_on_file(const RunRequest& request, std::ostream& out);

}  // namespace scpp::paper
