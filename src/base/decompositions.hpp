#pragma once
// Eigen's dense decompositions. They are compiled in one file: each one that instantiates them takes half a
// minute.
#include "base/types.hpp"

namespace scpp {

struct EigenPairs {
  Vector values;      ///< ascending
  ColMatrix vectors;  ///< unit columns
};

/// Of a symmetric matrix, whose lower triangle is read.
EigenPairs symmetric_eigenpairs(const ColMatrix& matrix);

/// The values alone, in a third of the time.
Vector symmetric_eigenvalues(const ColMatrix& matrix);

/// The x of a x = lambda b x, lambda ascending, for symmetric a and positive definite b.
ColMatrix generalised_eigenvectors(const ColMatrix& a, const ColMatrix& b);

/// An orthonormal basis of the span of the columns, by Householder QR.
ColMatrix orthonormal_basis(const ColMatrix& columns);

/// The x of a x = b for symmetric a, by LDL'.
Vector solve_symmetric(const ColMatrix& a, const Vector& b);

/// The x of least |a x - b|, by pivoted Householder QR: a column that depends on others gets 0.
Vector least_squares(const ColMatrix& a, const Vector& b);

}  // namespace scpp
