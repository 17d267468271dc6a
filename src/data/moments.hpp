#pragma once
// Weight, range, mean and squares of columns, chunk by chunk. Chunks are added up along the binary tree over
// all chunks of the table, so that the sum has the same bits in whatever order and company the chunks arrive.
#include <span>
#include <vector>

#include "scpp/sketch.hpp"

namespace scpp {

/// One piece for each chunk that the rows touch, added up as far as the tree allows. Rows are numbered from
/// `first_row`; bad values and weights are refused with that number.
std::vector<MomentsPiece> moments_of(const TableView& table, std::span<const double> weights,
                                     Index first_row);

/// Both lists as one. Throws InvalidArgument when they overlap.
std::vector<MomentsPiece> merged(std::vector<MomentsPiece> a, const std::vector<MomentsPiece>& b);

/// The moments of rows [0, rows). Throws InvalidArgument when rows are missing or the weights add up to too
/// little.
Moments total_of(const std::vector<MomentsPiece>& pieces);

/// The sum of squares about the common mean of two sets whose means lie `gap` apart (Chan, Golub and LeVeque
/// 1979).
inline double joined_squares(double weight_a, double squares_a, double weight_b, double squares_b,
                             double gap) {
  return squares_a + squares_b + gap * gap * weight_a * (weight_b / (weight_a + weight_b));
}

/// With `standardise` every column gets unit variance; without, one common factor gives the columns an
/// average variance of 1, so that all that follows is free of the data's unit.
Transform transform_of(const Moments& moments, bool standardise);

}  // namespace scpp
