#include "micro/float_groups.hpp"

#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 128 * rows_of_a_group;  // fewer are copied before a second thread has woken up

}  // namespace

FloatGroups::FloatGroups(const RowMatrix& rows)
    : columns_(rows.cols()),
      count_((rows.rows() + rows_of_a_group - 1) / rows_of_a_group),
      values_(count_ * rows_of_a_group * rows.cols(), 0.0F) {
  parallel_blocks(rows.rows(), row_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      float* to = values_.data() + i / rows_of_a_group * rows_of_a_group * columns_ + i % rows_of_a_group;
      for (Index k = 0; k < columns_; ++k) to[k * rows_of_a_group] = static_cast<float>(rows(i, k));
    }
  });
}

}  // namespace scpp
