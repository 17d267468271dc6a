#pragma once
// The objective on all rows of a node through a grid: the counterpart of SpectralObjective, which sees the
// dense graph of the node's microclusters. It was an option of the product once, slower than microclusters
// and no better.
#include <optional>
#include <vector>

#include "grid/grid.hpp"
#include "spectral/objective.hpp"
#include "split/node.hpp"

namespace scpp {

// The normalised Laplacian of all rows, seen through the grid. With A = B S B' the eigenpairs of D^-1/2 A
// D^-1/2 above 0 are those of K = R' H R with H = B' D^-1 B and S = R R': as many unknowns as nodes instead
// of rows. This is I - K.

class GridLaplacian final : public LaplacianOperator {
 public:
  /// `masses` = B' weights; H = B' diag(pair_weights) B. Refers to `smoother`, which must outlive it.
  GridLaplacian(const Grid& grid, const GridSmoother& smoother, const RowMatrix& masses,
                const Vector& pair_weights);

  Index count() const override { return smoother_.rank(); }
  Index stride() const override { return null_vector_.size(); }
  void apply(const Eigen::Ref<const Vector>& x, Vector& out) const override;
  ColMatrix dense() const override;
  const Vector& null_vector() const override { return null_vector_; }
  double form(const Vector& u, const Vector& v) const override;
  double size() const override { return 1; }

 private:
  const GridSmoother& smoother_;
  Index padding_, nodes_;
  std::vector<double> planes_;
  std::vector<std::ptrdiff_t> offsets_;
  Vector null_vector_;
  mutable Vector field_, product_;  // padded nodes
};

// One evaluation on all rows of a node in O(rows + nodes of a grid): the counterpart of SpectralState for one
// or two dimensions, the Gaussian kernel and the normalised Laplacian.

class GridState {
 public:
  /// Refers to `node`, which must outlive it. `step` is the spacing of the grid in units of sigma, in (0, 1].
  GridState(const NodeData& node, const GraphOptions& options, double step, Index dimensions);

  void evaluate(const ColMatrix& v, Index pairs);

  const ColMatrix& directions() const { return rows_.directions(); }

  /// Eigenpair number i beyond the null one; its vector is one of the grid's.
  const Eigenpair& pair(Index i) const { return pairs_[i]; }
  Index pairs() const { return pairs_.size(); }

  /// phi = D^-1/2 u of eigenpair i at every row.
  const Vector& scaled_vector(Index i) const;

  /// d(u_i' L u_j)/dV, d x l.
  ColMatrix derivative(Index i, Index j) const;

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

/// SpectralObjective's value and gradient, eq. (10), of all rows.
class GridObjective {
 public:
  /// Refers to `node`, which must outlive it.
  GridObjective(const NodeData& node, const ObjectiveOptions& options, double step);

  Index dimension() const;
  double value(const Vector& theta);
  double value_and_gradient(const Vector& theta, Vector& gradient);
  const GridState& state_at(const Vector& theta);

 private:
  ObjectiveOptions options_;
  Index columns_;
  GridState state_;
};

/// All rows of a node as the objective's points, in the coordinates of its search.
NodeData all_rows_of(const PreparedNode& node, const Vector& weights);

}  // namespace scpp
