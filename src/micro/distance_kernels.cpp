#include <limits>

#include "base/lanes.hpp"
#include "micro/kernels.hpp"

namespace scpp::SCPP_ISA {
namespace {

double squared_distance(const double* a, const double* b, std::ptrdiff_t size) {
  Lanes sums;
  const std::ptrdiff_t whole = size - size % lane_count;
  for (std::ptrdiff_t j = 0; j < whole; j += lane_count) {
    const Lanes difference = load(a + j) - load(b + j);
    sums += difference * difference;
  }
  double rest = 0;
  for (std::ptrdiff_t j = whole; j < size; ++j) rest += (a[j] - b[j]) * (a[j] - b[j]);
  return sum(sums) + rest;
}

std::int32_t first_least(const double* offset, const double* product, std::ptrdiff_t count) {
  Lanes least = broadcast(std::numeric_limits<double>::infinity());
  LaneBits where, here = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::ptrdiff_t whole = count - count % lane_count;
  for (std::ptrdiff_t j = 0; j < whole; j += lane_count) {
    const Lanes value = load(offset + j) - load(product + j);
    const LaneBits better = value < least;
    least = select(better, value, least);
    where = select(better, here, where);
    here += lane_count;
  }
  double best = std::numeric_limits<double>::infinity();
  std::int64_t at = 0;
  for (int lane = 0; lane < lane_count; ++lane)
    if (least[lane] < best || (least[lane] == best && where[lane] < at)) {
      best = least[lane];
      at = where[lane];
    }
  for (std::ptrdiff_t j = whole; j < count; ++j)
    if (offset[j] - product[j] < best) {
      best = offset[j] - product[j];
      at = j;
    }
  return static_cast<std::int32_t>(at);
}

}  // namespace

const DistanceKernels distance_kernels = {squared_distance, first_least};

}  // namespace scpp::SCPP_ISA
