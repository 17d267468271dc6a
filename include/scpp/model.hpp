#pragma once
// A fitted model: plain data, so that reports, bindings and tests can read all of it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scpp/options.hpp"
#include "scpp/outcome.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// A plain row-major matrix.
struct DenseMatrix {
  Index rows = 0, columns = 0;
  std::vector<double> values;

  double operator()(Index row, Index column) const { return values[row * columns + column]; }
  double& operator()(Index row, Index column) { return values[row * columns + column]; }
  const double* row(Index index) const { return values.data() + index * columns; }
};

/// How a row of the caller becomes a row of the model: (x - mean) * scale, column by column, and then, in a
/// metric that the clusters taught, times `metric`.
struct Transform {
  std::vector<double> mean;
  std::vector<double> scale;          ///< 0 for a constant column
  std::optional<DenseMatrix> metric;  ///< columns x dimensions; distances after it are those of the metric

  Index columns() const { return std::ssize(mean); }
  Index dimensions() const { return metric ? metric->columns : columns(); }
  std::vector<Index> constant_columns() const;
};

/// One accepted step of a minimisation, for the report.
struct TracePoint {
  double beta = 0;
  double value = 0;  ///< objective after the step
  int step = 0;      ///< 0 is the start
};

/// Bounds on the relative error of lambda_2 that the microclusters bring (Lemma 3 and the uniform bounds).
/// Proved for the standard Laplacian. There is none where a ratio of similarities overflows, nor on a sketch,
/// which does not keep the radii of its cells.
struct ErrorBounds {
  std::optional<double> at_projection;  ///< Lemma 3, at the projection found
  std::optional<double> uniform;        ///< over all projections, for the kernel used
};

/// One node cut in two (or, with Method::kway, in K). All coordinates are those after the model's Transform.
/// `microclusters`, `weights`, `radii` and `side` are the rule that gives rows their side. Where rows crossed
/// after the search, to the side of most of their neighbours, the rule has more centres than the search saw:
/// eigenvalues, sigma, beta and bounds are of the graph that the search saw, and at the rule's own centres
/// lambda2 is a few percent off.
struct Split {
  std::vector<double> centre;      ///< mean of the node's rows
  DenseMatrix projection;          ///< columns x l, unit columns
  DenseMatrix start;               ///< the projection that the search started from
  DenseMatrix microclusters;       ///< m x columns, relative to `centre`
  std::vector<double> weights;     ///< m: rows in each microcluster
  std::vector<double> radii;       ///< m: largest distance of a member from its centre
  std::vector<std::int32_t> side;  ///< m: which child
  double sigma = 0, beta = 0;
  double lambda2 = 0;          ///< the objective's eigenvalue (for kway: the sum of the K smallest)
  double lambda3 = 0;          ///< the next eigenvalue; lambda2 again where there is none
  std::vector<double> spread;  ///< l: standard deviation of the node's rows along each direction
  Index evaluations = 0;       ///< objective evaluations, all starts and betas
  StopReason stop = StopReason::step_limit;  ///< why the minimisation ended
  std::string stop_sentence;                 ///< the same for people, with numbers
  std::vector<TracePoint> trace;
  ErrorBounds bounds;
  int candidates = 1;  ///< balanced splits that were found and judged
  /// Normalised cut of the rows' nearest-neighbour graph, where there was one to judge by.
  std::optional<double> neighbour_cut;
  /// In models of earlier versions: the neighbour cut that one even cloud would get, if K was chosen.
  std::optional<double> cloud_cut;
  /// The least that such a cloud would get, but for one case in a thousand.
  std::optional<double> cloud_least;
  /// Mean adjusted Rand index of other candidates with this one, if there were any.
  std::optional<double> stability;
};

struct Node {
  int parent = -1;
  std::vector<int> children;        ///< empty for a leaf
  double rows = 0;                  ///< sum of weights of the training rows
  std::optional<int> order;         ///< its place in the order of the splits, from 0; nothing for a leaf
  std::optional<Split> split;       ///< present exactly when there are children
  std::optional<WhyLeaf> why_leaf;  ///< present exactly when there are none
};

/// Flat: node 0 is the root, children stand behind their parents.
struct Tree {
  std::vector<Node> nodes;

  /// Leaves depth first, first child first; a row's label is the position of its leaf here.
  std::vector<int> leaves() const;
  /// Nodes that were split, the earliest split first: of two-way splits the i-th makes i + 2 clusters of i
  /// + 1.
  std::vector<int> splits() const;
  Index clusters() const { return leaves().size(); }
};

/// How a model that was grown on a sketch finds the leaf of a row: the nearest coarse centre, then the
/// nearest of that centre's fine ones. Coordinates are those after mean and scale of the model's Transform,
/// before its metric.
struct CellIndex {
  DenseMatrix coarse, fine;
  std::vector<std::int32_t> begin;  ///< fine rows of coarse centre g: [begin[g], begin[g + 1])
  std::vector<std::int32_t> leaf;   ///< node of each fine centre
};

/// Columns of a table without names are known by their places in it, counted from 0.
struct Places {
  std::vector<int> of_columns;
};

/// Some rows of the fit, in the units of its table, that stand for all of them: by these the model knows how
/// sure it is of a row (scpp/confidence.hpp) and how clear its clusters are (scpp/verdict.hpp).
struct ReferenceRows {
  DenseMatrix rows;
  std::vector<double> weights;  ///< of each: how many rows it stands for
};

struct Model {
  FitOptions options;
  Transform transform;
  Tree tree;
  std::vector<std::string> columns;  ///< names, if the table had any; labels for people, if it had places
  std::string missing_rule;          ///< how missing cells are dealt with ("" = they are an error)
  std::vector<double> missing_fill;  ///< value put into a missing cell of each column, if missing_rule fills
  std::optional<CellIndex> cells;    ///< present exactly when the tree was grown on a sketch
  std::optional<Places> places =
      {};  ///< present when the table had no names and not all of its columns were used
  std::optional<ReferenceRows> reference = {};  ///< missing in models of earlier versions
};

/// Labels of rows, old or new. For the rows of the fit these are exactly the fit's labels. `first_row` is the
/// number of the first one in its table, for messages.
std::vector<std::int32_t> assign(const Model& model, const TableView& rows, Index first_row = 0);

/// Coordinates of rows in the plane of a split (rows x l), relative to the node's mean.
DenseMatrix project(const Model& model, int node, const TableView& rows);

/// The axes of a split in terms of the columns: the coordinates of a row x are ((x - mean) * scale) .
/// directions - origin.
struct Axes {
  DenseMatrix directions;      ///< columns x l
  std::vector<double> origin;  ///< l
};
Axes axes_in_columns(const Model& model, int node);
/// The same of the projection that the search started from.
Axes start_in_columns(const Model& model, int node);

/// The model with its last splits undone, so that at most `clusters` leaves are left. No new fit is needed.
Model cut(const Model& model, int clusters);

/// The model with everything below `node` removed.
Model prune(const Model& model, int node);

/// Written atomically; load(save(model)) is the same model to the last bit.
void save(const Model& model, const std::string& path);
Model load(const std::string& path);

/// The same bytes in memory, for pickling and sending.
std::string to_bytes(const Model& model);
Model from_bytes(const std::string& bytes, const std::string& name_for_errors = "model");

}  // namespace scpp
