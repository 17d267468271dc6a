#pragma once
// The matrix types used inside the library (Eigen stays out of the public headers).
#include <Eigen/Core>

#include "scpp/index.hpp"

namespace scpp {

static_assert(std::is_same_v<Index, Eigen::Index>);
using Vector = Eigen::VectorXd;
/// Rows are observations, so rows are contiguous.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Columns are directions, so columns are contiguous.
using ColMatrix = Eigen::MatrixXd;

}  // namespace scpp
