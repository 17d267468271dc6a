#include "split/principal.hpp"

#include <Eigen/Eigenvalues>
#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <utility>

#include "base/multiply.hpp"

namespace scpp {
namespace {

constexpr Index dense_limit = 96;  // below this the full decomposition is as fast as a few of its pairs

/// The product that Spectra asks for. Only what stands left of the diagonal blocks is read, once for itself and once for its
/// mirror image: a large covariance has to come from memory each time.
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

/// Spectra's Lanczos can run astray on a matrix of low rank (rows on a line), so its answer is put to the test.
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
  Spectra::SymEigsSolver<CovarianceProduct> solver(product, count, std::min(covariance.rows(), 3 * count + 10));
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
  const Eigen::SelfAdjointEigenSolver<ColMatrix> solver(covariance);
  return {solver.eigenvalues().tail(count).reverse(), solver.eigenvectors().rightCols(count).rowwise().reverse()};
}

void fix_signs(ColMatrix& vectors) {
  for (auto column : vectors.colwise()) {
    // The first of the largest entries; entries that differ by rounding alone are equally large.
    const double large = (1 - 1e-8) * column.cwiseAbs().maxCoeff();
    const auto deciding = std::find_if(column.begin(), column.end(), [&](double v) { return std::abs(v) >= large; });
    if (deciding != column.end() && *deciding < 0) column = -column;
  }
}

}  // namespace

Principal principal_components(const RowMatrix& covariance, Index count) {
  count = std::min(count, covariance.rows());
  std::optional<Principal> result;
  if (covariance.rows() > dense_limit && 4 * count < covariance.rows()) result = by_lanczos(covariance, count);
  if (!result) result = by_full_decomposition(covariance, count);
  fix_signs(result->vectors);
  return *std::move(result);
}

}  // namespace scpp
