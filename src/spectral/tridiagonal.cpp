#include "spectral/tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scpp/index.hpp"

namespace scpp {
namespace {

/// Pivots of LDL' of T - x; a pivot that is not positive says that x is not below every eigenvalue.
struct Pivots {
  bool positive = true;
  double slope_sum = 0;      ///< p'(x) / p(x) for the characteristic polynomial p
  double curvature_sum = 0;  ///< (p'/p)^2 - p''/p
};

/// The logarithmic derivatives of p = prod d_i by differentiating d_i = (a_i - x) - b_{i-1}^2 / d_{i-1}
/// twice.
Pivots pivots_at(const std::vector<double>& a, const std::vector<double>& b, double x) {
  Pivots result;
  double inverse = 0, g = 0, h = 0;  // 1 / d, d' / d and d'' / d of the pivot before
  for (Index i = 0; i < std::ssize(a); ++i) {
    const double ratio = i ? b[i - 1] * b[i - 1] * inverse : 0.0;  // b^2 / d
    const double d = (a[i] - x) - ratio;
    if (!(d > 0)) return {false, 0, 0};
    inverse = 1 / d;  // divisions are what this loop waits for
    const double d1 = -1 + ratio * g, d2 = ratio * (h - 2 * g * g);
    g = d1 * inverse;
    h = d2 * inverse;
    result.slope_sum += g;
    result.curvature_sum += g * g - h;
  }
  return result;
}

/// No eigenvalue lies below this (Gershgorin).
double gershgorin(const std::vector<double>& a, const std::vector<double>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < std::ssize(a); ++i)
    least =
        std::min(least, a[i] - (i ? std::abs(b[i - 1]) : 0.0) - (i + 1 < std::ssize(a) ? std::abs(b[i]) : 0.0));
  return least;
}

/// Laguerre's iteration from below: monotone and cubic towards the least root of a polynomial whose roots are
/// real. From afar rounding can carry a step beyond the root; it is then halved.
double least_value(const std::vector<double>& a, const std::vector<double>& b, double below) {
  const double n = static_cast<double>(a.size());
  double scale = 0;
  for (const double entry : a) scale = std::max(scale, std::abs(entry));
  double x = std::max(below, gershgorin(a, b)), move = 0;
  for (int step = 0; step < 100; ++step) {
    const Pivots p = pivots_at(a, b, x);
    if (p.positive) {
      const double root =
          std::sqrt(std::max(0.0, (n - 1) * (n * p.curvature_sum - p.slope_sum * p.slope_sum)));
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

/// LDL' of T - x without pivoting; pivots too small to divide by are lifted.
class Shifted {
 public:
  Shifted(const std::vector<double>& a, const std::vector<double>& b, double x, double least_pivot)
      : inverse_(a.size()), factor_(a.size()) {
    for (Index i = 0; i < std::ssize(a); ++i) {
      factor_[i] = i ? b[i - 1] * inverse_[i - 1] : 0.0;
      const double pivot = (a[i] - x) - (i ? b[i - 1] * factor_[i] : 0.0);
      inverse_[i] = 1 / (std::abs(pivot) < least_pivot ? least_pivot : pivot);
    }
  }

  void solve(std::vector<double>& v) const {
    for (Index i = 1; i < std::ssize(v); ++i) v[i] -= factor_[i] * v[i - 1];
    for (Index i = v.size(); i-- > 0;)
      v[i] = v[i] * inverse_[i] - (i + 1 < std::ssize(v) ? factor_[i + 1] * v[i + 1] : 0.0);
  }

 private:
  std::vector<double> inverse_, factor_;
};

void normalise(std::vector<double>& v) {
  double largest = 0, squares = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  for (const double x : v) squares += (x / largest) * (x / largest);
  for (double& x : v) x /= largest * std::sqrt(squares);
}

}  // namespace

TridiagonalPair least_pair(const std::vector<double>& diagonal, const std::vector<double>& beside,
                           double below) {
  TridiagonalPair pair{least_value(diagonal, beside, below), std::vector<double>(diagonal.size(), 1.0)};
  double scale = 0;
  for (const double entry : diagonal) scale = std::max(scale, std::abs(entry));
  const double least_pivot =
      std::max(std::numeric_limits<double>::epsilon() * scale, std::numeric_limits<double>::min());
  const Shifted shifted(diagonal, beside, pair.value, least_pivot);
  for (int repeat = 0; repeat < 3; ++repeat) {  // inverse iteration at an eigenvalue good to rounding
    shifted.solve(pair.vector);
    normalise(pair.vector);
  }
  return pair;
}

}  // namespace scpp
