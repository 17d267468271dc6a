#include "grid/grid_objective.hpp"

#include <algorithm>
#include <cmath>

#include "base/isa.hpp"

namespace scpp {

GridLaplacian::GridLaplacian(const Grid& grid, const GridSmoother& smoother, const RowMatrix& masses,
                             const Vector& pair_weights)
    : smoother_(smoother),
      padding_(grid.padding()),
      nodes_(grid.nodes()),
      offsets_(grid.offsets()),
      null_vector_(Vector::Zero((smoother.rank() + 7) / 8 * 8)),
      field_(Vector::Zero(grid.padded_nodes())),
      product_(Vector::Zero(grid.padded_nodes())) {
  grid.spread_pairs(pair_weights, planes_);
  smoother.down(masses.data(), null_vector_.data());  // K R' w = R' B' D^-1 B S w = R' w, because B S w = D 1
  null_vector_.normalize();
}

void GridLaplacian::apply(const Eigen::Ref<const Vector>& x, Vector& out) const {
  const GridStencil stencil{planes_.data() + padding_, offsets_.data(), field_.size(), nodes_};
  smoother_.up(x.data(), field_.data() + padding_);
  SCPP_PICK_KERNELS(grid_kernels).apply(stencil, field_.data() + padding_, product_.data() + padding_);
  smoother_.down(product_.data() + padding_, out.data());
  out.tail(stride() - count()).setZero();
  out = x - out;
}

ColMatrix GridLaplacian::dense() const {
  ColMatrix matrix(count(), count());
  Vector column(stride());
  for (Index j = 0; j < count(); ++j) {
    apply(Vector::Unit(stride(), j), column);
    matrix.col(j) = column.head(count());
  }
  return matrix;
}

double GridLaplacian::form(const Vector& u, const Vector& v) const {
  Vector product(stride());
  apply(v, product);
  return u.dot(product);
}

namespace {

/// A cubic B-spline has variance 1/3 (in cells); both ends of a pair are spread by one. A Gaussian narrower
/// by that much on the nodes makes the similarity of rows right up to terms of fourth order in the spacing.
double width_on_nodes(double step) { return std::sqrt(1 / (step * step) - 2.0 / 3.0); }

}  // namespace

GridState::GridState(const NodeData& node, const GraphOptions& options, double step, Index dimensions)
    : node_(node),
      spacing_(step * options.sigma),
      rows_(node, options.beta, options.delta, dimensions),
      roots_(width_on_nodes(step)),
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

GridObjective::GridObjective(const NodeData& node, const ObjectiveOptions& options, double step)
    : options_(options),
      columns_(node.centres.cols()),
      state_(node, options.graph, step, options.dimensions) {}

Index GridObjective::dimension() const {
  return parameter_count(options_.parametrisation, columns_, options_.dimensions);
}

const GridState& GridObjective::state_at(const Vector& theta) {
  state_.evaluate(directions_at(options_.parametrisation, theta, columns_, options_.dimensions),
                  options_.eigenvalues);
  return state_;
}

double GridObjective::value(const Vector& theta) {
  const GridState& state = state_at(theta);
  double sum = 0;
  for (Index i = 0; i < state.pairs(); ++i) sum += state.pair(i).value;
  return sum + orthogonality_penalty(options_.omega, state.directions());
}

double GridObjective::value_and_gradient(const Vector& theta, Vector& gradient) {
  const double result = value(theta);
  ColMatrix by_direction = orthogonality_gradient(options_.omega, state_.directions());
  for (Index i = 0; i < state_.pairs(); ++i) by_direction += state_.derivative(i, i);
  gradient = chain_to_parameters(options_.parametrisation, theta, by_direction);
  return result;
}

NodeData all_rows_of(const PreparedNode& node, const Vector& weights) {
  return {node.row_space ? node.row_space->coordinates() : *node.centred, weights, node.data.covariance};
}

}  // namespace scpp
