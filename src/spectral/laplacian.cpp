#include "spectral/laplacian.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
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
  assert(t.rows() == coordinates_.rows() && t.cols() == count_);
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

// ---- Laplacians

GraphLaplacian::GraphLaplacian(const Affinity& graph, Laplacian kind)
    : graph_(graph),
      kind_(kind),
      factor_(kind == Laplacian::normalised ? 1.0 : 1.0 / graph.total_weight()),
      scaling_(Vector::Zero(graph.stride())),
      diagonal_(Vector::Zero(graph.stride())),
      null_vector_(Vector::Zero(graph.stride())),
      scratch_(graph.stride()) {
  const Index m = graph.count();
  const Vector& mass = kind == Laplacian::normalised ? graph.degrees() : graph.weights();
  scaling_.head(m) = mass.head(m).cwiseSqrt().cwiseInverse();
  null_vector_.head(m) = mass.head(m).cwiseSqrt();
  null_vector_.normalize();
  diagonal_.head(m) = graph.degrees().head(m).cwiseQuotient(mass.head(m));  // of R D R
  size_ = factor_ * diagonal_.maxCoeff();
}

void GraphLaplacian::apply(const Eigen::Ref<const Vector>& x, Vector& out) const {
  scratch_ = scaling_.cwiseProduct(x);
  graph_.multiply(scratch_, out);
  out = factor_ * (diagonal_.cwiseProduct(x) - scaling_.cwiseProduct(out));
}

ColMatrix GraphLaplacian::dense() const {
  ColMatrix matrix(count(), count());
  for (Index j = 0; j < count(); ++j)
    for (Index k = 0; k < count(); ++k)
      matrix(k, j) = factor_ * ((j == k ? diagonal_[j] : 0.0) - scaling_[j] * graph_(j, k) * scaling_[k]);
  return matrix;
}

double GraphLaplacian::form(const Vector& u, const Vector& v) const {
  return factor_ * graph_.quadratic_form(scaled(u), scaled(v));
}

RowMatrix GraphLaplacian::derivative(const Vector& u, const Vector& v, double lambda) const {
  const double nu = kind_ == Laplacian::normalised ? lambda : 0.0;
  return factor_ * graph_.derivative(scaled(u), scaled(v), nu);
}

// ---- what microclusters can change

namespace {

/// -log k(r), r in units of sigma; ratios of similarities are taken here, where they cannot underflow.
double minus_log_similarity(KernelKind kernel, double r) {
  return kernel == KernelKind::gaussian ? r * r / 2 : r;
}

}  // namespace

double bound_at_projection(KernelKind kernel, const RowMatrix& t, const Vector& radii, double sigma) {
  const auto minus_log = [&](double distance) { return minus_log_similarity(kernel, distance / sigma); };
  double least = 0, most = 0;  // exponents; exp - 1 is taken of the extreme ones alone
  for (Index i = 0; i < t.cols(); ++i)
    for (Index j = 0; j < i; ++j) {
      const double distance = (t.col(i) - t.col(j)).norm(), slack = radii[i] + radii[j];
      least = std::min(least, minus_log(std::max(0.0, distance - slack)) - minus_log(distance));
      most = std::max(most, minus_log(distance + slack) - minus_log(distance));
    }
  return std::max(-std::expm1(least), std::expm1(most));
}

double uniform_bound(KernelKind kernel, const Vector& radii, double diameter, double sigma) {
  double largest = 0, second = 0;
  for (const double radius : radii) {
    second = std::max(second, std::min(radius, largest));
    largest = std::max(largest, radius);
  }
  const double slack = largest + second;
  if (kernel == KernelKind::laplace) return std::expm1(slack / sigma);
  return std::expm1((slack * slack + 2 * slack * diameter) / (2 * sigma * sigma));
}

}  // namespace scpp
