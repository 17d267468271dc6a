#pragma once
// The middle of a fit by sketch: a summary gives the cells, the cells and the sums of their rows give the
// small table that stands for the large one.
#include "data/standardise.hpp"
#include "micro/cells.hpp"
#include "scpp/fit.hpp"
#include "scpp/sketch.hpp"
#include "scpp/suggest.hpp"

namespace scpp {

inline constexpr Index sample_per_cell = 8;  ///< rows from which a cell's place is learnt
inline constexpr Index wide_columns = 256;   ///< of more, a sketch is dear: rows find cells in all columns

/// How many cells a sketch has, about: as many as were asked for, or enough to tell the clusters apart.
Index cells_wanted(const FitOptions& options, Index columns);

TableView table_of(const RowSample& sample);

/// Places in the sample of so many of its rows, or all: those with the smallest keys. Every so many rows
/// would not do: rows may come in turn.
std::vector<Index> rows_by_lot(const RowSample& sample, Index count);

/// The sample in the coordinates of the transform.
RowMatrix transformed_sample(const RowSample& sample, const Transform& transform);

Cells cells_of(const SketchPlan& plan);

/// The cells of a sketch as rows of a table that is already transformed.
struct CellTable {
  RowMatrix means;  ///< of each cell; its centre where it has no rows
  Vector weights;   ///< of each cell
  /// The pooled scatter inside cells, per unit of weight: mean over the sample of (x - mean of its
  /// cell)(...)'. Together with the cells' means it gives the covariance of any set of cells.
  RowMatrix scatter_inside;
  std::vector<std::int32_t> of_sample;  ///< the cell of every row of the sample

  /// Refers to `means`.
  Scaled as_rows() const;
};

CellTable cell_table(const Summary& summary, const SketchPlan& plan, const Sketch& sketch);

struct SketchedTable {
  Summary summary;
  SketchPlan plan;
  Sketch sketch;
};

/// Both passes over rows that one process can reach, `block_rows` at a time (a multiple of chunk_rows; it
/// changes nothing but memory and the number of reports). `weights` are of all rows, or empty; `sink` takes
/// the cells of rows.
SketchedTable sketch_table(RowSource& rows, Index block_rows, const FitOptions& options,
                           std::span<const double> weights, const Observer& watch, const NumberSink& sink);

/// The same with the cells of a model.
SketchedTable sketch_table(const TableView& table, const CellIndex& cells, const FitOptions& options,
                           std::span<const double> weights, const Observer& watch);

/// How many clusters some rows of the sample show: cells lie more evenly than rows and would look more split
/// than they are.
Suggestion suggest_on_sample(const Summary& summary, const FitOptions& options, const Observer& watch);

/// A plan whose cells are known.
SketchPlan plan_with(const CellIndex& cells, const Summary& summary, const FitOptions& options);

}  // namespace scpp
