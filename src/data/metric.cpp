#include "data/metric.hpp"

#include <Eigen/Cholesky>
#include <cassert>
#include <cmath>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

/// The means about their common mean after the whitening, each times the root of its share of the rows: B =
/// A'A is the covariance between parts.
RowMatrix whitened_means(const PartMoments& moments, const RowMatrix& whitening) {
  const Vector share = moments.weights / moments.weights.sum();
  const Eigen::RowVectorXd centre = share.transpose() * moments.means;
  const RowMatrix apart = share.cwiseSqrt().asDiagonal() * (moments.means.rowwise() - centre);
  return multiply(view_of(apart), view_of(whitening));
}

/// The eigenvectors of A'A, as columns, and their values, both from those of the small matrix A A'.
struct Between {
  RowMatrix vectors;
  Vector values;
};

Between between_parts(const RowMatrix& whitened) {
  constexpr double least = 1e-10;  // of the largest: below it is rounding
  const EigenPairs pairs = symmetric_eigenpairs(RowMatrix(whitened * whitened.transpose()));
  const Index parts = pairs.values.size();
  Index kept = 0;
  while (kept < parts && pairs.values[parts - 1 - kept] > least * pairs.values[parts - 1]) ++kept;
  if (!(pairs.values[parts - 1] > 0)) kept = 0;
  Between between{RowMatrix(whitened.cols(), kept), Vector(kept)};
  for (Index i = 0; i < kept; ++i) {
    between.values[i] = pairs.values[parts - 1 - i];
    between.vectors.col(i) =
        whitened.transpose() * pairs.vectors.col(parts - 1 - i) / std::sqrt(between.values[i]);
  }
  return between;
}

}  // namespace

PartMoments part_moments(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& parts,
                         Index count) {
  assert(std::ssize(parts) == rows.rows() && weights.size() == rows.rows());
  PartMoments moments{Vector::Zero(count), RowMatrix::Zero(count, rows.cols()), {}};
  for (Index i = 0; i < rows.rows(); ++i) {
    moments.means.row(parts[i]) += weights[i] * rows.row(i);
    moments.weights[parts[i]] += weights[i];
  }
  for (Index part = 0; part < count; ++part)
    if (moments.weights[part] > 0) moments.means.row(part) /= moments.weights[part];
  RowMatrix deviations(rows.rows(), rows.cols());
  parallel_blocks(rows.rows(), rows_of_a_block(rows.cols()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      deviations.row(i) = std::sqrt(weights[i]) * (rows.row(i) - moments.means.row(parts[i]));
  });
  moments.within = gram(view_of(deviations)) / weights.sum();
  return moments;
}

RowMatrix whitening(const RowMatrix& within, double shrinkage) {
  const Index d = within.rows(), moving = (within.diagonal().array() > 0).count();
  const double mean = within.trace() / std::max(1.0, static_cast<double>(moving));
  if (!(mean > 0)) return RowMatrix::Identity(d, d);
  ColMatrix shrunk = (1 - shrinkage) * within;
  shrunk.diagonal().array() += shrinkage * mean;
  const Eigen::LLT<ColMatrix> factor(shrunk);  // S = L L', so M = L^-T
  return factor.matrixU().solve(ColMatrix::Identity(d, d));
}

Discriminants discriminants(const PartMoments& moments, double shrinkage) {
  const RowMatrix white = whitening(moments.within, shrinkage);
  const Between between = between_parts(whitened_means(moments, white));
  return {multiply(view_of(white), view_of(between.vectors)), between.values};
}

RowMatrix taught_metric(const PartMoments& moments, double shrinkage) {
  const RowMatrix white = whitening(moments.within, shrinkage);
  const Between between = between_parts(whitened_means(moments, white));
  const Vector reliability = between.values.array() / (1 + between.values.array());
  const RowMatrix parting = multiply(view_of(white), view_of(between.vectors)) * reliability.asDiagonal();
  return (white + parting * between.vectors.transpose()) / 2;
}

}  // namespace scpp
