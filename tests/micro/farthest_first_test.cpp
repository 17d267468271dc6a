#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "micro/kmeans.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

Vector mean_of(const RowMatrix& rows) { return rows.colwise().mean().transpose(); }

double distance_to_chosen(const RowMatrix& rows, const std::vector<Index>& chosen, std::size_t count,
                          Index row) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i)
    least = std::min(least, (rows.row(row) - rows.row(chosen[i])).squaredNorm());
  return least;
}

/// The definition: each chosen row is the farthest from those before it (shortcuts of the search must not
/// show).
TEST(FarthestFirst, EachIsTheFarthestFromThoseBefore) {
  const RowMatrix rows = build::blobs(200, 5, 4, 2.0, 1).rows;
  const auto chosen = farthest_first(rows, mean_of(rows), 60).chosen;
  ASSERT_EQ(chosen.size(), 60u);
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  EXPECT_EQ((rows.row(chosen[0]) - mean).squaredNorm(),
            (rows.rowwise() - mean).rowwise().squaredNorm().maxCoeff());
  for (std::size_t count = 1; count < chosen.size(); ++count) {
    const double taken = distance_to_chosen(rows, chosen, count, chosen[count]);
    double farthest = 0;
    for (Index row = 0; row < rows.rows(); ++row)
      farthest = std::max(farthest, distance_to_chosen(rows, chosen, count, row));
    EXPECT_NEAR(taken, farthest, 1e-12 * farthest) << "number " << count;
  }
}

/// Also where single precision overflows, vanishes, or cannot tell rows apart.
TEST(FarthestFirst, TheOwnerIsTheNearestChosenRow) {
  for (const double scale : {1.0, 1e-30, 1e25})
    for (const double shift : {0.0, 1e5}) {
      RowMatrix rows = build::blobs(300, 5, 4, 2.0, 3).rows;
      rows = scale * (rows.array() + shift).matrix();
      const FarthestFirst found = farthest_first(rows, mean_of(rows), 40);
      ASSERT_EQ(found.chosen.size(), 40u);
      for (Index row = 0; row < rows.rows(); ++row) {
        const Index owner =
            found.chosen[static_cast<std::size_t>(found.nearest[static_cast<std::size_t>(row)])];
        const double least = distance_to_chosen(rows, found.chosen, found.chosen.size(), row);
        EXPECT_LE((rows.row(row) - rows.row(owner)).squaredNorm(), (1 + tolerance::rounding) * least);
      }
    }
}

TEST(FarthestFirst, StopsWhenNoDistinctRowIsLeft) {
  RowMatrix rows(30, 2);
  for (Index i = 0; i < 30; ++i) rows.row(i) << static_cast<double>(i % 4), 0.5;
  const auto chosen = farthest_first(rows, mean_of(rows), 10).chosen;
  EXPECT_EQ(chosen.size(), 4u);
  EXPECT_EQ(farthest_first(RowMatrix::Constant(5, 3, 0.1), Vector::Constant(3, 0.1), 4).chosen.size(), 1u);
}

TEST(FarthestFirst, TiesGoToTheEarlierRow) {
  RowMatrix square(4, 2);
  square << 1, 1, 1, -1, -1, 1, -1, -1;
  EXPECT_EQ(farthest_first(square, Vector::Zero(2), 4).chosen, (std::vector<Index>{0, 3, 1, 2}));
}

}  // namespace
}  // namespace scpp
