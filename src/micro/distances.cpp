#include "micro/distances.hpp"

#include <cassert>
#include <cmath>
#include <limits>

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "micro/kernels.hpp"

namespace scpp {
namespace {

constexpr Index product_block = 64;  // products of 64 rows with 200 centres stay in the second-level cache

constexpr Index products_of_a_block = Index{1} << 23;  // for one thread at a time, some hundred microseconds

constexpr Index least_centres_for_float = 32;  // a panel of floats

const DistanceKernels& kernels() { return SCPP_PICK_KERNELS(distance_kernels); }

}  // namespace

double squared_distance(const double* a, const double* b, Index size) {
  return kernels().squared_distance(a, b, size);
}

NearestCentre::NearestCentre(const RowMatrix& centres)
    : packed_(view_of(centres).transposed()), half_square_(centres.rowwise().squaredNorm() / 2) {
  if (centres.rows() >= least_centres_for_float) in_float_.emplace(centres);
}

void NearestCentre::find(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const {
  assert(rows.cols() == packed_.rows());
  for (Index first = begin; first < end; first += product_block) {
    const Index last = std::min(first + product_block, end);
    std::int32_t* found = nearest + (first - begin);
    if (!in_float_) {
      find_in_double(rows, first, last, found);
      continue;
    }
    in_float_->find(rows, first, last, found);
    for (Index i = first; i < last; ++i)
      if (found[i - first] < 0) find_in_double(rows, i, i + 1, found + (i - first));
  }
}

void NearestCentre::find_in_double(const RowMatrix& rows, Index begin, Index end,
                                   std::int32_t* nearest) const {
  const Index count = half_square_.size();
  std::vector<double> products((end - begin) * count);
  packed_.multiply_rows(view_of(rows), begin, end, products.data(), count);
  for (Index i = 0; i < end - begin; ++i)
    nearest[i] = kernels().first_least(half_square_.data(), products.data() + i * count, count);
}

std::vector<std::int32_t> NearestCentre::find_all(const RowMatrix& rows) const {
  std::vector<std::int32_t> nearest(rows.rows());
  const Index products_of_a_row = packed_.rows() * packed_.cols();
  const Index at_once = std::clamp<Index>(products_of_a_block / products_of_a_row / product_block, 1, 8);
  parallel_blocks(rows.rows(), at_once * product_block,
                  [&](Index begin, Index end) { find(rows, begin, end, nearest.data() + begin); });
  return nearest;
}

// ---- the same in single precision

FloatNearest::FloatNearest(const RowMatrix& centres)
    : depth_(centres.cols()),
      panel_count_((centres.rows() + float_panel_width - 1) / float_panel_width),
      largest_norm_(centres.rowwise().norm().maxCoeff()),
      panels_(panel_count_ * float_panel_width * depth_, 0.0F),
      half_square_(panel_count_ * float_panel_width, std::numeric_limits<float>::infinity()) {
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
  SCPP_PICK_KERNELS(float_kernels).nearest(block.data(), count, centres, nearest, lead.data());
  for (Index i = 0; i < count; ++i) {
    const double* row = rows.row(begin + i).data();
    const double bound = error_bound(std::sqrt(dot(row, row, depth_)));
    if (!(lead[i] > 2 * bound)) nearest[i] = -1;  // also when a float overflowed
  }
}

FloatGroups::FloatGroups(const RowMatrix& rows)
    : columns_(rows.cols()),
      count_((rows.rows() + rows_of_a_group - 1) / rows_of_a_group),
      values_(count_ * rows_of_a_group * rows.cols(), 0.0F) {
  parallel_blocks(rows.rows(), rows_of_a_block(columns_), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      float* to = values_.data() + i / rows_of_a_group * rows_of_a_group * columns_ + i % rows_of_a_group;
      for (Index k = 0; k < columns_; ++k) to[k * rows_of_a_group] = static_cast<float>(rows(i, k));
    }
  });
}

}  // namespace scpp
