#pragma once
// V(theta): unit columns, either w / |w| ("direct") or by the paper's angles ("polar", eq. 8).
#include "base/types.hpp"
#include "scpp/options.hpp"

namespace scpp {

/// Number of parameters for d x l directions.
Index parameter_count(Parametrisation kind, Index d, Index l);

/// theta with V(theta) = directions (columns need not be unit; polar may flip a column's sign, which is the same
/// projection, because its angles in [0, pi) cover only v_d >= 0).
Vector parameters_of(Parametrisation kind, const ColMatrix& directions);

/// V(theta), d x l.
ColMatrix directions_at(Parametrisation kind, const Vector& theta, Index d, Index l);

/// The chain rule D_theta = D_V * dV/dtheta: takes the gradient with respect to V to that with respect to theta.
/// O(d) a column, and no division, so an angle with sin = 0 is safe.
Vector chain_to_parameters(Parametrisation kind, const Vector& theta, const ColMatrix& gradient_v);

}  // namespace scpp
