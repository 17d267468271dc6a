#include "split/node.hpp"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <numeric>
#include <optional>
#include <utility>

#include "base/decompositions.hpp"
#include "base/multiply.hpp"
#include "micro/kmeans.hpp"
#include "micro/microclusters.hpp"

namespace scpp {

// ---- principal components

namespace {

constexpr Index dense_limit = 96;  // below this the full decomposition is as fast as a few of its pairs

/// The product that Spectra asks for. Only what stands left of the diagonal blocks is read, once for itself
/// and once for its mirror image: a large covariance has to come from memory each time.
class CovarianceProduct {
 public:
  using Scalar = double;
  explicit CovarianceProduct(const RowMatrix& matrix) : matrix_(matrix) {}
  Index rows() const { return matrix_.rows(); }
  Index cols() const { return matrix_.cols(); }
  void perform_op(const double* in, double* out) const {
    for (Index begin = 0; begin < rows(); begin += row_block) {
      const double* block = matrix_.row(begin).data();
      const Index count = std::min(row_block, rows() - begin);
      double inside[row_block];
      dot_rows(block, cols(), count, begin, in, out + begin);
      dot_rows(block + begin, cols(), count, count, in + begin, inside);
      for (Index i = 0; i < count; ++i) out[begin + i] += inside[i];
      add_weighted_rows(block, cols(), count, begin, in + begin, out);
    }
  }

