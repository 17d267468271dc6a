#pragma once
// Similarity k(r) of two points at distance r (in units of sigma), as a function of q = r^2.
// A further smooth decreasing kernel is one struct below and one line in with_kernel (pair_kernels.cpp).
// Include only from kernel files: the vectors are those of base/lanes.hpp.
#include <cmath>

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {

struct Gaussian {  // k(r) = exp(-r^2 / 2)
  static SCPP_INLINE Lanes similarity(Lanes q) { return exp_of_negative(q * -0.5); }
  /// -k'(r) / (r k(r))
  static SCPP_INLINE Lanes relative_slope(Lanes) { return broadcast(1.0); }
};

struct Laplace {  // k(r) = exp(-r)
  static SCPP_INLINE Lanes similarity(Lanes q) { return exp_of_negative(-sqrt(q)); }
  /// 1 / r; 0 for coincident points, where every direction of the kink is as good as another.
  static SCPP_INLINE Lanes relative_slope(Lanes q) { return q > broadcast(0.0) ? 1.0 / sqrt(q) : broadcast(0.0); }
};

}  // namespace scpp::SCPP_ISA
