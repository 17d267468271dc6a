#include "spectral/tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scpp {
namespace {

/// Pivots of LDL' of T - x; a pivot that is not positive says that x is not below every eigenvalue.
struct Pivots {
  bool positive = true;
  double slope_sum = 0;      ///< p'(x) / p(x) for the characteristic polynomial p
  double curvature_sum = 0;  ///< (p'/p)^2 - p''/p
};

/// The logarithmic derivatives of p = prod d_i by differentiating d_i = (a_i - x) - b_{i-1}^2 / d_{i-1} twice.
Pivots pivots_at(const std::vector<double>& a, const std::vector<double>& b, double x) {
  Pivots result;
  double d = 1, d1 = 0, d2 = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double ratio = i ? b[i - 1] * b[i - 1] / d : 0.0;  // b^2 / d
    const double g = d1 / d, h = d2 / d;
    const double next = (a[i] - x) - ratio;
    d1 = -1 + ratio * g;
    d2 = ratio * (h - 2 * g * g);
    d = next;
    if (!(d > 0)) return {false, 0, 0};
    result.slope_sum += d1 / d;
    result.curvature_sum += (d1 / d) * (d1 / d) - d2 / d;
  }
  return result;
}

/// No eigenvalue lies below this (Gershgorin).
double gershgorin(const std::vector<double>& a, const std::vector<double>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i)
    least = std::min(least, a[i] - (i ? std::abs(b[i - 1]) : 0.0) - (i + 1 < a.size() ? std::abs(b[i]) : 0.0));
  return least;
}

/// Laguerre's iteration from below: monotone and cubic towards the least root of a polynomial whose roots are real.
/// From afar rounding can carry a step beyond the root; it is then halved.
double least_value(const std::vector<double>& a, const std::vector<double>& b, double below) {
  const double n = static_cast<double>(a.size());
  double scale = 0;
  for (const double entry : a) scale = std::max(scale, std::abs(entry));
  double x = std::max(below, gershgorin(a, b)), move = 0;
  for (int step = 0; step < 100; ++step) {
    const Pivots p = pivots_at(a, b, x);
    if (p.positive) {
      const double root = std::sqrt(std::max(0.0, (n - 1) * (n * p.curvature_sum - p.slope_sum * p.slope_sum)));
      move = n / (-p.slope_sum + root);
      x += move;
    } else {
      move /= 2;
      x -= move;
    }
    if (!(move > std::numeric_limits<double>::epsilon() * scale)) break;
  }
  return x;
}

/// One solve with T - x by elimination without pivoting; pivots too small to divide by are lifted.
void solve_shifted(const std::vector<double>& a, const std::vector<double>& b, double x, double least_pivot,
                   std::vector<double>& v) {
  const std::size_t k = a.size();
  std::vector<double> pivot(k);
  for (std::size_t i = 0; i < k; ++i) {
    pivot[i] = (a[i] - x) - (i ? b[i - 1] * b[i - 1] / pivot[i - 1] : 0.0);
    if (std::abs(pivot[i]) < least_pivot) pivot[i] = least_pivot;
    if (i) v[i] -= b[i - 1] / pivot[i - 1] * v[i - 1];
  }
  for (std::size_t i = k; i-- > 0;) v[i] = (v[i] - (i + 1 < k ? b[i] * v[i + 1] : 0.0)) / pivot[i];
}

void normalise(std::vector<double>& v) {
  double largest = 0, squares = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  for (const double x : v) squares += (x / largest) * (x / largest);
  for (double& x : v) x /= largest * std::sqrt(squares);
}

}  // namespace

TridiagonalPair least_pair(const std::vector<double>& diagonal, const std::vector<double>& beside, double below) {
  TridiagonalPair pair{least_value(diagonal, beside, below), std::vector<double>(diagonal.size(), 1.0)};
  double scale = 0;
  for (const double entry : diagonal) scale = std::max(scale, std::abs(entry));
  const double least_pivot =
      std::max(std::numeric_limits<double>::epsilon() * scale, std::numeric_limits<double>::min());
  for (int repeat = 0; repeat < 3; ++repeat) {  // inverse iteration at an eigenvalue good to rounding
    solve_shifted(diagonal, beside, pair.value, least_pivot, pair.vector);
    normalise(pair.vector);
  }
  return pair;
}

}  // namespace scpp
