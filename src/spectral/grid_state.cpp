#include "spectral/grid_state.hpp"

#include <algorithm>
#include <cmath>

namespace scpp {
namespace {

/// A cubic B-spline has variance 1/3 (in cells); both ends of a pair are spread by one. A Gaussian narrower
/// by that much on the nodes makes the similarity of rows right up to terms of fourth order in the spacing.
double width_on_nodes(double step) { return std::sqrt(1 / (step * step) - 2.0 / 3.0); }

}  // namespace

GridState::GridState(const NodeData& node, const GraphOptions& options, Index dimensions)
    : node_(node),
      spacing_(options.grid_step * options.sigma),
      rows_(node, options.beta, options.delta, dimensions),
      roots_(width_on_nodes(options.grid_step)),
      pairs_(options.eigen_share) {}

void GridState::evaluate(const ColMatrix& v, Index pairs) {
  rows_.project(v);
  grid_.place(rows_.points(), spacing_);
  smoother_.emplace(roots_.of(grid_.axis(0).nodes()), roots_.of(grid_.axis(1).nodes()));
  const RowMatrix masses = grid_.spread(node_.weights);
  degree_field_ = grid_.field(smoother_->smooth(masses));
  degrees_ = grid_.at_rows(degree_field_);
  laplacian_.emplace(grid_, *smoother_, masses, node_.weights.cwiseQuotient(degrees_));
  extensions_.clear();
  pairs_.solve(*laplacian_, pairs);
}

void GridState::refine() {
  extensions_.clear();
  pairs_.refine(*laplacian_);
}

const GridState::Extension& GridState::extension(Index i) const {
  extensions_.resize(pairs());
  std::optional<Extension>& made = extensions_[i];
  if (!made) {
    // K y = mu y gives p = sqrt(mu) R y, scaled so that sum n d phi^2 = p' H p / mu^2 = 1
    const double mu = 1 - pair(i).value;
    RowMatrix nodes(grid_.axis(0).nodes(), grid_.axis(1).nodes());
    smoother_->up(pair(i).vector.data(), nodes.data());
    made.emplace();
    made->field = grid_.field(std::sqrt(mu) * nodes);
    made->phi = grid_.at_rows(made->field).cwiseQuotient(mu * degrees_);
  }
  return *made;
}

const Vector& GridState::scaled_vector(Index i) const { return extension(i).phi; }

ColMatrix GridState::derivative(Index a, Index b) const {
  // d(u_a' L u_b) = - sum dA_ik phi_a,i phi_b,k + mu sum dd_i phi_a,i phi_b,i with A = n B S B' n, d = n B S
  // B' n 1: row i feels the slope of the field - phi_a p_b - phi_b p_a + mu phi_a phi_b g + mu r at its
  // place, g = S B' n, r = S B' (n phi_a phi_b).
  const Extension &first = extension(a), &second = extension(b);
  const double mu = 1 - (pair(a).value + pair(b).value) / 2;
  const Vector both = mu * first.phi.cwiseProduct(second.phi), minus_first = -first.phi,
               minus_second = -second.phi;
  const CellField r = grid_.field(smoother_->smooth(grid_.spread(node_.weights.cwiseProduct(both))));
  const CellField* const fields[4] = {&second.field, &first.field, &degree_field_, &r};
  const Vector* const weights[3] = {&minus_first, &minus_second, &both};
  RowMatrix by_point = grid_.slopes(fields, weights);
  by_point.array().rowwise() *= node_.weights.transpose().array();
  return rows_.pull_back(by_point.topRows(directions().cols()));
}

double GridState::smaller_side() const {
  const double negative = (scaled_vector(0).array() < 0).select(node_.weights.array(), 0).sum();
  return std::min(negative, node_.weights.sum() - negative);
}

}  // namespace scpp
