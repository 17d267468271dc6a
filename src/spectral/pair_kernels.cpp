#include "spectral/pair_kernels.hpp"

#include "spectral/kernel.hpp"

namespace scpp::SCPP_ISA {
namespace {

constexpr std::ptrdiff_t any_dimensions = 0;  // known only when running: sums go through memory

/// Squared distances of point j to points k .. k+7.
template <std::ptrdiff_t fixed>
SCPP_INLINE Lanes squared_distances(const PointsView& p, std::ptrdiff_t j, std::ptrdiff_t k) {
  Lanes q = {};
  const std::ptrdiff_t dimensions = fixed == any_dimensions ? p.dimensions : fixed;
  for (std::ptrdiff_t i = 0; i < dimensions; ++i) {
    const Lanes difference = load(p.coordinates + i * p.stride + k) - p.coordinates[i * p.stride + j];
    q += difference * difference;
  }
  return q;
}

/// Blocks of 8 x 8 on and above the diagonal are computed; those below are their mirror images.
template <class Kernel, std::ptrdiff_t fixed>
void affinity(const PointsView& p, double* out, double* degrees) {
  for (std::ptrdiff_t j = 0; j < p.stride; ++j) degrees[j] = 0;
  for (std::ptrdiff_t first = 0; first < p.count; first += lane_count) {
    const std::ptrdiff_t rows = p.count - first < lane_count ? p.count - first : lane_count;
    Lanes row_sums[lane_count] = {};
    for (std::ptrdiff_t k = first; k < p.stride; k += lane_count) {
      double block[lane_count][lane_count];
      Lanes column_sum = {};
      for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const std::ptrdiff_t j = first + r;
        const Lanes a = load(p.weights + k) * p.weights[j] * Kernel::similarity(squared_distances<fixed>(p, j, k));
        store(out + j * p.stride + k, a);
        store(block[r], a);
        row_sums[r] += a;
        column_sum += a;
      }
      if (k == first) continue;
      store(degrees + k, load(degrees + k) + column_sum);
      const std::ptrdiff_t below = p.count - k < lane_count ? p.count - k : lane_count;
      for (std::ptrdiff_t c = 0; c < below; ++c)
        for (std::ptrdiff_t r = 0; r < rows; ++r) out[(k + c) * p.stride + first + r] = block[r][c];
    }
    for (std::ptrdiff_t r = 0; r < rows; ++r) degrees[first + r] += sum(row_sums[r]);
  }
}

double quadratic_form(const PointsView& p, const double* affinity, const double* phi, const double* psi) {
  double total = 0;
  for (std::ptrdiff_t j = 0; j < p.count; ++j) {
    Lanes row = {};
    for (std::ptrdiff_t k = 0; k < p.stride; k += lane_count)
      row += load(affinity + j * p.stride + k) * ((load(phi + k) - phi[j]) * (load(psi + k) - psi[j]));
    total += sum(row);
  }
  return total / 2;
}

template <class Kernel, std::ptrdiff_t fixed>
void derivative(const PointsView& p, const double* affinity, const double* phi, const double* psi, double nu,
                double* out) {
  const std::ptrdiff_t dimensions = fixed == any_dimensions ? p.dimensions : fixed;
  for (std::ptrdiff_t j = 0; j < p.count; ++j) {
    Lanes sums[fixed == any_dimensions ? 1 : fixed] = {};
    if constexpr (fixed == any_dimensions)
      for (std::ptrdiff_t i = 0; i < dimensions; ++i) out[i * p.stride + j] = 0;
    const double own = phi[j] * psi[j];
    for (std::ptrdiff_t k = 0; k < p.stride; k += lane_count) {
      const Lanes other_phi = load(phi + k), other_psi = load(psi + k);
      const Lanes bracket = (other_phi - phi[j]) * (other_psi - psi[j]) - nu * (own + other_phi * other_psi);
      const Lanes factor = load(affinity + j * p.stride + k) * bracket *
                           Kernel::relative_slope(squared_distances<fixed>(p, j, k));
      for (std::ptrdiff_t i = 0; i < dimensions; ++i) {
        const Lanes pull = factor * (load(p.coordinates + i * p.stride + k) - p.coordinates[i * p.stride + j]);
        if constexpr (fixed == any_dimensions)
          out[i * p.stride + j] += sum(pull);
        else
          sums[i] += pull;
      }
    }
    if constexpr (fixed != any_dimensions)
      for (std::ptrdiff_t i = 0; i < dimensions; ++i) out[i * p.stride + j] = sum(sums[i]);
  }
}

/// Calls run.template operator()<Kernel, dimensions>() for the kernel and the common small dimensions.
template <class Run>
void with_kernel(KernelKind kind, std::ptrdiff_t dimensions, const Run& run) {
  const auto with_dimensions = [&]<class Kernel>() {
    switch (dimensions) {
      case 1: return run.template operator()<Kernel, 1>();
      case 2: return run.template operator()<Kernel, 2>();
      case 3: return run.template operator()<Kernel, 3>();
      default: return run.template operator()<Kernel, any_dimensions>();
    }
  };
  switch (kind) {
    case KernelKind::gaussian: return with_dimensions.template operator()<Gaussian>();
    case KernelKind::laplace: return with_dimensions.template operator()<Laplace>();
  }
}

}  // namespace

const PairKernels pair_kernels = {
    [](KernelKind kind, const PointsView& p, double* out, double* degrees) {
      with_kernel(kind, p.dimensions, [&]<class Kernel, std::ptrdiff_t fixed>() { affinity<Kernel, fixed>(p, out, degrees); });
    },
    quadratic_form,
    [](KernelKind kind, const PointsView& p, const double* a, const double* phi, const double* psi, double nu,
       double* out) {
      with_kernel(kind, p.dimensions,
                  [&]<class Kernel, std::ptrdiff_t fixed>() { derivative<Kernel, fixed>(p, a, phi, psi, nu, out); });
    }};

}  // namespace scpp::SCPP_ISA
