#pragma once
// One evaluation on all rows of a node in O(rows + nodes of a grid): the counterpart of SpectralState for one
// or two dimensions, the Gaussian kernel and the normalised Laplacian.
#include <optional>
#include <vector>

#include "spectral/eigenpairs.hpp"
#include "spectral/grid.hpp"
#include "spectral/grid_laplacian.hpp"
#include "spectral/grid_smoother.hpp"
#include "spectral/projected_rows.hpp"
#include "spectral/state.hpp"

namespace scpp {

class GridState {
 public:
  /// Refers to `node`, which must outlive it.
  GridState(const NodeData& node, const GraphOptions& options, Index dimensions);

  void evaluate(const ColMatrix& v, Index pairs);

  const ColMatrix& directions() const { return rows_.directions(); }
  const Vector& spread() const { return rows_.spread(); }

  /// Eigenpair number i beyond the null one; its vector is one of the grid's.
  const Eigenpair& pair(Index i) const { return pairs_[i]; }
  Index pairs() const { return pairs_.size(); }
  const Eigenpair* extend() { return pairs_.extend(*laplacian_); }
  void refine();

  /// phi = D^-1/2 u of eigenpair i at every row.
  const Vector& scaled_vector(Index i) const;

  /// d(u_i' L u_j)/dV, d x l.
  ColMatrix derivative(Index i, Index j) const;

  double smaller_side() const;

 private:
  /// p = S B' n phi of an eigenpair, from which phi = p / (mu d), and phi at the rows.
  struct Extension {
    CellField field;
    Vector phi;
  };
  const Extension& extension(Index i) const;

  const NodeData& node_;
  double spacing_;
  ProjectedRows rows_;
  AxisRoots roots_;
  Grid grid_;
  std::optional<GridSmoother> smoother_;
  CellField degree_field_;
  Vector degrees_;  // of every row, for a weight of 1
  std::optional<GridLaplacian> laplacian_;
  EigenpairList pairs_;
  mutable std::vector<std::optional<Extension>> extensions_;
};

}  // namespace scpp
