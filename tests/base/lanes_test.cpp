// The vector exponential behind every similarity, seen through the affinity of two points, on each
// instruction set.
#include <gtest/gtest.h>

#include <cmath>

#include "base/isa.hpp"
#include "spectral/laplacian.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

double exp_of_minus(double x) {
  Affinity graph(KernelKind::laplace, 1.0, Vector::Ones(2), 1);
  RowMatrix points(1, 2);
  points << 0, x;
  graph.set_points(points);
  return graph(0, 1);
}

TEST(Lanes, ExponentialAgreesWithTheLibrary) {
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    const ScopedIsa limited(isa);
    for (double x = 0; x < 600; x = x * 1.01 + 1e-3)
      EXPECT_NEAR(exp_of_minus(x), std::exp(-x), tolerance::exponential * std::exp(-x))
          << "exp(-" << x << ")";
  }
}

TEST(Lanes, ExponentialIsOneAtZeroAndDecreases) {
  EXPECT_EQ(exp_of_minus(0), 1);
  for (double x = 0; x < 599; x += 0.37) EXPECT_GT(exp_of_minus(x), exp_of_minus(x + 0.37));
}

TEST(Lanes, ExponentialNeverVanishes) {
  for (const double x : {600.0, 601.0, 1e4, 1e150}) {
    EXPECT_GT(exp_of_minus(x), 0);
    EXPECT_NEAR(exp_of_minus(x), std::exp(-600.0), tolerance::exponential * std::exp(-600.0));
  }
}

}  // namespace
}  // namespace scpp
