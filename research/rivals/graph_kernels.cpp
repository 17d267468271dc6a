#include "rivals/graph_kernels.hpp"

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

using FloatRegister = float __attribute__((vector_size(register_bytes / 2)));  // as many as doubles in one

SCPP_INLINE Lanes load_floats(const float* from) {
  Lanes lanes;
  for (int i = 0; i < Lanes::registers; ++i) {
    FloatRegister part;
    std::memcpy(&part, from + i * Lanes::in_register, sizeof part);
    lanes.part[i] = __builtin_convertvector(part, Lanes::Register);
  }
  return lanes;
}

SCPP_INLINE void store_floats(float* to, Lanes lanes) {
  for (int i = 0; i < Lanes::registers; ++i) {
    const FloatRegister part = __builtin_convertvector(lanes.part[i], FloatRegister);
    std::memcpy(to + i * Lanes::in_register, &part, sizeof part);
  }
}

SCPP_INLINE Lanes exponents(const ExponentRow& row, std::ptrdiff_t k) {
  return load_floats(row.distance + k) * load(row.scale + k) * row.own_scale - load(row.offset + k);
}

double least_exponent(const ExponentRow& row) {
  Lanes least = exponents(row, 0);
  for (std::ptrdiff_t k = lane_count; k < row.count; k += lane_count) least = min(least, exponents(row, k));
  double result = least[0];
  for (int i = 1; i < lane_count; ++i) result = least[i] < result ? least[i] : result;
  return result;
}

double similarities(const ExponentRow& row, double shift, double* out) {
  Lanes total = {};
  for (std::ptrdiff_t k = 0; k < row.count; k += lane_count) {
    const Lanes s = exp_of_negative(min(broadcast(0.0), shift - exponents(row, k)));
    store(out + k, s);
    total += s;
  }
  return sum(total);
}

template <std::ptrdiff_t rows>
SCPP_INLINE void multiply_tile(const float* matrix, std::ptrdiff_t stride, const double* panel, double* out,
                               std::ptrdiff_t out_stride) {
  Lanes sums[rows] = {};
  for (std::ptrdiff_t k = 0; k < stride; ++k) {
    const Lanes right = load(panel + k * lane_count);
    for (std::ptrdiff_t i = 0; i < rows; ++i) sums[i] += static_cast<double>(matrix[i * stride + k]) * right;
  }
  for (std::ptrdiff_t i = 0; i < rows; ++i) store(out + i * out_stride, sums[i]);
}

void multiply_panel(const float* matrix, std::ptrdiff_t stride, std::ptrdiff_t rows, const double* panel,
                    double* out, std::ptrdiff_t out_stride) {
  constexpr std::ptrdiff_t tile = 6;
  std::ptrdiff_t i = 0;
  for (; i + tile <= rows; i += tile)
    multiply_tile<tile>(matrix + i * stride, stride, panel, out + i * out_stride, out_stride);
  for (; i < rows; ++i)
    multiply_tile<1>(matrix + i * stride, stride, panel, out + i * out_stride, out_stride);
}

void drsc_held_row(const CoordinatesView& points, const CoordinatesView& embedding, std::ptrdiff_t j,
                   std::ptrdiff_t coordinate, float* out) {
  const std::ptrdiff_t first = (j + 1) / lane_count * lane_count;
  for (std::ptrdiff_t k = first; k < points.stride; k += lane_count) {
    Lanes squared = {}, g = {};
    for (std::ptrdiff_t i = 0; i < points.dimensions; ++i) {
      if (i == coordinate) continue;
      const double* p = points.values + i * points.stride;
      const Lanes difference = load(p + k) - p[j];
      squared += difference * difference;
    }
    for (std::ptrdiff_t i = 0; i < embedding.dimensions; ++i) {
      const double* u = embedding.values + i * embedding.stride;
      g += load(u + k) * u[j];
    }
    store_floats(out + k, g * exp_of_negative(squared * -0.5));
  }
  for (std::ptrdiff_t k = first; k <= j; ++k) out[k] = 0;
}

double drsc_row(const float* held, const double* along, std::ptrdiff_t stride, std::ptrdiff_t j,
                double* pulls) {
  Lanes value = {}, pull = {};
  for (std::ptrdiff_t k = (j + 1) / lane_count * lane_count; k < stride; k += lane_count) {
    const Lanes difference = along[j] - load(along + k);
    const Lanes weighted = load_floats(held + k) * exp_of_negative(difference * difference * -0.5);
    value += weighted;
    pull += weighted * difference;
    store(pulls + k, load(pulls + k) - weighted * difference);
  }
  pulls[j] += sum(pull);
  return sum(value);
}

}  // namespace

const GraphKernels graph_kernels = {least_exponent, similarities, multiply_panel, drsc_held_row, drsc_row};

}  // namespace scpp::SCPP_ISA
