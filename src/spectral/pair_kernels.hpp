#pragma once
// The loops over pairs of points, built once for each instruction set: O(m^2) and nearly all of an
// evaluation.
#include <cstddef>

#include "base/isa.hpp"
#include "scpp/options.hpp"

namespace scpp {

/// m points in l dimensions, coordinate after coordinate, each padded to `stride` entries (a multiple of 8).
/// Padding has weight 0, so it takes part in every loop and contributes nothing.
struct PointsView {
  const double* coordinates;  ///< l x stride, in units of sigma
  const double* weights;      ///< stride
  std::ptrdiff_t count, stride, dimensions;
};

/// An affinity is symmetric: only its 8 x 8 blocks on and above the diagonal are kept, one block row after
/// the other, each block row after row, so that every loop reads memory as it lies.
inline constexpr std::ptrdiff_t block_side = 8, block_size = block_side * block_side;

/// Where the blocks of block row `row` begin, for a matrix of `blocks` x `blocks` blocks; the diagonal one is
/// first.
inline std::ptrdiff_t block_row(std::ptrdiff_t blocks, std::ptrdiff_t row) {
  return (row * blocks - row * (row - 1) / 2) * block_size;
}

struct PairKernels {
  /// Entry (j, k) is n_j n_k k(|t_j - t_k|), degrees[j] = sum_k of it.
  void (*affinity)(KernelKind kind, const PointsView& points, double* affinity, double* degrees);

  /// out = A x.
  void (*multiply)(const PointsView& points, const double* affinity, const double* x, double* out);

  /// 1/2 sum_jk A_jk (phi_j - phi_k)(psi_j - psi_k): no cancellation, however small the result.
  double (*quadratic_form)(const PointsView& points, const double* affinity, const double* phi,
                           const double* psi);

  /// out[i * stride + k] = sum_j A_kj w_kj [ (phi_k - phi_j)(psi_k - psi_j) - nu (phi_k psi_k + phi_j psi_j)
  /// ] (t_ij - t_ik) with w = -k'(r) / (r k(r)): the derivative of u' L v with respect to t_ik, in units of
  /// sigma.
  void (*derivative)(KernelKind kind, const PointsView& points, const double* affinity, const double* phi,
                     const double* psi, double nu, double* out);
};

SCPP_DECLARE_KERNELS(PairKernels, pair_kernels)

/// The build for this CPU.
const PairKernels& pair_kernels();

}  // namespace scpp
