#pragma once
// A node made ready for the pursuit, and the leading components of its covariance.
#include <memory>
#include <optional>

#include "base/types.hpp"
#include "micro/microclusters.hpp"
#include "spectral/objective.hpp"
#include "split/row_space.hpp"

namespace scpp {

/// The leading eigenpairs of a covariance matrix.
struct Principal {
  Vector values;      ///< descending
  ColMatrix vectors;  ///< d x count, unit; the entry largest in size is positive
};

/// The `count` largest eigenpairs (all, when there are fewer).
Principal principal_components(const RowMatrix& covariance, Index count);

/// A node made ready for the pursuit: its microclusters, covariance and leading components.
struct PreparedNode {
  Vector mean;                               ///< of the rows, in the model's coordinates
  double rows = 0;                           ///< sum of weights
  Microclusters microclusters;               ///< of the centred rows, all columns
  std::shared_ptr<const RowMatrix> centred;  ///< the rows less their mean
  NodeData data;  ///< what the objective sees; in coordinates of `row_space` when there is one
  std::optional<RowSpace> row_space;  ///< when there are more columns than rows
  Principal principal;                ///< of data.covariance
  double diameter_bound = 0;          ///< twice the largest distance of a row from the mean

  /// Directions in the objective's coordinates as directions in the model's.
  ColMatrix in_full_space(const ColMatrix& directions) const;
};

/// `rows` (n x d, with positive weights) are centred in place. `scatter_inside` (d x d or empty) is the
/// covariance hidden behind each row of a sketch. `gram` is the Gram matrix of the rows as they came, where
/// known.
PreparedNode prepare_node(RowMatrix rows, const Vector& weights, const RowMatrix& scatter_inside,
                          Index microclusters, Index components, const RowMatrix& gram = {},
                          Seeds seeds = Seeds::farthest_first);

}  // namespace scpp
