#pragma once
// Squared Euclidean distances between rows and centres.
#include <cstdint>
#include <optional>
#include <vector>

#include "base/multiply.hpp"
#include "base/types.hpp"
#include "micro/float_nearest.hpp"

namespace scpp {

/// |a - b|^2, summed from differences (exact 0 for equal rows).
double squared_distance(const double* a, const double* b, Index size);

/// Finds the nearest of a fixed set of centres. Fit and assign share this code, so that a row always meets the same
/// arithmetic and gets the same answer; of centres equally near the first is taken.
class NearestCentre {
 public:
  explicit NearestCentre(const RowMatrix& centres);

  /// nearest[i] for rows [begin, end) of `rows` (any number), written to nearest[0 .. end - begin).
  void find(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const;

  /// All rows, in parallel.
  std::vector<std::int32_t> find_all(const RowMatrix& rows) const;

 private:
  void find_in_double(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const;

  std::optional<FloatNearest> in_float_;  // decides most rows where there are many centres; gives double's answers
  PackedRight packed_;
  Vector half_square_;  // |c|^2 / 2: the nearest centre minimises |c|^2 / 2 - x.c
};

}  // namespace scpp
