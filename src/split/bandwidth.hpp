#pragma once
#include "base/types.hpp"
#include "scpp/options.hpp"

namespace scpp {

inline constexpr Index most_kaiser_components = 20;

/// Kaiser's criterion: how many covariance eigenvalues (descending) are at least 1; at least 1, at most 20.
Index intrinsic_dimension(const Vector& eigenvalues);

/// The paper's sigma (section 6.1), times options.sigma_scale; or options.sigma if that is given.
double bandwidth(const Vector& eigenvalues, double rows, const PursuitOptions& options);

}  // namespace scpp
