#pragma once
// Random streams keyed by (seed, stream): what a tree node draws never depends on thread timing.
#include <cmath>
#include <cstdint>
#include <numbers>

namespace scpp {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(mix(seed) ^ mix(~stream)) {}

  /// SplitMix64 (Steele, Lea, Flood 2014): every state gives a well mixed word.
  std::uint64_t word() { return mix(state_ += golden_gamma); }

  /// Uniform in [0, 1), on the grid of 2^-53.
  double uniform() { return static_cast<double>(word() >> 11) * 0x1p-53; }

  /// Uniform in {0, ..., count - 1}; the bias of the modulus is below count / 2^64.
  std::uint64_t below(std::uint64_t count) { return word() % count; }

  /// Standard normal by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

 private:
  static constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15ULL;

  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace scpp
