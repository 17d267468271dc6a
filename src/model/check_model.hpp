#pragma once
// Whether a model's parts fit together: what assign, project, cut and reports rely on without looking again.
#include <optional>
#include <string>
#include <vector>

#include "scpp/model.hpp"

namespace scpp {

bool all_finite(const std::vector<double>& values);

/// What is wrong, as the rest of a sentence ("node 3 ..."); nothing when the model can be used.
/// Numbers that are only shown (bounds, trace, the next eigenvalue) may be anything.
std::optional<std::string> fault_in(const Model& model);

}  // namespace scpp
