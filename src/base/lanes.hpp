#pragma once
// Eight doubles that move together. The compiler lowers them to whatever the instruction set has (four SSE2
// registers, two AVX2, one AVX-512); without fused multiply-add every one of these gives the same bits.
// Include only from kernel files (*_kernels.cpp), which are compiled once for each instruction set.
#include <cstdint>
#include <cstring>
#include <initializer_list>

#ifndef SCPP_ISA
#error "lanes.hpp belongs to kernel files: see scpp_kernels() in cmake/scpp_targets.cmake"
#endif

namespace scpp::SCPP_ISA {

inline constexpr int lane_count = 8;
using Lanes = double __attribute__((vector_size(64)));
using LaneBits = std::int64_t __attribute__((vector_size(64)));

#define SCPP_INLINE __attribute__((always_inline)) inline

SCPP_INLINE Lanes load(const double* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

SCPP_INLINE void store(double* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

SCPP_INLINE Lanes broadcast(double x) { return Lanes{x, x, x, x, x, x, x, x}; }

/// Sum in a fixed order, the same on every instruction set.
SCPP_INLINE double sum(Lanes v) { return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])); }

/// The sums of eight vectors, each as `sum` would give it.
SCPP_INLINE Lanes sums_of(const Lanes* v) {
#if defined(__AVX512F__)
  // Halves are added, and what is left of two vectors shares one, three times over.
  const auto halves = [](Lanes a, Lanes b) __attribute__((always_inline)) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) +
           __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  };
  const auto quarters = [](Lanes a, Lanes b) __attribute__((always_inline)) {
    return __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13) +
           __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
  };
  const Lanes a = quarters(halves(v[0], v[1]), halves(v[2], v[3]));
  const Lanes b = quarters(halves(v[4], v[5]), halves(v[6], v[7]));
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  return Lanes{sum(v[0]), sum(v[1]), sum(v[2]), sum(v[3]), sum(v[4]), sum(v[5]), sum(v[6]), sum(v[7])};
#endif
}

SCPP_INLINE Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
SCPP_INLINE Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }

SCPP_INLINE Lanes sqrt(Lanes v) {
  for (int i = 0; i < lane_count; ++i) v[i] = __builtin_sqrt(v[i]);
  return v;
}

/// exp(x) for x <= 0, within 2 units in the last place; below -600 it stays at exp(-600) = 3e-261, so that a
/// similarity is never exactly 0 and products with it do not become subnormal (which some CPUs compute
/// slowly). Cody and Waite's reduction x = n ln 2 + r; then exp(r) = 1 + r + r^2 q(r) with q of degree 9,
/// which meets (exp(r) - 1 - r) / r^2 at the ten Chebyshev points of |r| <= ln 2 / 2 (largest error about
/// 1e-17), even and odd powers apart so that their sums do not wait for each other; then 2^n put into the
/// exponent.
SCPP_INLINE Lanes exp_of_negative(Lanes x) {
  constexpr double log2_e = 1.4426950408889634, ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
  constexpr double round_to_integer = 0x1.8p52;  // adding this leaves the nearest integer in the low bits
  x = max(x, broadcast(-600.0));
  const Lanes shifted = x * log2_e + round_to_integer;
  const Lanes n = shifted - round_to_integer;
  const Lanes r = (x - n * ln2_high) - n * ln2_low;
  const Lanes r2 = r * r;
  Lanes even = broadcast(0x1.2891a8c1d838dp-22), odd = broadcast(0x1.af38d53857513p-26);
  for (const double c : {0x1.a019b8ef67c6cp-16, 0x1.6c16c17893833p-10, 0x1.5555555553d4fp-5, 0.5})
    even = even * r2 + c;
  for (const double c :
       {0x1.71de0d9c145d0p-19, 0x1.a01a01a7c8d47p-13, 0x1.11111111109adp-7, 0x1.5555555555556p-3})
    odd = odd * r2 + c;
  Lanes series = 1.0 + (r + r2 * (even + r * odd));
  LaneBits exponent, bits;
  std::memcpy(&exponent, &shifted, sizeof bits);
  std::memcpy(&bits, &series, sizeof bits);
  bits += exponent << 52;
  std::memcpy(&series, &bits, sizeof bits);
  return series;
}

}  // namespace scpp::SCPP_ISA
