#pragma once
// How sure a model is of rows, old or new.
#include <cstdint>
#include <vector>

#include "scpp/model.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// Probabilities of every cluster for every row (rows x clusters, each row adds up to 1). Two witnesses are
/// multiplied: how near the row lies to the mean of each cluster, and to which clusters its nearest reference
/// rows belong, their neighbours and the neighbours of these. `first_row` is the number of the first one in
/// its table, for messages. Throws InvalidArgument for a model without reference rows.
DenseMatrix membership(const Model& model, const TableView& rows, Index first_row = 0);

/// One value of each for every row.
struct Confidence {
  std::vector<double> probability;  ///< that the row belongs to its cluster: the one `assign` says
  std::vector<std::int32_t> other;  ///< the likeliest of the other clusters; -1 when there is none
  /// In [0, 1): 0 for a row that has its neighbours as near as half of its cluster have them, 1/2 when they
  /// are twice, 3/4 when they are four times as far away.
  std::vector<double> outlier;
};

Confidence confidence(const Model& model, const TableView& rows, Index first_row = 0);

}  // namespace scpp
