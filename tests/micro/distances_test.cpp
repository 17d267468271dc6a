#include "micro/distances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/isa.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

TEST(Distances, EqualThePlainLoop) {
  for (const Index size : {1, 7, 8, 9, 100}) {
    const Vector a = build::normal_vector(size, 1), b = build::normal_vector(size, 2);
    const double plain = (a - b).squaredNorm();
    EXPECT_NEAR(squared_distance(a.data(), b.data(), size), plain, tolerance::summation(size, plain));
    EXPECT_EQ(squared_distance(a.data(), a.data(), size), 0);
  }
}

TEST(NearestCentre, NoCentreIsNearer) {
  for (const Index count : {1, 5, 8, 17, 64}) {
    const RowMatrix rows = build::normal_matrix(150, 6, 3), centres = build::normal_matrix(count, 6, 4);
    const auto nearest = NearestCentre(centres).find_all(rows);
    for (Index i = 0; i < rows.rows(); ++i) {
      const double found = (rows.row(i) - centres.row(nearest[static_cast<std::size_t>(i)])).squaredNorm();
      const double least = (centres.rowwise() - rows.row(i)).rowwise().squaredNorm().minCoeff();
      // Found by |c|^2 / 2 - x.c, whose terms are of the size |x|^2 + |c|^2, here below 100.
      EXPECT_LE(found, least + tolerance::summation(6, 100));
    }
  }
}

TEST(NearestCentre, TheFirstOfEqualCentresWins) {
  RowMatrix centres(20, 2);
  centres.setConstant(3);
  centres.row(9) << 1, 1;
  centres.row(13) << 1, 1;
  const RowMatrix rows = RowMatrix::Ones(5, 2);
  for (const auto nearest : NearestCentre(centres).find_all(rows)) EXPECT_EQ(nearest, 9);
}

/// Single precision only proposes: far from the origin, with nearly equal centres, and where floats overflow
/// or vanish, the answer is still that of the sums in double, taken in the order of the columns.
TEST(NearestCentre, ManyCentresAreToldApartInDouble) {
  for (const double scale : {1.0, 1e-30, 1e30})
    for (const double shift : {0.0, 1e4}) {
      RowMatrix rows = build::normal_matrix(200, 9, 11), centres = build::normal_matrix(70, 9, 12);
      centres.bottomRows(20) = centres.topRows(20) + 1e-7 * build::normal_matrix(20, 9, 13);
      rows = scale * (rows.array() + shift).matrix();
      centres = scale * (centres.array() + shift).matrix();
      const Vector half_square = centres.rowwise().squaredNorm() / 2;
      const auto nearest = NearestCentre(centres).find_all(rows);
      for (Index i = 0; i < rows.rows(); ++i) {
        std::int32_t best = -1;
        double least = 0;
        for (Index j = 0; j < centres.rows(); ++j) {
          double product = 0;
          for (Index k = 0; k < rows.cols(); ++k) product += rows(i, k) * centres(j, k);
          if (best >= 0 && half_square[j] - product >= least) continue;
          least = half_square[j] - product;
          best = static_cast<std::int32_t>(j);
        }
        EXPECT_EQ(nearest[static_cast<std::size_t>(i)], best) << "scale " << scale << ", shift " << shift;
      }
    }
}

/// How far single precision can be off grows with the row: a long one after short ones is not judged by
/// theirs.
TEST(NearestCentre, ALongRowIsToldApartAfterShortOnes) {
  RowMatrix rows = 100 * build::normal_matrix(128, 9, 14), centres = build::normal_matrix(70, 9, 15);
  rows.topRows(64).setZero();
  centres.bottomRows(35) = centres.topRows(35) + 1e-7 * build::normal_matrix(35, 9, 16);
  std::vector<std::int32_t> nearest(64);
  NearestCentre(centres).find(rows, 64, 128, nearest.data());
  for (Index i = 0; i < 64; ++i) {
    const Vector distances = (centres.rowwise() - rows.row(64 + i)).rowwise().squaredNorm();
    // Of sums of 9 terms up to 1e5 in size; centres 1e-7 apart differ by some 1e-4.
    EXPECT_LE(distances[nearest[i]], distances.minCoeff() + tolerance::summation(9, 1e5)) << i;
  }
}

TEST(NearestCentre, ARowsAnswerDoesNotDependOnItsNeighbours) {
  const RowMatrix rows = build::normal_matrix(300, 5, 5), centres = build::normal_matrix(40, 5, 6);
  const NearestCentre nearest(centres);
  const auto all = nearest.find_all(rows);
  for (const Index row : {0, 63, 64, 127, 299}) {
    std::int32_t alone = -1;
    nearest.find(rows.row(row), 0, 1, &alone);
    EXPECT_EQ(alone, all[static_cast<std::size_t>(row)]);
  }
}

TEST(NearestCentre, EveryInstructionSetAgrees) {
  RowMatrix rows = build::normal_matrix(500, 30, 7);
  RowMatrix centres = build::normal_matrix(60, 30, 8);
  for (RowMatrix* m : {&rows, &centres})
    *m = m->unaryExpr([](double x) { return std::round(x); });  // many ties
  const auto best = NearestCentre(centres).find_all(rows);
  const double distance = squared_distance(rows.data(), centres.data(), 30);
  for (const Isa isa : {Isa::baseline, Isa::avx2}) {
    const ScopedIsa limited(isa);
    EXPECT_EQ(NearestCentre(centres).find_all(rows), best);
    EXPECT_EQ(squared_distance(rows.data(), centres.data(), 30), distance);
  }
}

}  // namespace
}  // namespace scpp
