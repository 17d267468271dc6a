#include "graph/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "micro/distances.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

RowMatrix random_rows(Index rows, Index columns) {
  Random random(3, 5);
  RowMatrix values(rows, columns);
  for (double& x : values.reshaped()) x = random.normal();
  return values;
}

/// By sorting all others, the earlier row first among equals.
std::vector<std::int32_t> sorted_neighbours(const RowMatrix& rows, Index count) {
  std::vector<std::int32_t> result;
  for (Index i = 0; i < rows.rows(); ++i) {
    std::vector<std::int32_t> others(static_cast<std::size_t>(rows.rows()));
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + i);
    std::stable_sort(others.begin(), others.end(), [&](auto a, auto b) {
      return squared_distance(rows.row(a).data(), rows.row(i).data(), rows.cols()) <
             squared_distance(rows.row(b).data(), rows.row(i).data(), rows.cols());
    });
    result.insert(result.end(), others.begin(), others.begin() + count);
  }
  return result;
}

TEST(Neighbours, AreTheNearestRows) {
  for (const Index rows : {8, 64, 65, 150})  // fewer than a group of 64, a whole one, more
    for (const Index columns : {1, 4, 33}) {
      const RowMatrix values = random_rows(rows, columns);
      EXPECT_EQ(nearest_neighbours(values, 7).to, sorted_neighbours(values, 7)) << rows << " x " << columns;
    }
}

TEST(Neighbours, OfEqualDistancesTheEarlierRowIsNearer) {
  RowMatrix rows = random_rows(200, 2);
  rows = rows.array().round();  // a few dozen places, most of them taken by many rows
  EXPECT_EQ(nearest_neighbours(rows, 7).to, sorted_neighbours(rows, 7));
}

/// Powers of two change no bit of a mantissa. Single precision is of no use where squares overflow or vanish
/// in it.
TEST(Neighbours, DoNotDependOnTheUnit) {
  const RowMatrix rows = random_rows(130, 5);
  const NeighbourGraph graph = nearest_neighbours(rows, 6);
  for (const double unit : {0x1p70, 0x1p60, 0x1p-70, 0x1p-140, 0x1p200})
    EXPECT_EQ(nearest_neighbours(unit * rows, 6).to, graph.to) << unit;
}

TEST(Neighbours, AreExactFarFromTheOriginToo) {
  RowMatrix rows = random_rows(130, 5);
  rows.array() += 1e6;             // all distances are lost in single precision
  rows.row(7).setConstant(-1e12);  // and its errors are not the same for all
  EXPECT_EQ(nearest_neighbours(rows, 6).to, sorted_neighbours(rows, 6));
}

/// Corners of a simplex, turned: all are about as far from each other, and which is nearer is far below what
/// single precision can tell of sums of as many products.
TEST(Neighbours, AreExactWhereAllAreAboutAsFar) {
  RowMatrix rows = build::random_rotation(160, 4);
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i) *= 1 + 1e-9 * static_cast<double>((i * 37) % 160);
  EXPECT_EQ(nearest_neighbours(rows, 6).to, sorted_neighbours(rows, 6));
}

TEST(Neighbours, ThreadsAndInstructionSetsDoNotMatter) {
  const RowMatrix rows = random_rows(300, 9);
  const NeighbourGraph graph = nearest_neighbours(rows, 10);
  for (const int threads : {1, 3}) {
    const ScopedThreads some(threads);
    for (const Isa isa : {Isa::baseline, Isa::avx2}) {
      const ScopedIsa limited(isa);
      EXPECT_EQ(nearest_neighbours(rows, 10).to, graph.to);
    }
  }
}

/// Clusters far apart, and rows that lie alone: most pairs are passed over, and no neighbour with them.
TEST(Neighbours, AreTheNearestOfClustersToo) {
  RowMatrix rows = build::blobs(900, 5, 8, 30, 4).rows;
  for (Index i = 0; i < 5; ++i) rows.row(i * 100) *= 40.0 + static_cast<double>(i);
  EXPECT_EQ(nearest_neighbours(rows, 7).to, sorted_neighbours(rows, 7));
  const RowMatrix queries = 2 * rows.topRows(130);
  const NeighbourGraph found = NearestPoints(rows).find(queries, 3);
  for (Index query = 0; query < queries.rows(); ++query) {
    RowMatrix all(rows.rows() + 1, rows.cols());
    all << queries.row(query), rows;
    const std::vector<std::int32_t> sorted = nearest_neighbours(all, 3).to;
    for (Index k = 0; k < 3; ++k) EXPECT_EQ(found.to[query * 3 + k], sorted[k] - 1);
  }
}

TEST(Neighbours, AreAsManyAsThereCanBe) {
  EXPECT_EQ(nearest_neighbours(random_rows(1, 3), 10).count, 0);
  EXPECT_EQ(nearest_neighbours(random_rows(4, 3), 10).count, 3);
}

}  // namespace
}  // namespace scpp
