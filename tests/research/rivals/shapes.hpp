#pragma once
// Point sets whose right clustering is known by construction.
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/random.hpp"
#include "base/types.hpp"

namespace scpp::shapes {

struct Labelled {
  RowMatrix rows;
  std::vector<std::int32_t> truth;
};

/// Two interlocking half circles of radius 1.
inline Labelled two_moons(Index each, double noise, std::uint64_t seed) {
  Random random(seed, 11);
  Labelled made{RowMatrix(2 * each, 2), {}};
  for (Index i = 0; i < 2 * each; ++i) {
    const bool upper = i % 2 == 0;
    const double angle = std::numbers::pi * random.uniform();
    made.rows.row(i) << (upper ? std::cos(angle) : 1 - std::cos(angle)),
        (upper ? std::sin(angle) : 0.5 - std::sin(angle));
    for (double& value : made.rows.row(i)) value += noise * random.normal();
    made.truth.push_back(upper ? 0 : 1);
  }
  return made;
}

/// Concentric rings of radius 1, 2, ...
inline Labelled rings(Index each, int count, double noise, std::uint64_t seed) {
  Random random(seed, 12);
  Labelled made{RowMatrix(each * count, 2), {}};
  for (Index i = 0; i < each * count; ++i) {
    const auto ring = static_cast<std::int32_t>(i % count);
    const double angle = 2 * std::numbers::pi * random.uniform(), radius = 1 + ring + noise * random.normal();
    made.rows.row(i) << radius * std::cos(angle), radius * std::sin(angle);
    made.truth.push_back(ring);
  }
  return made;
}

}  // namespace scpp::shapes
