#pragma once
// How many clusters there are.
#include "data/standardise.hpp"
#include "scpp/model.hpp"
#include "scpp/suggest.hpp"

namespace scpp {

/// Standardised rows; equal ones are one of their joint weight, and neither their order nor the unit of a
/// column matters.
Suggestion how_many(const Scaled& scaled, const FitOptions& options, const Observer& watch);

/// A root that stays whole says why.
void tell_why_one(Tree& tree, const Suggestion& suggestion);

}  // namespace scpp
