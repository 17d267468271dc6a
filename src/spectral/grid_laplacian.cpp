#include "spectral/grid_laplacian.hpp"

#include "base/isa.hpp"

namespace scpp {

GridLaplacian::GridLaplacian(const Grid& grid, const GridSmoother& smoother, const RowMatrix& masses,
                             const Vector& pair_weights)
    : smoother_(smoother),
      margin_(grid.margin()),
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
  const GridStencil stencil{planes_.data() + margin_, offsets_.data(), field_.size(), nodes_};
  smoother_.up(x.data(), field_.data() + margin_);
  SCPP_PICK_KERNELS(grid_kernels).apply(stencil, field_.data() + margin_, product_.data() + margin_);
  smoother_.down(product_.data() + margin_, out.data());
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

}  // namespace scpp
