#include "split/principal.hpp"

#include <Eigen/Eigenvalues>
#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <exception>
#include <optional>

#include "base/multiply.hpp"

namespace scpp {
namespace {

constexpr Index dense_limit = 96;  // below this the full decomposition is as fast as a few of its pairs

/// The product that Spectra asks for.
class CovarianceProduct {
 public:
  using Scalar = double;
  explicit CovarianceProduct(const RowMatrix& matrix) : matrix_(matrix) {}
  Index rows() const { return matrix_.rows(); }
  Index cols() const { return matrix_.cols(); }
  void perform_op(const double* in, double* out) const {
    dot_rows(matrix_.data(), cols(), rows(), cols(), in, out);
  }

 private:
  const RowMatrix& matrix_;
};

std::optional<Principal> by_lanczos(const RowMatrix& covariance, Index count) {
  CovarianceProduct product(covariance);
  Spectra::SymEigsSolver<CovarianceProduct> solver(product, count, std::min(covariance.rows(), 3 * count + 10));
  try {
    solver.init();
    if (solver.compute(Spectra::SortRule::LargestAlge, 300, 1e-11) < count) return std::nullopt;
  } catch (const std::exception&) {  // a matrix of 0, or nearly so, is too little for it
    return std::nullopt;
  }
  return Principal{solver.eigenvalues(), solver.eigenvectors()};
}

Principal by_full_decomposition(const RowMatrix& covariance, Index count) {
  const Eigen::SelfAdjointEigenSolver<ColMatrix> solver(covariance);
  return {solver.eigenvalues().tail(count).reverse(), solver.eigenvectors().rightCols(count).rowwise().reverse()};
}

void fix_signs(ColMatrix& vectors) {
  for (auto column : vectors.colwise()) {
    Index largest = 0;
    column.cwiseAbs().maxCoeff(&largest);
    if (column[largest] < 0) column = -column;
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
