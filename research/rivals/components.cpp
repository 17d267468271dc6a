#include "rivals/components.hpp"

#include <algorithm>
#include <cmath>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/random.hpp"
#include "split/node.hpp"

namespace scpp {

namespace {

constexpr double least_share = 1e-12;  // of the largest variance; components below it are rounding

}  // namespace

ColMatrix principal_directions(const RowMatrix& rows, Index count) {
  const RowMatrix covariance = gram(view_of(rows)) / static_cast<double>(std::max<Index>(rows.rows() - 1, 1));
  const Principal principal = principal_components(covariance, count);
  Index kept = 1;
  while (kept < std::ssize(principal.values) && principal.values[kept] > least_share * principal.values[0])
    ++kept;
  return principal.vectors.leftCols(kept);
}

RowMatrix principal_scores(const RowMatrix& rows, Index count) {
  const ColMatrix directions = principal_directions(rows, count);
  return multiply(view_of(rows), view_of(directions));
}

namespace {

constexpr int most_iterations = 500;
constexpr double same_direction =
    1e-8;  // on 1 - |cosine| between a direction and its successor: an angle of 1e-4

RowMatrix whitened(RowMatrix scores) {
  const double degrees_of_freedom = static_cast<double>(std::max<Index>(scores.rows() - 1, 1));
  for (auto column : scores.colwise()) column /= std::sqrt(column.squaredNorm() / degrees_of_freedom);
  return scores;
}

/// (W W')^-1/2 W: the orthogonal matrix nearest to W.
ColMatrix decorrelated(const ColMatrix& w) {
  const EigenPairs pairs = symmetric_eigenpairs(w * w.transpose());
  const ColMatrix root =
      pairs.vectors * pairs.values.cwiseInverse().cwiseSqrt().asDiagonal() * pairs.vectors.transpose();
  return root * w;
}

/// A start in general position: the principal axes themselves can be a saddle point.
ColMatrix start(Index size) {
  Random random(0x1ca, static_cast<std::uint64_t>(size));
  ColMatrix w(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j) w(i, j) = random.normal();
  return decorrelated(w);
}

/// W+ = E[g(Wz) z'] - diag(E[g'(Wz)]) W with g = tanh.
ColMatrix fixed_point_step(const RowMatrix& z, const ColMatrix& w) {
  const ColMatrix turn = w.transpose();
  const RowMatrix g = multiply(view_of(z), view_of(turn)).unaryExpr([](double y) { return std::tanh(y); });
  const double n = static_cast<double>(z.rows());
  const Vector slope = 1.0 - g.colwise().squaredNorm().transpose().array() / n;
  const RowMatrix mean = multiply(view_of(g).transposed(), view_of(z)) / n;
  return mean - ColMatrix(slope.asDiagonal() * w);
}

}  // namespace

IndependentComponents fast_ica(const RowMatrix& rows, Index count, const StageWatch& watch) {
  watch("independent components");
  const RowMatrix z = whitened(principal_scores(rows, count));
  ColMatrix w = start(z.cols());
  IndependentComponents result;
  while (!result.converged && result.iterations < most_iterations) {
    const ColMatrix next = decorrelated(fixed_point_step(z, w));
    const Vector cosines = (next * w.transpose()).diagonal().cwiseAbs();
    result.converged = 1 - cosines.minCoeff() < same_direction;
    w = next;
    if (++result.iterations % 50 == 0) watch("independent components");
  }
  const ColMatrix turn = w.transpose();
  result.scores = multiply(view_of(z), view_of(turn));
  return result;
}

RowMatrix independent_scores(const RowMatrix& rows, Index count, const StageWatch& watch) {
  return fast_ica(rows, count, watch).scores;
}

}  // namespace scpp
