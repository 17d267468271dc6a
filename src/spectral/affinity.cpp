#include "spectral/affinity.hpp"

#include <utility>

#include "base/isa.hpp"

namespace scpp {

const PairKernels& pair_kernels() { return SCPP_PICK_KERNELS(pair_kernels); }

Affinity::Affinity(KernelKind kernel, double sigma, const Vector& weights, Index dimensions)
    : kernel_(kernel),
      sigma_(sigma),
      count_(weights.size()),
      stride_(padded(weights.size())),
      weights_(Vector::Zero(stride_)),
      degrees_(Vector::Zero(stride_)),
      total_weight_(weights.sum()),
      coordinates_(RowMatrix::Zero(dimensions, stride_)),
      values_(block_row(stride_ / block_side, stride_ / block_side)) {
  weights_.head(count_) = weights;
}

PointsView Affinity::points() const {
  return {coordinates_.data(), weights_.data(), count_, stride_, coordinates_.rows()};
}

void Affinity::set_points(const RowMatrix& t) {
  coordinates_.leftCols(count_) = t / sigma_;
  pair_kernels().affinity(kernel_, points(), values_.data(), degrees_.data());
}

double Affinity::operator()(Index j, Index k) const {
  if (j > k) std::swap(j, k);
  const Index block = j / block_side, here = j % block_side * block_side + k % block_side;
  return values_
      .data()[block_row(stride_ / block_side, block) + (k / block_side - block) * block_size + here];
}

void Affinity::multiply(const Vector& x, Vector& out) const {
  pair_kernels().multiply(points(), values_.data(), x.data(), out.data());
}

double Affinity::quadratic_form(const Vector& phi, const Vector& psi) const {
  return pair_kernels().quadratic_form(points(), values_.data(), phi.data(), psi.data());
}

RowMatrix Affinity::derivative(const Vector& phi, const Vector& psi, double nu) const {
  RowMatrix out(coordinates_.rows(), stride_);
  pair_kernels().derivative(kernel_, points(), values_.data(), phi.data(), psi.data(), nu, out.data());
  return out.leftCols(count_) / sigma_;
}

}  // namespace scpp
