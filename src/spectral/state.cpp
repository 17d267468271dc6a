#include "spectral/state.hpp"

#include <algorithm>
#include <cmath>

#include "base/multiply.hpp"

namespace scpp {

SpectralState::SpectralState(const NodeData& node, const GraphOptions& options, Index dimensions)
    : node_(node),
      options_(options),
      squash_(options.delta),
      affinity_(options.kernel, options.sigma, node.weights, dimensions),
      covariance_v_(node.centres.cols(), dimensions),
      spread_(dimensions),
      t_(dimensions, node.centres.rows()),
      slope_(t_.rows(), t_.cols()),
      per_bound_(t_.rows(), t_.cols()) {}

void SpectralState::project(const ColMatrix& v) {
  const Index m = node_.centres.rows(), d = node_.centres.cols();
  v_ = v;
  for (Index i = 0; i < v.cols(); ++i) {
    dot_rows(node_.covariance.data(), d, d, d, v.col(i).data(), covariance_v_.col(i).data());
    spread_[i] = std::sqrt(std::max(0.0, dot(v.col(i).data(), covariance_v_.col(i).data(), d)));  // s_i
    dot_rows(node_.centres.data(), d, m, d, v.col(i).data(), t_.row(i).data());                   // P = C V
    for (Index j = 0; j < m; ++j) {
      const Squash::Value squashed = squash_(t_(i, j), options_.beta * spread_[i]);
      t_(i, j) = squashed.t;
      slope_(i, j) = squashed.slope;
      per_bound_(i, j) = squashed.per_bound;
    }
  }
}

void SpectralState::evaluate(const ColMatrix& v, Index pairs) {
  project(v);
  affinity_.set_points(t_);
  laplacian_.emplace(affinity_, options_.laplacian);
  solve(pairs);
}

void SpectralState::refine() {
  if (options_.eigen_share == 0) return;
  options_.eigen_share = 0;
  solve(pairs());
}

void SpectralState::solve(Index pairs) {
  guesses_.clear();
  for (Eigenpair& pair : pairs_) guesses_.push_back(std::move(pair.vector));
  pairs_.clear();
  for (Index i = 0; i < pairs; ++i)
    if (!extend()) break;
}

const Eigenpair* SpectralState::extend() {
  const std::size_t number = pairs_.size();
  if (static_cast<Index>(number) + 1 >= affinity_.count()) return nullptr;
  std::vector<Vector> known;
  for (const Eigenpair& pair : pairs_) known.push_back(pair.vector);
  pairs_.push_back(next_eigenpair(*laplacian_, known, number < guesses_.size() ? guesses_[number] : Vector(),
                                  options_.eigen_share));
  return &pairs_.back();
}

ColMatrix SpectralState::derivative(Index a, Index b) const {
  const double lambda = (pair(a).value + pair(b).value) / 2;
  const RowMatrix by_point = laplacian_->derivative(pair(a).vector, pair(b).vector, lambda);
  const Index m = node_.centres.rows(), d = node_.centres.cols();
  ColMatrix gradient = ColMatrix::Zero(d, v_.cols());
  for (Index i = 0; i < v_.cols(); ++i) {
    // dT_ij/dV_i = kappa_j c_j + (dT_ij/db) (beta / s_i) Sigma V_i   (appendix B as mended in docs/method.md)
    const Vector through_slope = by_point.row(i).cwiseProduct(slope_.row(i)).transpose();
    add_weighted_rows(node_.centres.data(), d, m, d, through_slope.data(), gradient.col(i).data());
    if (spread_[i] > 0)
      gradient.col(i) += by_point.row(i).dot(per_bound_.row(i)) * options_.beta / spread_[i] * covariance_v_.col(i);
  }
  return gradient;
}

double SpectralState::smaller_side() const {
  double negative = 0, positive = 0;
  for (Index j = 0; j < affinity_.count(); ++j)
    (pair(0).vector[j] < 0 ? negative : positive) += affinity_.weights()[j];
  return std::min(negative, positive);
}

}  // namespace scpp
