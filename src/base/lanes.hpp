#pragma once
// Numbers that move together, as many to a register as the instruction set has room for: eight doubles are
// four registers of SSE2, two of AVX2, one of AVX-512, and without fused multiply-add every one of these
// gives the same bits. (A vector type of 64 bytes would read more simply, but gcc keeps it in memory where
// registers are narrower.) Include only from kernel files (*_kernels.cpp), which are compiled once for each
// instruction set.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#ifndef SCPP_ISA
#error "lanes.hpp belongs to kernel files: see scpp_kernels() in cmake/scpp_targets.cmake"
#endif

namespace scpp::SCPP_ISA {

#define SCPP_INLINE __attribute__((always_inline)) inline

#if defined(__AVX512F__)
inline constexpr std::size_t register_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t register_bytes = 32;
#else
inline constexpr std::size_t register_bytes = 16;
#endif

template <class T, int count>
struct Wide {
  typedef T Register __attribute__((vector_size(register_bytes)));  // gcc ignores it in a dependent `using`
  static constexpr int in_register = register_bytes / sizeof(T), registers = count / in_register;
  Register part[registers];

  typedef Register Anywhere __attribute__((aligned(alignof(T)), may_alias));  // a register's worth of memory

  SCPP_INLINE Wide() : part{} {}
  SCPP_INLINE Wide(std::initializer_list<T> values) { std::memcpy(part, values.begin(), sizeof part); }

  SCPP_INLINE T operator[](std::ptrdiff_t i) const { return part[i / in_register][i % in_register]; }
  SCPP_INLINE void set(std::ptrdiff_t i, T value) { part[i / in_register][i % in_register] = value; }
};

/// What comparing gives: all ones where it is true, 0 where it is not.
template <class T, int count>
using Mask = Wide<std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>, count>;

#define SCPP_FOR_REGISTERS(result, expression)                                       \
  for (int i = 0; i < decltype(result)::registers; ++i) result.part[i] = expression; \
  return result

#define SCPP_ARITHMETIC(op)                                                     \
  template <class T, int n>                                                     \
  SCPP_INLINE Wide<T, n> operator op(Wide<T, n> a, Wide<T, n> b) {              \
    SCPP_FOR_REGISTERS(a, a.part[i] op b.part[i]);                              \
  }                                                                             \
  template <class T, int n>                                                     \
  SCPP_INLINE Wide<T, n> operator op(Wide<T, n> a, std::type_identity_t<T> b) { \
    SCPP_FOR_REGISTERS(a, a.part[i] op b);                                      \
  }                                                                             \
  template <class T, int n>                                                     \
  SCPP_INLINE Wide<T, n> operator op(std::type_identity_t<T> a, Wide<T, n> b) { \
    SCPP_FOR_REGISTERS(b, a op b.part[i]);                                      \
  }
#define SCPP_COMPARISON(op)                                        \
  template <class T, int n>                                        \
  SCPP_INLINE Mask<T, n> operator op(Wide<T, n> a, Wide<T, n> b) { \
    Mask<T, n> mask;                                               \
    SCPP_FOR_REGISTERS(mask, (a.part[i] op b.part[i]));            \
  }
SCPP_ARITHMETIC(+)
SCPP_ARITHMETIC(-)
SCPP_ARITHMETIC(*)
SCPP_ARITHMETIC(/)
SCPP_ARITHMETIC(&)
SCPP_COMPARISON(<)
SCPP_COMPARISON(<=)
SCPP_COMPARISON(>)
SCPP_COMPARISON(>=)

template <class T, int n>
SCPP_INLINE Wide<T, n> operator-(Wide<T, n> a) {
  SCPP_FOR_REGISTERS(a, -a.part[i]);
}
template <class T, int n>
SCPP_INLINE Wide<T, n> operator~(Wide<T, n> a) {
  SCPP_FOR_REGISTERS(a, ~a.part[i]);
}
template <class T, int n>
SCPP_INLINE void operator+=(Wide<T, n>& a, Wide<T, n> b) {
  for (int i = 0; i < Wide<T, n>::registers; ++i) a.part[i] += b.part[i];
}
template <class T, int n>
SCPP_INLINE void operator+=(Wide<T, n>& a, std::type_identity_t<T> b) {
  for (auto& part : a.part) part += b;
}
template <class T, int n>
SCPP_INLINE void operator*=(Wide<T, n>& a, std::type_identity_t<T> b) {
  for (auto& part : a.part) part *= b;
}
template <class T, int n>
SCPP_INLINE void operator&=(Wide<T, n>& a, Wide<T, n> b) {
  for (int i = 0; i < Wide<T, n>::registers; ++i) a.part[i] &= b.part[i];
}

/// a where the mask is true, b elsewhere.
template <class T, int n>
SCPP_INLINE Wide<T, n> select(Mask<T, n> mask, Wide<T, n> a, Wide<T, n> b) {
  SCPP_FOR_REGISTERS(a, (mask.part[i] ? a.part[i] : b.part[i]));
}
#undef SCPP_ARITHMETIC
#undef SCPP_COMPARISON
#undef SCPP_FOR_REGISTERS

inline constexpr int lane_count = 8;
using Lanes = Wide<double, lane_count>;
using LaneBits = Mask<double, lane_count>;

template <class W = Lanes, class T>
SCPP_INLINE W load(const T* from) {
  W wide;
  for (int i = 0; i < W::registers; ++i)
    wide.part[i] = *reinterpret_cast<const typename W::Anywhere*>(from + i * W::in_register);
  return wide;
}

template <class T, int n>
SCPP_INLINE void store(T* to, Wide<T, n> wide) {
  for (int i = 0; i < wide.registers; ++i)
    *reinterpret_cast<typename Wide<T, n>::Anywhere*>(to + i * wide.in_register) = wide.part[i];
}

SCPP_INLINE Lanes broadcast(double x) { return x - Lanes(); }
/// Sum in a fixed order, the same on every instruction set.
SCPP_INLINE double sum(Lanes v) { return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7])); }

