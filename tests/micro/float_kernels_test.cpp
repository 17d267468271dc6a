// The kernels of single precision beside plain loops, on whole numbers so small that no sum is rounded.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "base/isa.hpp"
#include "micro/distances.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

RowMatrix whole_numbers(Index rows, Index columns, std::uint64_t seed) {
  return (2 * build::normal_matrix(rows, columns, seed)).array().round();
}

/// In one piece: iterators of two expressions must not meet, and Eigen says so where it asserts.
AlignedVector<float> in_single_precision(const RowMatrix& numbers) {
  return {numbers.data(), numbers.data() + numbers.size()};
}

class FloatKernelsOf : public ::testing::TestWithParam<Isa> {
 protected:
  FloatKernelsOf() : limited_(GetParam()) {}
  ScopedIsa limited_;
};
INSTANTIATE_TEST_SUITE_P(Every, FloatKernelsOf, ::testing::Values(Isa::baseline, Isa::avx2, Isa::avx512));

TEST_P(FloatKernelsOf, SayWhichRowsAreAboveTheirLimits) {
  for (const Index columns : {1, 2, 7, 16}) {
    const RowMatrix rows = whole_numbers(rows_of_a_group, columns, 1),
                    offsets = whole_numbers(1, points_at_once, 3);
    const RowMatrix points = whole_numbers(points_at_once, columns, 2),
                    limits = whole_numbers(1, rows_of_a_group, 4);
    const AlignedVector<float> y = in_single_precision(points), offset = in_single_precision(offsets),
                               limit = in_single_precision(limits);
    std::uint64_t above[points_at_once];
    SCPP_PICK_KERNELS(float_kernels)
        .above_limits(FloatGroups(rows).group(0), columns, y.data(), offset.data(), limit.data(), above);
    for (Index p = 0; p < points_at_once; ++p)
      for (Index i = 0; i < rows_of_a_group; ++i)
        EXPECT_EQ(above[p] >> i & 1, offsets(p) + rows.row(i).dot(points.row(p)) > limits(i))
            << p << ", " << i;
  }
}

TEST_P(FloatKernelsOf, CountWhatIsNoNumberAsAbove) {
  const AlignedVector<float> group(rows_of_a_group, 1.0F),
      limit(rows_of_a_group, std::numeric_limits<float>::infinity());
  const AlignedVector<float> offset(points_at_once, 0.0F);
  for (Index bad = 0; bad < points_at_once; ++bad) {
    AlignedVector<float> y(points_at_once, 1.0F);
    y[bad] = std::numeric_limits<float>::quiet_NaN();
    std::uint64_t above[points_at_once];
    SCPP_PICK_KERNELS(float_kernels)
        .above_limits(group.data(), 1, y.data(), offset.data(), limit.data(), above);
    for (Index p = 0; p < points_at_once; ++p) EXPECT_EQ(above[p], p == bad ? ~std::uint64_t{0} : 0) << p;
  }
}

TEST_P(FloatKernelsOf, SayTheSameInSteps) {
  constexpr Index columns = 7, count = 3;
  const RowMatrix rows = whole_numbers(rows_of_a_group, columns, 1),
                  points = whole_numbers(points_at_once, columns, 2);
  const AlignedVector<float> y = in_single_precision(points),
                             offset = in_single_precision(whole_numbers(1, points_at_once, 3)),
                             limit = in_single_precision(whole_numbers(1, rows_of_a_group, 4));
  const FloatGroups groups(rows);
  const FloatKernels& kernels = SCPP_PICK_KERNELS(float_kernels);
  std::uint64_t above[points_at_once];
  kernels.above_limits(groups.group(0), columns, y.data(), offset.data(), limit.data(), above);
  AlignedVector<float> sums(points_at_once * rows_of_a_group), largest(count * rows_of_a_group);
  kernels.sums(groups.group(0), columns, y.data(), offset.data(), sums.data());
  for (Index p = 0; p < points_at_once; ++p)
    EXPECT_EQ(kernels.above(sums.data() + p * rows_of_a_group, limit.data()), above[p]) << p;
  kernels.keep_largest(sums.data(), points_at_once, count, largest.data());
  for (Index i = 0; i < rows_of_a_group; ++i) {
    std::vector<float> of_row;
    for (Index p = 0; p < points_at_once; ++p) of_row.push_back(sums[p * rows_of_a_group + i]);
    std::ranges::sort(of_row, std::greater());
    for (Index k = 0; k < count; ++k)
      EXPECT_EQ(largest[k * rows_of_a_group + i], of_row[k]) << i << ", " << k;
  }
}

TEST_P(FloatKernelsOf, KeepNothingThatIsNoNumber) {
  constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
  AlignedVector<float> sums(2 * rows_of_a_group, no_number), largest(2 * rows_of_a_group);
  std::fill_n(sums.begin() + rows_of_a_group, rows_of_a_group, 5.0F);
  SCPP_PICK_KERNELS(float_kernels).keep_largest(sums.data(), 2, 2, largest.data());
  for (Index i = 0; i < rows_of_a_group; ++i) {
    EXPECT_EQ(largest[i], 5.0F) << i;
    EXPECT_EQ(largest[rows_of_a_group + i], -std::numeric_limits<float>::infinity()) << i;
  }
}

TEST_P(FloatKernelsOf, SayWhichRowsMayBeNearer) {
  for (const Index columns : {1, 2, 7, 16, 40}) {
    const RowMatrix rows = whole_numbers(rows_of_a_group, columns, 5), point = whole_numbers(1, columns, 6);
    const RowMatrix wide =
        8 * static_cast<double>(columns) * build::normal_matrix(1, rows_of_a_group, 7).cwiseAbs();
    const AlignedVector<float> y = in_single_precision(point), limit = in_single_precision(wide);
    const std::uint64_t nearer =
        SCPP_PICK_KERNELS(float_kernels)
            .maybe_nearer(FloatGroups(rows).group(0), columns, y.data(), limit.data());
    for (Index i = 0; i < rows_of_a_group; ++i)
      EXPECT_EQ(nearer >> i & 1, static_cast<float>((rows.row(i) - point.row(0)).squaredNorm()) < limit[i])
          << i;
  }
}

}  // namespace
}  // namespace scpp
