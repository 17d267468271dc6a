#pragma once
// A metric that clusters teach: distances are counted in units of the spread within clusters (Mahalanobis),
// and directions along which no clusters part count half.
#include <cstdint>
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// What a partition of rows says of them, part by part.
struct PartMoments {
  Vector weights;    ///< of every part
  RowMatrix means;   ///< of every part; 0 for a part without rows
  RowMatrix within;  ///< sum_i w_i (x_i - mean of its part)(...)' / sum w
};

PartMoments part_moments(const RowMatrix& rows, const Vector& weights, const std::vector<std::int32_t>& parts,
                         Index count);

/// M with M M' = S^-1 for S = (1 - a) S_w + a (tr S_w / d) I, a the shrinkage in (0, 1] and d the columns
/// that are not constant: after multiplication with M rows spread within clusters by about 1 in every
/// direction.
RowMatrix whitening(const RowMatrix& within, double shrinkage);

/// Directions that part the means, the best first: after `directions` rows spread within parts by about 1,
/// and the means of parts by `ratios` (variances between, in units of those within).
struct Discriminants {
  RowMatrix directions;  ///< columns x at most (parts - 1)
  Vector ratios;
};
Discriminants discriminants(const PartMoments& moments, double shrinkage);

/// M = W (I + sum_i e_i / (1 + e_i) v_i v_i') / 2, with W the whitening, v_i the discriminant directions
/// after it and e_i their ratios. A direction along which the means do not differ holds noise alone and
/// counts half; e / (1 + e) is what is left of a mean when it is guessed from one row (the reliability of the
/// direction).
RowMatrix taught_metric(const PartMoments& moments, double shrinkage);

}  // namespace scpp
