#include "micro/distances.hpp"

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "micro/distance_kernels.hpp"

namespace scpp {
namespace {

constexpr Index product_block = 64;  // products of 64 rows with 200 centres stay in the second-level cache

constexpr Index least_centres_for_float = 32;  // a panel of floats

const DistanceKernels& kernels() { return SCPP_PICK_KERNELS(distance_kernels); }

}  // namespace

double squared_distance(const double* a, const double* b, Index size) { return kernels().squared_distance(a, b, size); }

NearestCentre::NearestCentre(const RowMatrix& centres)
    : packed_(view_of(centres).transposed()), half_square_(centres.rowwise().squaredNorm() / 2) {
  if (centres.rows() >= least_centres_for_float) in_float_.emplace(centres);
}

void NearestCentre::find(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const {
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

void NearestCentre::find_in_double(const RowMatrix& rows, Index begin, Index end, std::int32_t* nearest) const {
  const Index count = half_square_.size();
  std::vector<double> products((end - begin) * count);
  packed_.multiply_rows(view_of(rows), begin, end, products.data(), count);
  for (Index i = 0; i < end - begin; ++i)
    nearest[i] = kernels().first_least(half_square_.data(), products.data() + i * count, count);
}

std::vector<std::int32_t> NearestCentre::find_all(const RowMatrix& rows) const {
  std::vector<std::int32_t> nearest(rows.rows());
  parallel_blocks(rows.rows(), 8 * product_block,
                  [&](Index begin, Index end) { find(rows, begin, end, nearest.data() + begin); });
  return nearest;
}

}  // namespace scpp
