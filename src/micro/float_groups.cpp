#include "micro/float_groups.hpp"

#include <cmath>

#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr double unit = 0x1p-24;
constexpr Index row_block = 128 * rows_of_a_group;  // fewer are copied before a second thread has woken up

}  // namespace

FloatGroups::FloatGroups(const RowMatrix& rows)
    : columns_(rows.cols()),
      count_((rows.rows() + rows_of_a_group - 1) / rows_of_a_group),
      values_(static_cast<std::size_t>(count_ * rows_of_a_group * rows.cols()), 0.0F) {
  const double radius = std::sqrt(rows.rowwise().squaredNorm().maxCoeff());
  relative_ = 1 + (static_cast<double>(columns_) + 8) * unit;
  absolute_ = 12 * unit * radius * radius + static_cast<double>(columns_) * std::numeric_limits<float>::min();
  parallel_blocks(rows.rows(), row_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      float* to = values_.data() + i / rows_of_a_group * rows_of_a_group * columns_ + i % rows_of_a_group;
      for (Index k = 0; k < columns_; ++k) to[k * rows_of_a_group] = static_cast<float>(rows(i, k));
    }
  });
}

/// Rounding the points, each within `radius` of the origin, moves a distance by at most 2 unit radius and its
/// square, below (2 radius)^2, by 8 unit radius^2 and a little; the sum of squares is right to (columns + 2)
/// unit, relatively.
float FloatGroups::limit_for(double squared) const {
  if (squared == 0) return 0;  // every distance is at least that
  const double limit = (squared + absolute_) * relative_;
  return limit < std::numeric_limits<float>::max() ? static_cast<float>(limit) : no_limit;
}

}  // namespace scpp