 private:
  static constexpr Index row_block = 16;  // rows of some thousand columns stay in the second-level cache
  const RowMatrix& matrix_;
};

/// Spectra's Lanczos can run astray on a matrix of low rank (rows on a line), so its answer is put to the
/// test.
bool solves(const RowMatrix& covariance, const Principal& found) {
  const Index d = covariance.rows();
  const double within = 1e-8 * covariance.trace();
  Vector image(d);
  for (Index i = 0; i < std::ssize(found.values); ++i) {
    const auto v = found.vectors.col(i);
    dot_rows(covariance.data(), d, d, d, v.data(), image.data());
    if (!((image - found.values[i] * v).norm() <= within && std::abs(v.norm() - 1) < 1e-8)) return false;
  }
  return true;
}

std::optional<Principal> by_lanczos(const RowMatrix& covariance, Index count) {
  CovarianceProduct product(covariance);
  Spectra::SymEigsSolver<CovarianceProduct> solver(product, count,
                                                   std::min(covariance.rows(), 3 * count + 10));
  try {
    solver.init();
    if (solver.compute(Spectra::SortRule::LargestAlge, 300, 1e-11) < count) return std::nullopt;
  } catch (const std::exception&) {  // a matrix of 0, or nearly so, is too little for it
    return std::nullopt;
  }
  Principal found{solver.eigenvalues(), solver.eigenvectors()};
  return solves(covariance, found) ? std::optional(std::move(found)) : std::nullopt;
}

Principal by_full_decomposition(const RowMatrix& covariance, Index count) {
  const EigenPairs all = symmetric_eigenpairs(covariance);
  return {all.values.tail(count).reverse(), all.vectors.rightCols(count).rowwise().reverse()};
}

void fix_signs(ColMatrix& vectors) {
  for (auto column : vectors.colwise()) {
    // The first of the largest entries; entries that differ by rounding alone are equally large.
    const double large = (1 - 1e-8) * column.cwiseAbs().maxCoeff();
    const auto deciding =
        std::find_if(column.begin(), column.end(), [&](double v) { return std::abs(v) >= large; });
    if (deciding != column.end() && *deciding < 0) column = -column;
  }
}

}  // namespace

Principal principal_components(const RowMatrix& covariance, Index count) {
  count = std::min(count, covariance.rows());
  std::optional<Principal> result;
  if (covariance.rows() > dense_limit && 4 * count < covariance.rows())
    result = by_lanczos(covariance, count);
  if (!result) result = by_full_decomposition(covariance, count);
  fix_signs(result->vectors);
  return *std::move(result);
}

// ---- the node

namespace {

/// sum_i w_i x_i x_i' / (sum w - 1) for centred rows.
RowMatrix covariance_of(const RowMatrix& centred, const Vector& weights, Zeros zeros = Zeros::nowhere) {
  const double divisor = std::max(weights.sum() - 1, 1.0);
  if ((weights.array() == 1).all()) return gram(view_of(centred), zeros) / divisor;
  const RowMatrix weighted = weights.cwiseSqrt().asDiagonal() * centred;
  return gram(view_of(weighted), zeros) / divisor;
}

/// The Gram matrix of the centred rows: that of the rows before, centred, tells it unless most of each was
/// the mean.
RowMatrix gram_of_node(const RowMatrix& centred, const Vector& weights, const RowMatrix& before_centring) {
  constexpr double most = 16;  // four bits of 53 are lost
  if (before_centring.size()) {
    RowMatrix centred_before = centred_gram(before_centring, weights);
    if (before_centring.trace() <= most * centred_before.trace()) return centred_before;
  }
  return gram_matrix(centred);
}

/// The microcluster of every row, sought in the span, where distances are the same and columns fewer.
std::vector<std::int32_t> seek_in_span(const RowSpace& space, const RowMatrix& gram, const Vector& weights,
                                       Index count, Seeds seeds) {
  if (!space.is_told_by_gram())
    return make_microclusters(space.coordinates(), weights, count, seeds).membership;
  if (count < gram.rows()) return microclusters_by_gram(gram, weights, count, seeds);
  std::vector<std::int32_t> each(gram.rows());
  std::iota(each.begin(), each.end(), 0);
  return each;
}

void prepare_in_span(PreparedNode& node, const Vector& weights, const RowMatrix& scatter_inside,
                     Index microclusters, const RowMatrix& before_centring, Seeds seeds) {
  const RowMatrix& rows = *node.centred;
  const RowMatrix gram = gram_of_node(rows, weights, before_centring);
  const RowSpace& space = node.row_space.emplace(node.centred, gram);
  node.data.covariance = covariance_of(space.coordinates(), weights, Zeros::above_diagonal);
  if (scatter_inside.size()) {
    const Index size = space.coordinates().cols();
    const ColMatrix basis = space.lift(ColMatrix::Identity(size, size));
    node.data.covariance += basis.transpose() * scatter_inside * basis;
  }
  const std::vector<std::int32_t> sought = seek_in_span(space, gram, weights, microclusters, seeds);
  const Index count = std::ranges::max(sought) + 1;
  // A row belongs to the nearest in all columns, as assign() will say.
  node.microclusters = moved_to_means(rows, weights, sought);
  node.data.centres =
      count == std::ssize(node.microclusters)
          ? means_of(space.coordinates(), weights, sought, count)
          : space.project(node.microclusters.centres);  // one of equal centres was left without rows
}

void prepare_in_columns(PreparedNode& node, const Vector& weights, const RowMatrix& scatter_inside,
                        Index microclusters, Seeds seeds) {
  node.microclusters = make_microclusters(*node.centred, weights, microclusters, seeds);
  node.data.covariance = covariance_of(*node.centred, weights);
  node.data.centres = node.microclusters.centres;
  if (scatter_inside.size()) node.data.covariance += scatter_inside;
}

}  // namespace

ColMatrix PreparedNode::in_full_space(const ColMatrix& directions) const {
  return row_space ? row_space->lift(directions) : directions;
}

PreparedNode prepare_node(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside,
                          Index microclusters, Index components, const RowMatrix& gram, Seeds seeds) {
  assert(rows.rows() >= 1 && weights.size() == rows.rows() && (weights.array() > 0).all());
  PreparedNode node;
  node.rows = weights.sum();
  node.mean = mean_of(rows, weights);
  rows.rowwise() -= node.mean.transpose();
  node.diameter_bound = 2 * rows.rowwise().norm().maxCoeff();
  node.centred = std::make_shared<const RowMatrix>(std::move(rows));
  if (node.centred->cols() > node.centred->rows())
    prepare_in_span(node, weights, scatter_inside, microclusters, gram, seeds);
  else
    prepare_in_columns(node, weights, scatter_inside, microclusters, seeds);
  node.data.weights = node.microclusters.weights;
  node.principal = principal_components(node.data.covariance, components);
  return node;
}

}  // namespace scpp
