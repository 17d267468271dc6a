#include "rivals/leading_pairs.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/multiply.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

constexpr Index depth = 8;  // blocks in the basis before a restart
constexpr Index spare = 2;  // columns beyond those wanted: one for the gap, one to speed up convergence
constexpr double shortest = 1e-9;  // a direction this short after orthogonalisation is rounding

/// [left right].
RowMatrix beside(const RowMatrix& left, const RowMatrix& right) {
  RowMatrix both(right.rows(), left.cols() + right.cols());
  both << left, right;
  return both;
}

void remove_part_along(const RowMatrix& basis, RowMatrix& block) {
  if (basis.cols() == 0) return;
  const RowMatrix inner = multiply(view_of(basis).transposed(), view_of(block));
  block -= multiply(view_of(basis), view_of(inner));
}

/// Orthonormal columns spanning the block; directions shorter than `shortest` are left out.
RowMatrix orthonormal(const RowMatrix& block) {
  const Eigen::SelfAdjointEigenSolver<ColMatrix> solver(gram(view_of(block)));
  Index kept = 0;
  while (kept < block.cols() && solver.eigenvalues()[block.cols() - 1 - kept] > shortest * shortest)
    ++kept;
  if (kept == 0) return RowMatrix(block.rows(), 0);
  const RowMatrix turn = solver.eigenvectors().rightCols(kept) *
                         solver.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  return multiply(view_of(block), view_of(turn));
}

/// The part of the block outside the basis, made orthonormal; done twice, which is enough for full precision.
RowMatrix new_directions(const RowMatrix& basis, RowMatrix block) {
  for (int twice = 0; twice < 2 && block.cols() > 0; ++twice) {
    remove_part_along(basis, block);
    block = orthonormal(block);
  }
  return block;
}

RowMatrix random_block(Index rows, Index columns) {
  Random random(0x5cbb, static_cast<std::uint64_t>(rows));
  RowMatrix block(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) block(i, j) = random.normal();
  return orthonormal(block / std::sqrt(static_cast<double>(rows)));
}

/// At the pace of its last two restarts the residual would miss the tolerance by far when the restarts are
/// used up.
bool is_hopeless(const std::vector<double>& residuals, double tolerance, int most_restarts) {
  constexpr Index settling =
      4;  // the first restarts still find new eigenvectors and tell nothing of the pace
  constexpr double by_far = 10;
  if (std::ssize(residuals) < settling) return false;
  const double pace = std::sqrt(residuals.back() / residuals[residuals.size() - 3]);
  const double left = static_cast<double>(most_restarts) - static_cast<double>(residuals.size());
  return residuals.back() * std::pow(pace, left) > by_far * tolerance;
}

}  // namespace

LeadingPairs leading_pairs(const std::function<RowMatrix(const RowMatrix&)>& product, Index size,
                           Index wanted, double tolerance, int most_restarts) {
  wanted = std::min(wanted, size);
  const Index width = std::min((wanted + spare + 7) / 8 * 8, size);  // products take panels of 8 columns
  RowMatrix basis = random_block(size, width);
  RowMatrix image = product(basis);
  LeadingPairs found;
  std::vector<double> residuals;
  for (int restart = 0; !found.converged && restart < most_restarts; ++restart) {
    RowMatrix latest = image;
    for (Index block = 1; block < depth && latest.cols() > 0; ++block) {
      const RowMatrix directions = new_directions(basis, std::move(latest));
      if (directions.cols() == 0) break;  // the basis is invariant
      latest = product(directions);
      basis = beside(basis, directions);
      image = beside(image, latest);
    }
    const RowMatrix inner = multiply(view_of(basis).transposed(), view_of(image));
    const Eigen::SelfAdjointEigenSolver<ColMatrix> ritz((inner + inner.transpose()) / 2);
    const Index kept = std::min(width, basis.cols());
    const RowMatrix turn = ritz.eigenvectors().rightCols(kept).rowwise().reverse();
    found.values = ritz.eigenvalues().tail(kept).reverse();
    basis = multiply(view_of(basis), view_of(turn));
    image = multiply(view_of(image), view_of(turn));
    const RowMatrix rest = image - basis * found.values.asDiagonal();
    found.residual = rest.leftCols(wanted).colwise().norm().maxCoeff();
    found.converged = found.residual <= tolerance || kept == size;
    residuals.push_back(found.residual);
    if (is_hopeless(residuals, tolerance, most_restarts)) break;
  }
  found.vectors = basis.leftCols(wanted);
  found.values.conservativeResize(std::min(wanted + 1, found.values.size()));
  return found;
}

}  // namespace scpp
