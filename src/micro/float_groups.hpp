#pragma once
// Rows in single precision, laid out for the kernels that say which of them cannot lie near a point.
#include "base/aligned.hpp"
#include "base/types.hpp"
#include "micro/farthest_kernels.hpp"

namespace scpp {

/// Groups of 64 rows, each stored column after column; the last one is filled up with zeros.
class FloatGroups {
 public:
  explicit FloatGroups(const RowMatrix& rows);

  Index count() const { return count_; }
  const float* group(Index number) const { return values_.data() + number * rows_of_a_group * columns_; }

 private:
  Index columns_, count_;
  AlignedVector<float> values_;
};

}  // namespace scpp
