#pragma once
// Rows in single precision, to tell quickly which of them cannot lie near a point; what counts is then taken
// in double.
#include <limits>

#include "base/aligned.hpp"
#include "base/types.hpp"
#include "micro/farthest_kernels.hpp"

namespace scpp {

/// Groups of 64 rows, each stored column after column as FarthestKernels read it; the last one is filled up
/// with zeros.
class FloatGroups {
 public:
  /// Of a row that is not yet near anything: reached by nothing, infinity included.
  static constexpr float no_limit = std::numeric_limits<float>::quiet_NaN();

  explicit FloatGroups(const RowMatrix& rows);

  Index count() const { return count_; }
  const float* group(Index number) const { return values_.data() + number * rows_of_a_group * columns_; }

  /// A squared distance between two of the rows, found in single precision, that reaches this is at least
  /// `squared` in double.
  float limit_for(double squared) const;

 private:
  Index columns_, count_;
  AlignedVector<float> values_;
  double relative_, absolute_;
};

}  // namespace scpp
