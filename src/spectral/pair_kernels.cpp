#include "spectral/pair_kernels.hpp"

#include "base/lanes.hpp"

namespace scpp::SCPP_ISA {
namespace {

static_assert(block_side == lane_count);

// Similarity k(r) of two points at distance r (in units of sigma), as a function of q = r^2. A further smooth
// decreasing kernel is one struct here and one line in with_kernel.

struct Gaussian {  // k(r) = exp(-r^2 / 2)
  static SCPP_INLINE Lanes similarity(Lanes q) { return exp_of_negative(q * -0.5); }
  /// -k'(r) / (r k(r))
  static SCPP_INLINE Lanes relative_slope(Lanes) { return broadcast(1.0); }
};

struct Laplace {  // k(r) = exp(-r)
  static SCPP_INLINE Lanes similarity(Lanes q) { return exp_of_negative(-sqrt(q)); }
  /// 1 / r; 0 for coincident points, where every direction of the kink is as good as another.
  static SCPP_INLINE Lanes relative_slope(Lanes q) {
    return select(q > broadcast(0.0), 1.0 / sqrt(q), broadcast(0.0));
  }
};

// Rows of the register tile of a product: one Lanes a row, as many rows as the registers hold. They divide
// lane_count.
#if defined(__AVX512F__)
constexpr std::ptrdiff_t rows_at_once = 8;
#elif defined(__AVX2__)
constexpr std::ptrdiff_t rows_at_once = 4;
#else
constexpr std::ptrdiff_t rows_at_once = 2;
#endif

constexpr std::ptrdiff_t any_dimensions = 0;  // known only when running: sums go through memory

/// Squared distances of point j to points k .. k+7.
template <std::ptrdiff_t fixed>
SCPP_INLINE Lanes squared_distances(const PointsView& p, std::ptrdiff_t j, std::ptrdiff_t k) {
  Lanes q;
  const std::ptrdiff_t dimensions = fixed == any_dimensions ? p.dimensions : fixed;
  for (std::ptrdiff_t i = 0; i < dimensions; ++i) {
    const Lanes difference = load(p.coordinates + i * p.stride + k) - p.coordinates[i * p.stride + j];
    q += difference * difference;
  }
  return q;
}

template <class Kernel, std::ptrdiff_t fixed>
void affinity(const PointsView& p, double* out, double* degrees) {
  for (std::ptrdiff_t j = 0; j < p.stride; ++j) degrees[j] = 0;
  for (std::ptrdiff_t first = 0; first < p.stride; first += lane_count) {
    Lanes row_sums[lane_count];
    for (std::ptrdiff_t k = first; k < p.stride; k += lane_count, out += block_size) {
      Lanes column_sum;
      for (std::ptrdiff_t r = 0; r < lane_count; ++r) {
        const std::ptrdiff_t j = first + r;
        const Lanes a =
            load(p.weights + k) * p.weights[j] * Kernel::similarity(squared_distances<fixed>(p, j, k));
        store(out + r * lane_count, a);
        row_sums[r] += a;
        column_sum += a;
      }
      if (k > first) store(degrees + k, load(degrees + k) + column_sum);
    }
    for (std::ptrdiff_t r = 0; r < lane_count; ++r) degrees[first + r] += sum(row_sums[r]);
  }
}

/// Rows [first, first + rows_at_once) of the upper blocks, which begin at `a`, and their mirror images:
/// out[k] is summed over j in order.
SCPP_INLINE void multiply_tile(const PointsView& p, const double* a, std::ptrdiff_t first,
                               std::ptrdiff_t block, const double* x, double* out, Lanes* row_sums) {
  for (std::ptrdiff_t r = 0; r < rows_at_once; ++r) row_sums[r] = load(a + r * lane_count) * load(x + block);
  for (std::ptrdiff_t k = block + lane_count; k < p.stride; k += lane_count) {
    a += block_size;
    const Lanes factor = load(x + k);
    Lanes column_sum = load(out + k);
    for (std::ptrdiff_t r = 0; r < rows_at_once; ++r) {
      const Lanes value = load(a + r * lane_count);
      row_sums[r] += value * factor;
      column_sum += value * x[first + r];
    }
    store(out + k, column_sum);
  }
}

void multiply(const PointsView& p, const double* affinity, const double* x, double* out) {
  const std::ptrdiff_t blocks = p.stride / lane_count;
  for (std::ptrdiff_t j = 0; j < p.stride; ++j) out[j] = 0;
  for (std::ptrdiff_t b = 0, block = 0; b < blocks; ++b, block += lane_count) {
    Lanes row_sums[lane_count];
    const double* a = affinity + block_row(blocks, b);
    for (std::ptrdiff_t r = 0; r < lane_count; r += rows_at_once)
      multiply_tile(p, a + r * lane_count, block + r, block, x, out, row_sums + r);
    store(out + block, load(out + block) + sums_of(row_sums));
  }
}

/// The entries of point j with the points of its own block and of those after it begin here, a block apart.
SCPP_INLINE const double* row_of(const PointsView& p, const double* affinity, std::ptrdiff_t j) {
  return affinity + block_row(p.stride / lane_count, j / lane_count) + j % lane_count * lane_count;
}

double quadratic_form(const PointsView& p, const double* affinity, const double* phi, const double* psi) {
  double total = 0;
  for (std::ptrdiff_t j = 0; j < p.count; ++j) {
    const std::ptrdiff_t block = j - j % lane_count;
    const double* a = row_of(p, affinity, j);
    const auto term = [&](std::ptrdiff_t k) __attribute__((always_inline)) {
      return load(a + (k - block) * block_side) * ((load(phi + k) - phi[j]) * (load(psi + k) - psi[j]));
    };
    Lanes row = 0.5 * term(block);  // the block on the diagonal holds every pair twice
    for (std::ptrdiff_t k = block + lane_count; k < p.stride; k += lane_count) row += term(k);
    total += sum(row);
  }
  return total;
}

/// What points k .. k+7 pull point j by, without the direction; `a` holds their entries.
template <class Kernel, std::ptrdiff_t fixed>
SCPP_INLINE Lanes pull_of(const PointsView& p, const double* a, const double* phi, const double* psi,
                          double nu, std::ptrdiff_t j, std::ptrdiff_t k) {
  const Lanes other_phi = load(phi + k), other_psi = load(psi + k);
  const Lanes bracket =
      (other_phi - phi[j]) * (other_psi - psi[j]) - nu * (phi[j] * psi[j] + other_phi * other_psi);
  return load(a) * bracket * Kernel::relative_slope(squared_distances<fixed>(p, j, k));
}

template <class Kernel, std::ptrdiff_t fixed>
void derivative(const PointsView& p, const double* affinity, const double* phi, const double* psi, double nu,
                double* out) {
  const std::ptrdiff_t dimensions = fixed == any_dimensions ? p.dimensions : fixed;
  for (std::ptrdiff_t i = 0; i < dimensions * p.stride; ++i) out[i] = 0;
  for (std::ptrdiff_t j = 0; j < p.count; ++j) {
    Lanes sums[fixed == any_dimensions ? 1 : fixed];
    const std::ptrdiff_t block = j - j % lane_count;
    const double* a = row_of(p, affinity, j);
    for (std::ptrdiff_t k = block; k < p.stride; k += lane_count, a += block_size) {
      const Lanes strength = pull_of<Kernel, fixed>(p, a, phi, psi, nu, j, k);
      for (std::ptrdiff_t i = 0; i < dimensions; ++i) {
        double* row = out + i * p.stride;
        const Lanes pull =
            strength * (load(p.coordinates + i * p.stride + k) - p.coordinates[i * p.stride + j]);
        if (k > block) store(row + k, load(row + k) - pull);  // the mirror image
        if constexpr (fixed == any_dimensions)
          row[j] += sum(pull);
        else
          sums[i] += pull;
      }
    }
    if constexpr (fixed != any_dimensions)
      for (std::ptrdiff_t i = 0; i < dimensions; ++i) out[i * p.stride + j] += sum(sums[i]);
  }
}

/// Calls run.template operator()<Kernel, dimensions>() for the kernel and the common small dimensions.
template <class Run>
void with_kernel(KernelKind kind, std::ptrdiff_t dimensions, const Run& run) {
  const auto with_dimensions = [&]<class Kernel>() {
    switch (dimensions) {
      case 1:
        return run.template operator()<Kernel, 1>();
      case 2:
        return run.template operator()<Kernel, 2>();
      case 3:
        return run.template operator()<Kernel, 3>();
      default:
        return run.template operator()<Kernel, any_dimensions>();
    }
  };
  switch (kind) {
    case KernelKind::gaussian:
      return with_dimensions.template operator()<Gaussian>();
    case KernelKind::laplace:
      return with_dimensions.template operator()<Laplace>();
  }
}

}  // namespace

const PairKernels pair_kernels = {
    [](KernelKind kind, const PointsView& p, double* out, double* degrees) {
      with_kernel(kind, p.dimensions,
                  [&]<class Kernel, std::ptrdiff_t fixed>() { affinity<Kernel, fixed>(p, out, degrees); });
    },
    multiply, quadratic_form,
    [](KernelKind kind, const PointsView& p, const double* a, const double* phi, const double* psi, double nu,
       double* out) {
      with_kernel(kind, p.dimensions, [&]<class Kernel, std::ptrdiff_t fixed>() {
        derivative<Kernel, fixed>(p, a, phi, psi, nu, out);
      });
    }};

}  // namespace scpp::SCPP_ISA
