// Products of rows say the same as the rows.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.hpp"
#include "micro/microclusters.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

RowMatrix centred(RowMatrix rows, const Vector& weights) {
  rows.rowwise() -= (weights.transpose() * rows / weights.sum()).eval();
  return rows;
}

TEST(Products, AreThoseOfTheRows) {
  const RowMatrix rows = build::normal_matrix(70, 300, 1), products = gram_matrix(rows);
  for (Index i = 0; i < 70; ++i)
    for (Index j = 0; j < 70; ++j)
      EXPECT_NEAR(products(i, j), rows.row(i).dot(rows.row(j)),
                  tolerance::summation(300, rows.row(i).cwiseAbs().dot(rows.row(j).cwiseAbs())));
}

TEST(Products, CentredAreThoseOfCentredRows) {
  RowMatrix rows = build::normal_matrix(50, 200, 2);
  rows.rowwise() += build::normal_vector(200, 3).transpose();
  const Vector weights = build::random_counts(50, 4, 4);
  const RowMatrix found = centred_gram(gram_matrix(rows), weights);
  const RowMatrix right = gram_matrix(centred(rows, weights));
  EXPECT_LE((found - right).cwiseAbs().maxCoeff(),
            tolerance::summation(200, gram_matrix(rows).diagonal().maxCoeff()));
  EXPECT_EQ(found, RowMatrix(found.transpose()));
}

/// k-means by products and by columns are the same, for rows in general position.
TEST(Products, TellTheMicroclustersOfTheRows) {
  for (const Index count : {1, 2, 9, 40}) {
    const Vector weights = build::random_counts(60, 3, 5);
    const RowMatrix rows = centred(build::blobs(60, 100, 4, 1.0, 6).rows, weights);
    for (const Seeds seeds : {Seeds::farthest_first, Seeds::evenly})
      EXPECT_EQ(microclusters_by_gram(gram_matrix(rows), weights, count, seeds),
                make_microclusters(rows, weights, count, seeds).membership)
          << count;
  }
}

TEST(Products, EqualRowsAreOneMicrocluster) {
  const RowMatrix three = build::normal_matrix(3, 50, 7);
  const RowMatrix rows = centred(three.replicate(10, 1), Vector::Ones(30));
  const auto found =
      microclusters_by_gram(centred_gram(gram_matrix(rows), Vector::Ones(30)), Vector::Ones(30), 20);
  EXPECT_EQ(std::ranges::max(found), 2);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], found[i % 3]);
}

TEST(Products, DoNotDependOnThreads) {
  const RowMatrix rows = build::normal_matrix(300, 400, 8);
  const auto with = [&](int threads) {
    const ScopedThreads scope(threads);
    return microclusters_by_gram(gram_matrix(rows), Vector::Ones(300), 50);
  };
  EXPECT_EQ(with(1), with(3));
}

}  // namespace
}  // namespace scpp
