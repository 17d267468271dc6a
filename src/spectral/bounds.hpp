#pragma once
// How far microclusters can move lambda_2 of the standard Laplacian, relatively (Lemma 3 and what follows it).
#include "base/types.hpp"
#include "scpp/options.hpp"

namespace scpp {

/// Lemma 3, for points t (l x m, after T_Delta) with the radii of their microclusters.
double bound_at_projection(KernelKind kernel, const RowMatrix& t, const Vector& radii, double sigma);

/// The bound over all projections: exp(((r_i+r_j)^2 + 2 (r_i+r_j) diameter) / (2 sigma^2)) - 1 for the Gaussian,
/// exp((r_i+r_j) / sigma) - 1 for the Laplace kernel, at the two largest radii.
double uniform_bound(KernelKind kernel, const Vector& radii, double diameter, double sigma);

}  // namespace scpp
