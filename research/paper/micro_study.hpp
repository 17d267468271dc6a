#pragma once
// Section 6.4: what microclusters cost and save, on random Gaussian mixtures.
#include <cstdint>
#include <vector>

#include "base/types.hpp"
#include "paper/runner.hpp"

namespace scpp::paper {

inline constexpr int mixtures = 30, mixture_components = 5, mixture_columns = 50;

struct Mixture {
  RowMatrix rows;
  std::vector<std::int32_t> component;
};

/// `rows` rows of the mixture number `number`. Its parameters do not depend on `rows`: means are normal with
/// standard deviation 0.5 in each coordinate, covariances B B' / 50 with B of standard normal entries, times
/// a random size in [0.5, 1.5]; components are equally likely.
Mixture draw_mixture(int number, Index rows);

/// For each mixture a cell with m = 100 ... 1000 at N = 1000 (and the error of lambda_2 against its bounds),
/// and one with N = 1000 ... 10000 at m = 200.
std::vector<CellTask> micro_tasks();

/// {"figures", "by_m", "by_n", "errors", "mixtures_by_m", "mixtures_by_n"} from the finished cells.
Json micro_summary(const CellStore& store);

}  // namespace scpp::paper
