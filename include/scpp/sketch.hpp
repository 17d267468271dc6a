#pragma once
// Fitting in passes over blocks of rows, for tables larger than memory or on several machines:
//
//     summary = merge of summarise(block) over all blocks        first pass
//     plan    = plan_cells(summary)                               once, small
//     sketch  = merge of sketch(block, plan) over all blocks      second pass
//     model   = finish(summary, plan, sketch)                     once: the tree, grown on the cells
//     labels  = assign(model, block) for each block               third pass, if labels are wanted and cells
//     not kept
//
// Every function is pure and every value can be sent as bytes. The model does not depend on the order in
// which parts are merged. It does not depend on where the table is cut either, as long as the cuts stand at
// multiples of `chunk_rows`: then it is the model of fit(), bit for bit. Cuts elsewhere change the last bits
// of the columns' means and scales, and nothing else directly.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// Moments are taken of chunks of so many rows and added up along a fixed binary tree over the chunks.
inline constexpr Index chunk_rows = 8192;

/// What a column is standardised by.
struct Moments {
  double weight = 0;                    ///< of all rows together
  std::vector<double> low, high, mean;  ///< of each column, among rows that count
  std::vector<double> squares;          ///< sum of weight * ((x - mean) / (high - low))^2: free of the unit
};

/// The moments of rows [begin, end).
struct MomentsPiece {
  Index begin = 0, end = 0;
  Moments moments;
};

/// The rows with the smallest keys of a hash of (seed, row number): the same however the table is cut.
struct RowSample {
  Index wanted = 0;  ///< at most so many are kept
  std::vector<std::int64_t> keys;
  std::vector<std::int64_t> rows;  ///< numbers in the whole table, ascending
  DenseMatrix values;              ///< as in the table, before any transform
};

struct Summary {
  std::vector<MomentsPiece>
      pieces;  ///< ascending; whole branches of the tree over chunks are already added up
  RowSample sample;
};

/// Where `block` stands in the table: its first row, and how many rows the whole table has. Both are needed
/// to number the rows; knowing the total keeps the sample of a block small. Throws InvalidArgument naming row
/// and column of the first bad value. `weights` are as in fit(), for the rows of the block.
Summary summarise(const TableView& block, Index first_row, Index total_rows, const FitOptions& options,
                  std::span<const double> weights = {});

/// Throws InvalidArgument when both hold the same row.
Summary merge(Summary a, Summary b);

/// The partition of space into cells, and how rows are brought into its coordinates.
struct SketchPlan {
  Index rows = 0;     ///< of the whole table
  double weight = 0;  ///< of all rows
  Transform transform;
  DenseMatrix coarse, fine;         ///< as in CellIndex
  std::vector<std::int32_t> begin;  ///< as in CellIndex
  int clusters = 1;                 ///< as many as were asked for, or as the sample shows
  std::string reason;               ///< why so many, if that was for the sample to say
};

/// Needs the summary of the whole table: throws InvalidArgument when rows are missing, or too few for the
/// clusters.
SketchPlan plan_cells(const Summary& summary, const FitOptions& options, const Observer& watch = {});

/// Weight and sum of the rows of every cell, as whole numbers of a small unit that the plan fixes: adding
/// them is exact, so that neither order nor cuts matter.
struct Sketch {
  Index rows = 0;
  Index columns = 0;
  std::vector<std::int64_t> weights;  ///< of each cell
  std::vector<std::int64_t> sums;     ///< cells x columns, row by row
};

/// `cell_of_row`, if given, takes the cell of each row of the block.
Sketch sketch(const TableView& block, const SketchPlan& plan, const FitOptions& options,
              std::span<const double> weights = {}, std::int32_t* cell_of_row = nullptr);

/// Throws InvalidArgument when they are of different plans.
Sketch merge(Sketch a, Sketch b);

/// Grows the tree. Throws InvalidArgument when the sketch does not hold every row of the plan.
Model finish(const Summary& summary, const SketchPlan& plan, const Sketch& sketch, const FitOptions& options,
             const Observer& watch = {});

/// The label of each cell of a model that was grown on a sketch: of every row of the cell.
std::vector<std::int32_t> label_of_cell(const Model& model);

/// Bytes with a checksum; reading anything else throws FileError with `name_for_errors`.
std::string to_bytes(const Summary& summary);
std::string to_bytes(const SketchPlan& plan);
std::string to_bytes(const Sketch& sketch);
Summary summary_from_bytes(const std::string& bytes, const std::string& name_for_errors = "summary");
SketchPlan plan_from_bytes(const std::string& bytes, const std::string& name_for_errors = "plan");
Sketch sketch_from_bytes(const std::string& bytes, const std::string& name_for_errors = "sketch");

}  // namespace scpp
