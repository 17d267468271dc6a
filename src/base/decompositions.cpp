#include "base/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace scpp {

EigenPairs symmetric_eigenpairs(const ColMatrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<ColMatrix> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector symmetric_eigenvalues(const ColMatrix& matrix) {
  return Eigen::SelfAdjointEigenSolver<ColMatrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

ColMatrix generalised_eigenvectors(const ColMatrix& a, const ColMatrix& b) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<ColMatrix>(a, b).eigenvectors();
}

ColMatrix orthonormal_basis(const ColMatrix& columns) {
  return Eigen::HouseholderQR<ColMatrix>(columns).householderQ() *
         ColMatrix::Identity(columns.rows(), columns.cols());
}

Vector solve_symmetric(const ColMatrix& a, const Vector& b) { return a.ldlt().solve(b); }

Vector least_squares(const ColMatrix& a, const Vector& b) { return a.colPivHouseholderQr().solve(b); }

}  // namespace scpp
