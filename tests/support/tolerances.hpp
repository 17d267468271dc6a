#pragma once
// Every tolerance of the tests, each with the argument for its size.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/types.hpp"

namespace scpp::tolerance {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Gradient against central differences, relative to the largest entry: the demand of the project. The check
/// itself is right to about 1e-9 (a value good to 1e-14, divided by a step of 6e-6), so 1e-6 leaves room for
/// a third derivative of 1e4 and none for a wrong term.
inline constexpr double gradient = 1e-6;

/// A sum of n products of entries up to `size`, in two different orders: each order is off by at most n eps
/// times the sum of the absolute terms.
inline double summation(Index terms, double size) { return 2 * static_cast<double>(terms) * epsilon * size; }

/// |L u - lambda u| and |lambda - dense lambda|: the backward error of a stable solver is a small multiple of
/// n eps |L|; ten times that is what the project asks for.
inline double eigen_residual(Index n, double norm) { return 10 * static_cast<double>(n) * epsilon * norm; }

/// Sine of the angle between two computed eigenvectors of one eigenvalue: by Davis and Kahan each is within
/// residual / gap of the true one.
inline double eigenvector_angle(Index n, double norm, double gap) {
  return 2 * eigen_residual(n, norm) / gap;
}

/// Relative error of lambda = u'Lu taken by differences: n eps from the summation, and the vector's own error
/// e = residual / gap counts squared, with the weight of the largest eigenvalue.
inline double tiny_eigenvalue(Index n, double norm, double lambda, double gap) {
  const double e = eigen_residual(n, norm) / gap;
  return 10 * static_cast<double>(n) * epsilon + e * e * norm / lambda;
}

/// exp_of_negative against the C library: 2 units in the last place are promised, one more for the library's
/// own half unit and the rounding of the comparison.
inline constexpr double exponential = 3 * epsilon;

/// Unit vectors, angles there and back, means of a few hundred numbers near 1: a few hundred roundings.
inline constexpr double rounding = 1e-13;

/// A basis whose vectors are made orthogonal once: one that loses more than 99 % of its length by it is left
/// out, so that a few hundred roundings grow by a factor of 100 at most.
inline constexpr double krylov_basis = 1e-11;

/// A slope by central differences of a smooth function of order one with step 1e-5: h^2 = 1e-10 of curvature
/// and eps / h = 2e-11 of rounding, with a factor of 100 for third derivatives.
inline constexpr double difference_step = 1e-5;
inline constexpr double difference_slope = 1e-8;

/// lambda_2 of two descriptions of one graph (duplicates and weights, rotated data): the affinities differ by
/// some eps in their exponents, the eigenvalue by that times the number of nodes.
inline double same_graph(Index n) { return 100 * static_cast<double>(n) * epsilon; }

/// One-sided difference (4 f(h/2) - f(h) - 3 f(0)) / h along a ray, with h = 1e-4: h^2 = 1e-8 times a third
/// derivative of order 10, and 10 n eps / h = 1e-9 of rounding.
inline constexpr double ray_step = 1e-4;
inline constexpr double ray_slope = 1e-6;

}  // namespace scpp::tolerance
