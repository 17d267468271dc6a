#pragma once
// Squared Euclidean distances between rows and centres, and who is nearest: in double, sped up by single
// precision.
#include <cstdint>
#include <optional>
#include <vector>

#include "base/multiply.hpp"
#include "base/types.hpp"
#include "micro/kernels.hpp"

namespace scpp {

/// Rows in single precision, laid out for the kernels that say which of them cannot lie near a point: groups
/// of 64 rows, each stored column after column; the last one is filled up with zeros.
class FloatGroups {
 public:
  explicit FloatGroups(const RowMatrix& rows);

  Index count() const { return count_; }
  const float* group(Index number) const { return values_.data() + number * rows_of_a_group * columns_; }

 private:
  Index columns_, count_;
  AlignedVector<float> values_;
};

/// The nearest centre in single precision, at half the cost, with a proof that double precision would find
/// the same.
class FloatNearest {
 public:
  explicit FloatNearest(const RowMatrix& centres);

  /// nearest[i - begin] for rows [begin, end), or -1 where rounding errors of single precision could decide.
  void find(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const;

 private:
  double error_bound(double row_norm) const;

  Index depth_, panel_count_;
  double largest_norm_;  // of the centres
  AlignedVector<float> panels_, half_square_;
};

/// |a - b|^2, summed from differences (exact 0 for equal rows).
double squared_distance(const double* a, const double* b, Index size);

/// Finds the nearest of a fixed set of centres. Fit and assign share this code, so that a row always meets
/// the same arithmetic and gets the same answer; of centres equally near the first is taken.
class NearestCentre {
 public:
  explicit NearestCentre(const RowMatrix& centres);

  /// nearest[i] for rows [begin, end) of `rows` (any number), written to nearest[0 .. end - begin).
  void find(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const;

  /// All rows, in parallel.
  std::vector<std::int32_t> find_all(const RowMatrix& rows) const;

 private:
  void find_in_double(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const;

  std::optional<FloatNearest>
      in_float_;  // decides most rows where there are many centres; gives double's answers
  PackedRight packed_;
  Vector half_square_;  // |c|^2 / 2: the nearest centre minimises |c|^2 / 2 - x.c
};

}  // namespace scpp
