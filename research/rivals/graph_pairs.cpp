#include "rivals/graph_pairs.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "scpp/errors.hpp"

namespace scpp {

namespace {

constexpr Index width = 128;     // of a block column
constexpr Index row_block = 96;  // rows that one thread takes at a time
/// Entries this small are set to 0: they are far below rounding, and their products would be subnormal
/// numbers, which make a factorisation ten times slower.
constexpr double negligible = 1e-60;

void clear_negligible(RowMatrix& m) { m = (m.array().abs() < negligible).select(0.0, m); }

/// `count` columns from `first` on of the rows [begin, end).
StridedView part(const RowMatrix& m, Index begin, Index end, Index first, Index count) {
  return {m.data() + begin * m.cols() + first, end - begin, count, m.cols(), 1};
}

RowMatrix inverse_of_lower(const RowMatrix& block) {
  const Eigen::LLT<RowMatrix> factor(block);
  if (factor.info() != Eigen::Success) throw Error("a matrix that must be positive definite is not");
  RowMatrix inverse = factor.matrixL().solve(RowMatrix::Identity(block.rows(), block.cols()));
  clear_negligible(inverse);
  return inverse;
}

}  // namespace

Cholesky::Cholesky(RowMatrix matrix) : lower_(std::move(matrix)) {
  const Index n = lower_.rows();
  for (Index first = 0; first < n; first += width) {
    const Index count = std::min(width, n - first);
    RowMatrix column = lower_.block(first, first, n - first, count);
    clear_negligible(column);
    if (first > 0) {
      const PackedRight left(part(lower_, first, first + count, 0, first).transposed());
      parallel_blocks(n - first, row_block, [&](Index begin, Index end) {
        RowMatrix product(end - begin, count);
        left.multiply_rows(part(lower_, first, n, 0, first), begin, end, product.data(), count);
        column.middleRows(begin, end - begin) -= product;
      });
    }
    inverses_.push_back(inverse_of_lower(column.topRows(count)));
    RowMatrix solved = multiply(view_of(column), view_of(inverses_.back()).transposed());
    clear_negligible(solved);
    lower_.block(first, first, n - first, count) = solved;
  }
}

RowMatrix Cholesky::solve(const RowMatrix& x) const {
  RowMatrix y = x;
  for (Index b = 0; b < blocks(); ++b) {
    const RowMatrix& inverse = inverses_[b];
    const Index first = b * width, count = inverse.rows();
    if (b > 0)
      y.middleRows(first, count) -=
          multiply(part(lower_, first, first + count, 0, first), part(y, 0, first, 0, y.cols()));
    const RowMatrix solved = multiply(view_of(inverse), part(y, first, first + count, 0, y.cols()));
    y.middleRows(first, count) = solved;
  }
  for (Index b = blocks(); b-- > 0;) {
    const RowMatrix& inverse = inverses_[b];
    const Index first = b * width, count = inverse.rows();
    const RowMatrix solved =
        multiply(view_of(inverse).transposed(), part(y, first, first + count, 0, y.cols()));
    y.middleRows(first, count) = solved;
    if (b > 0)
      y.topRows(first) -=
          multiply(part(lower_, first, first + count, 0, first).transposed(), view_of(solved));
  }
  return y;
}

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
  const EigenPairs inner = symmetric_eigenpairs(gram(view_of(block)));
  Index kept = 0;
  while (kept < block.cols() && inner.values[block.cols() - 1 - kept] > shortest * shortest) ++kept;
  if (kept == 0) return RowMatrix(block.rows(), 0);
  const RowMatrix turn =
      inner.vectors.rightCols(kept) * inner.values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
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
    const EigenPairs ritz = symmetric_eigenpairs((inner + inner.transpose()) / 2);
    const Index kept = std::min(width, basis.cols());
    const RowMatrix turn = ritz.vectors.rightCols(kept).rowwise().reverse();
    found.values = ritz.values.tail(kept).reverse();
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

namespace {

/// Eigenvectors matter only through k-means on their rows: with a residual of 1e-5 and this gap or a wider
/// one they are right to 10 %, which moves no row to another cluster's side.
constexpr double residual_allowed = 1e-5, gap_resolved = 1e-4;
constexpr int most_restarts = 10;

/// The inverse of shift - B spreads what crowds below 1; its largest eigenvalue is made 1. A gap of 1e-7 at 1
/// becomes 1e-2, far above the residual allowed; the condition, 2e5, leaves eleven digits of each solution.
constexpr double shift_above_one = 1e-5, inverse_residual_allowed = 1e-8;
constexpr int most_inverse_restarts = 30;
/// Eigenvalues below this are far from the shift: the inverse squeezes them together instead.
constexpr double crowd_begins = 0.9;

LeadingPairs pairs_by_inverse(const SimilarityGraph& graph, Index clusters) {
  const Cholesky factor(graph.shifted(1 + shift_above_one));
  LeadingPairs pairs =
      leading_pairs([&](const RowMatrix& x) { return RowMatrix(shift_above_one * factor.solve(x)); },
                    graph.count(), clusters, inverse_residual_allowed, most_inverse_restarts);
  pairs.values = 1 + shift_above_one - shift_above_one * pairs.values.array().inverse();
  return pairs;
}

}  // namespace

bool has_more_parts(const LeadingPairs& pairs, Index clusters) {
  return std::ssize(pairs.values) > clusters && pairs.values[clusters] > 1 - smallest_gap;
}

LeadingPairs graph_pairs(const SimilarityGraph& graph, Index clusters) {
  LeadingPairs pairs = leading_pairs([&](const RowMatrix& x) { return graph.multiply(x); }, graph.count(),
                                     clusters, residual_allowed, most_restarts);
  const bool whole = std::ssize(pairs.values) <= clusters;
  const bool resolved =
      pairs.converged && (whole || pairs.values[clusters - 1] - pairs.values[clusters] > gap_resolved);
  const bool crowded = pairs.values[std::min(clusters, pairs.values.size()) - 1] > crowd_begins;
  if (resolved || !crowded || has_more_parts(pairs, clusters)) return pairs;
  return pairs_by_inverse(graph, clusters);
}

}  // namespace scpp
