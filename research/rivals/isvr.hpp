#pragma once
// Maximum margin clustering by iterative support vector regression (Zhang, Tsang and Kwok), applied
// divisively.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "rivals/baselines.hpp"
#include "rivals/watch.hpp"

namespace scpp {

struct MarginSplit {
  std::vector<std::int32_t> side;  ///< 0 or 1; all 0 when the rows cannot be split
  std::vector<double> trace;       ///< |w|^2 / 2 + C sum of losses after each round
};

/// The bias in the middle of two neighbouring scores that leaves |#positive - #negative| <= balance * n and
/// has the least sum of | |score + bias| - 1 |, the loss when every row takes the side it is on.
double balanced_bias(const Vector& scores, double balance);

/// Two clusters, from 2-means on.
MarginSplit margin_split(const RowMatrix& rows, const StageWatch& watch);

/// The largest cluster is split until there are enough.
BaselineResult isvr(const RowMatrix& rows, Index clusters, const StageWatch& watch);

}  // namespace scpp
