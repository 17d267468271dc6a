#pragma once
// How sure is a split? What refits on other rows of the same kind say.
#include "tree/grow.hpp"

namespace scpp {

/// Makes every split again on rows drawn with replacement from its own (Efron's bootstrap) and takes the
/// refits into its stability, each with the same say as another candidate. A refit that finds no split agrees
/// with nothing.
void ask_refits(GrownTree& grown, const Scaled& scaled, const Judge& judge, const FitOptions& options,
                const Observer& watch);

}  // namespace scpp
