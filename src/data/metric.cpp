#include "data/metric.hpp"

#include <Eigen/Cholesky>
#include <cassert>

#include "base/multiply.hpp"

namespace scpp {

RowMatrix covariance_within(const RowMatrix& rows, const Vector& weights,
                            const std::vector<std::int32_t>& parts, Index count) {
  assert(std::ssize(parts) == rows.rows() && weights.size() == rows.rows());
  RowMatrix means = RowMatrix::Zero(count, rows.cols());
  Vector total = Vector::Zero(count);
  for (Index i = 0; i < rows.rows(); ++i) {
    means.row(parts[i]) += weights[i] * rows.row(i);
    total[parts[i]] += weights[i];
  }
  for (Index part = 0; part < count; ++part)
    if (total[part] > 0) means.row(part) /= total[part];
  RowMatrix deviations(rows.rows(), rows.cols());
  for (Index i = 0; i < rows.rows(); ++i)
    deviations.row(i) = std::sqrt(weights[i]) * (rows.row(i) - means.row(parts[i]));
  return gram(view_of(deviations)) / weights.sum();
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

}  // namespace scpp
