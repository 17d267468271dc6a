#include "micro/float_nearest.hpp"

#include <cmath>
#include <limits>

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "micro/float_nearest_kernels.hpp"

namespace scpp {

FloatNearest::FloatNearest(const RowMatrix& centres)
    : depth_(centres.cols()),
      panel_count_((centres.rows() + float_panel_width - 1) / float_panel_width),
      largest_norm_(centres.rowwise().norm().maxCoeff()),
      panels_(panel_count_ * float_panel_width * depth_, 0.0F),
      half_square_(panel_count_ * float_panel_width,
                   std::numeric_limits<float>::infinity()) {
  for (Index j = 0; j < centres.rows(); ++j) {
    half_square_[j] = static_cast<float>(centres.row(j).squaredNorm() / 2);
    float* column =
        panels_.data() + j / float_panel_width * depth_ * float_panel_width + j % float_panel_width;
    for (Index k = 0; k < depth_; ++k) column[k * float_panel_width] = static_cast<float>(centres(j, k));
  }
}

/// Of |c|^2 / 2 - x.c: d products of numbers rounded once, summed in any order, each within 2^-24 of its size
/// (or 2^-149, where numbers become subnormal); double's own errors are 2^-29 of that and lost in the last
/// factor.
double FloatNearest::error_bound(double row_norm) const {
  constexpr double unit = 0x1p-24, least = 0x1p-149;
  const double terms = static_cast<double>(depth_) + 5;
  const double relative = unit * largest_norm_ * (row_norm + largest_norm_);
  return 1.01 * terms * (relative + least * (1 + row_norm + largest_norm_));
}

void FloatNearest::find(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const {
  const Index count = end - begin;
  std::vector<float> block(count * depth_), lead(count);
  Eigen::Map<Eigen::VectorXf>(block.data(), count * depth_) =
      Eigen::Map<const Vector>(rows.row(begin).data(), count * depth_).cast<float>();
  const FloatCentres centres{panels_.data(), half_square_.data(), panel_count_, depth_};
  SCPP_PICK_KERNELS(float_nearest_kernels).nearest(block.data(), count, centres, nearest, lead.data());
  for (Index i = 0; i < count; ++i) {
    const double* row = rows.row(begin + i).data();
    const double bound = error_bound(std::sqrt(dot(row, row, depth_)));
    if (!(lead[i] > 2 * bound)) nearest[i] = -1;  // also when a float overflowed
  }
}

}  // namespace scpp
