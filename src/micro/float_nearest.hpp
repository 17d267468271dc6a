#pragma once
// The nearest centre in single precision, at half the cost, with a proof that double precision would find the
// same.
#include <cstdint>
#include <vector>

#include "base/aligned.hpp"
#include "base/types.hpp"

namespace scpp {

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

}  // namespace scpp
