#pragma once
// A metric that clusters teach: distances are counted in units of the spread within clusters (Mahalanobis).
#include "base/types.hpp"

namespace scpp {

/// sum_i w_i (x_i - mean of its part)(...)' / sum w, for rows in parts 0 .. count-1.
RowMatrix covariance_within(const RowMatrix& rows, const Vector& weights,
                            const std::vector<std::int32_t>& parts, Index count);

/// M with M M' = S^-1 for S = (1 - a) S_w + a (tr S_w / d) I, a the shrinkage in (0, 1] and d the columns
/// that are not constant: after multiplication with M rows spread within clusters by about 1 in every
/// direction.
RowMatrix whitening(const RowMatrix& within, double shrinkage);

}  // namespace scpp