/// The sums of eight vectors, each as `sum` would give it.
SCPP_INLINE Lanes sums_of(const Lanes* v) {
#if defined(__AVX512F__)
  // Halves are added, and what is left of two vectors shares one, three times over.
  using Register = Lanes::Register;
  const auto halves = [](Register a, Register b) __attribute__((always_inline)) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) +
           __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  };
  const auto quarters = [](Register a, Register b) __attribute__((always_inline)) {
    return __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13) +
           __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
  };
  const auto halves_of = [&](int i) __attribute__((always_inline)) {
    return halves(v[i].part[0], v[i + 1].part[0]);
  };
  const Register a = quarters(halves_of(0), halves_of(2)), b = quarters(halves_of(4), halves_of(6));
  Lanes sums;
  sums.part[0] = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14) +
                 __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  return sums;
#else
  return Lanes{sum(v[0]), sum(v[1]), sum(v[2]), sum(v[3]), sum(v[4]), sum(v[5]), sum(v[6]), sum(v[7])};
#endif
}

SCPP_INLINE Lanes max(Lanes a, Lanes b) { return select(a > b, a, b); }
SCPP_INLINE Lanes min(Lanes a, Lanes b) { return select(a < b, a, b); }

SCPP_INLINE Lanes sqrt(Lanes v) {
  for (int i = 0; i < lane_count; ++i) v.set(i, __builtin_sqrt(v[i]));
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
  std::memcpy(exponent.part, shifted.part, sizeof bits.part);
  std::memcpy(bits.part, series.part, sizeof bits.part);
  for (int i = 0; i < LaneBits::registers; ++i) bits.part[i] += exponent.part[i] << 52;
  std::memcpy(series.part, bits.part, sizeof bits.part);
  return series;
}

}  // namespace scpp::SCPP_ISA
