#pragma once
// The matrix types used inside the library (Eigen stays out of the public headers).
#include <Eigen/Core>

namespace scpp {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
/// Rows are observations, so rows are contiguous.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Columns are directions, so columns are contiguous.
using ColMatrix = Eigen::MatrixXd;

}  // namespace scpp
