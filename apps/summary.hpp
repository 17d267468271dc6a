#pragma once
// The summary of a fit as JSON, for programs.
#include <string>

#include "answer.hpp"

namespace scpp::cli {

struct Seconds {
  double read = 0, fit = 0, total = 0;
};

std::string summary_json(const Answer& answer, const Choice& choice, const Clustering& result,
                         const Seconds& seconds);

}  // namespace scpp::cli
