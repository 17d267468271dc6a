#include "spectral/objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scpp {

// ---- one evaluation

SpectralState::SpectralState(const NodeData& node, const GraphOptions& options, Index dimensions)
    : kind_(options.laplacian),
      rows_(node, options.beta, options.delta, dimensions),
      affinity_(options.kernel, options.sigma, node.weights, dimensions),
      pairs_(options.eigen_share) {}

void SpectralState::evaluate(const ColMatrix& v, Index pairs) {
  rows_.project(v);
  affinity_.set_points(rows_.points());
  laplacian_.emplace(affinity_, kind_);
  pairs_.solve(*laplacian_, pairs);
}

ColMatrix SpectralState::derivative(Index a, Index b) const {
  const double lambda = (pair(a).value + pair(b).value) / 2;
  return rows_.pull_back(laplacian_->derivative(pair(a).vector, pair(b).vector, lambda));
}

double SpectralState::smaller_side() const {
  double negative = 0, positive = 0;
  for (Index j = 0; j < affinity_.count(); ++j)
    (pair(0).vector[j] < 0 ? negative : positive) += affinity_.weights()[j];
  return std::min(negative, positive);
}

// ---- the function

double orthogonality_penalty(double omega, const ColMatrix& v) {
  double sum = 0;
  for (Index i = 0; i < v.cols(); ++i)
    for (Index j = i + 1; j < v.cols(); ++j) sum += std::pow(v.col(i).dot(v.col(j)), 2);
  return omega * sum;
}

ColMatrix orthogonality_gradient(double omega, const ColMatrix& v) {
  ColMatrix gradient = ColMatrix::Zero(v.rows(), v.cols());
  for (Index i = 0; i < v.cols(); ++i)
    for (Index j = 0; j < v.cols(); ++j)
      if (i != j) gradient.col(i) += 2 * omega * v.col(i).dot(v.col(j)) * v.col(j);
  return gradient;
}

SpectralObjective::SpectralObjective(const NodeData& node, const ObjectiveOptions& options)
    : options_(options), columns_(node.centres.cols()), state_(node, options.graph, options.dimensions) {}

Index SpectralObjective::dimension() const {
  return parameter_count(options_.parametrisation, columns_, options_.dimensions);
}

void SpectralObjective::evaluate(const Vector& theta) {
  // One column in polar coordinates has no angle: its empty theta equals the one of no evaluation.
  if (evaluations_ > 0 && std::ssize(theta_) == std::ssize(theta) && theta_ == theta) return;
  state_.evaluate(directions_at(options_.parametrisation, theta, columns_, options_.dimensions),
                  options_.eigenvalues);
  theta_ = theta;
  ++evaluations_;
}

const SpectralState& SpectralObjective::state_at(const Vector& theta) {
  evaluate(theta);
  return state_;
}

double SpectralObjective::eigenvalue_sum() const {
  double sum = 0;
  for (Index i = 0; i < options_.eigenvalues && i < state_.pairs(); ++i) sum += state_.pair(i).value;
  return options_.logarithm ? std::max(sum, std::numeric_limits<double>::min()) : sum;
}

double SpectralObjective::outer_slope() const { return options_.logarithm ? 1 / eigenvalue_sum() : 1.0; }

double SpectralObjective::value(const Vector& theta) {
  evaluate(theta);
  return (options_.logarithm ? std::log(eigenvalue_sum()) : eigenvalue_sum()) +
         orthogonality_penalty(options_.omega, state_.directions());
}

double SpectralObjective::value_and_gradient(const Vector& theta, Vector& gradient) {
  const double result = value(theta);
  ColMatrix by_direction = orthogonality_gradient(options_.omega, state_.directions());
  for (Index i = 0; i < options_.eigenvalues && i < state_.pairs(); ++i)
    by_direction += outer_slope() * state_.derivative(i, i);
  gradient = chain_to_parameters(options_.parametrisation, theta, by_direction);
  return result;
}

bool SpectralObjective::is_repeated(double below, double above) const {
  constexpr double simple_gap = 1e-5;  // relative, as the authors take it
  return above - below <= simple_gap * std::max(above, below);
}

bool SpectralObjective::smooth_at(const Vector& theta) {
  evaluate(theta);
  state_.refine();
  if (state_.pairs() == options_.eigenvalues && !state_.extend()) return true;
  return !is_repeated(state_.pair(options_.eigenvalues - 1).value, state_.pair(options_.eigenvalues).value);
}

double SpectralObjective::stationarity(const Vector& theta) {
  evaluate(theta);
  state_.refine();
  const Index last = options_.eigenvalues - 1;
  const double lambda = state_.pair(last).value;
  Index first = last, end = last + 1;  // eigenpairs [first, end) share lambda
  while (first > 0 && is_repeated(state_.pair(first - 1).value, lambda)) --first;
  while ((end < state_.pairs() || state_.extend()) && is_repeated(lambda, state_.pair(end).value)) ++end;
  // The smooth rest (the penalty and the eigenvalues below) spreads over those of the shared ones that are
  // added up.
  ColMatrix rest = orthogonality_gradient(options_.omega, state_.directions());
  for (Index i = 0; i < first; ++i) rest += outer_slope() * state_.derivative(i, i);
  rest /= static_cast<double>(last - first + 1);
  double largest = 0;
  for (Index a = first; a < end; ++a)
    for (Index b = a; b < end; ++b) {
      ColMatrix entry = outer_slope() * state_.derivative(a, b);
      if (a == b) entry += rest;
      largest = std::max(
          largest, chain_to_parameters(options_.parametrisation, theta, entry).lpNorm<Eigen::Infinity>());
    }
  return largest;
}

}  // namespace scpp
