#include "micro/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"

namespace scpp {
namespace {

RowMatrix random_rows(Index rows, Index columns) {
  Random random(3, 5);
  RowMatrix values(rows, columns);
  for (double& x : values.reshaped()) x = random.normal();
  return values;
}

TEST(Neighbours, AreTheNearestRows) {
  const RowMatrix rows = random_rows(150, 4);  // more than one block of rows
  const NeighbourGraph graph = nearest_neighbours(rows, 7);
  ASSERT_EQ(graph.rows(), rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    std::vector<std::int32_t> others(static_cast<std::size_t>(rows.rows()));
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + i);
    std::sort(others.begin(), others.end(), [&](auto a, auto b) {
      return (rows.row(a) - rows.row(i)).squaredNorm() < (rows.row(b) - rows.row(i)).squaredNorm();
    });
    for (Index k = 0; k < 7; ++k)
      EXPECT_EQ(graph.to[static_cast<std::size_t>(i * 7 + k)], others[static_cast<std::size_t>(k)]) << i << ' ' << k;
  }
}

}  // namespace
}  // namespace scpp
