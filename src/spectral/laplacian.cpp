#include "spectral/laplacian.hpp"

namespace scpp {

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

}  // namespace scpp
