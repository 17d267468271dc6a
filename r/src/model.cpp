// Models, and what is told about them.
#include "scpp/model.hpp"

#include "bindings.hpp"
#include "scpp/confidence.hpp"
#include "scpp/report.hpp"
#include "scpp/verdict.hpp"

using namespace scpp;
using namespace scpp::r;

namespace {

double or_na(std::optional<double> value) { return value.value_or(NA_REAL); }

/// One value of each split, NA for leaves.
template <class Value>
Rcpp::NumericVector of_splits(const Tree& tree, const Value& value) {
  Rcpp::NumericVector all(static_cast<R_xlen_t>(tree.nodes.size()), NA_REAL);
  for (Index i = 0; i < std::ssize(tree.nodes); ++i)
    if (tree.nodes[i].split) all[i] = or_na(value(*tree.nodes[i].split));
  return all;
}

Rcpp::DataFrame nodes_of(const Tree& tree) {
  const auto count = static_cast<R_xlen_t>(tree.nodes.size());
  Rcpp::IntegerVector node(count), parent(count), cluster(count, NA_INTEGER), order(count, NA_INTEGER);
  Rcpp::NumericVector rows(count);
  Rcpp::CharacterVector reason(count), sentence(count);
  for (R_xlen_t i = 0; i < count; ++i) {
    const Node& here = tree.nodes[i];
    node[i] = static_cast<int>(i);
    parent[i] = here.parent < 0 ? NA_INTEGER : here.parent;
    rows[i] = here.rows;
    if (here.order) order[i] = *here.order + 1;
    reason[i] = std::string(here.split ? word(here.split->stop) : word(here.why_leaf->reason));
    sentence[i] = here.split ? here.split->stop_sentence : here.why_leaf->sentence;
  }
  int number = 0;
  for (const int leaf : tree.leaves()) cluster[leaf] = ++number;
  using Rcpp::Named;
  return Rcpp::DataFrame::create(
      Named("node") = node, Named("parent") = parent, Named("rows") = rows, Named("cluster") = cluster,
      Named("order") = order, Named("lambda2") = of_splits(tree, [](const Split& s) { return s.lambda2; }),
      Named("lambda3") = of_splits(tree, [](const Split& s) { return s.lambda3; }),
      Named("sigma") = of_splits(tree, [](const Split& s) { return s.sigma; }),
      Named("beta") = of_splits(tree, [](const Split& s) { return s.beta; }),
      Named("cut") = of_splits(tree, [](const Split& s) { return s.neighbour_cut; }),
      Named("evaluations") =
          of_splits(tree, [](const Split& s) { return static_cast<double>(s.evaluations); }),
      Named("reason") = reason, Named("sentence") = sentence, Named("stringsAsFactors") = false);
}

Rcpp::CharacterVector options_told(const FitOptions& options) {
  std::vector<std::string> values, names;
  for (const Parameter& parameter : parameters()) {
    values.push_back(parameter.get(options));
    names.push_back(parameter.name);
  }
  Rcpp::CharacterVector told = Rcpp::wrap(values);
  const Rcpp::CharacterVector called = Rcpp::wrap(names);
  told.names() = called;
  return told;
}

const Split& split_of(const Model& model, int node) {
  const auto& nodes = model.tree.nodes;
  if (node < 0 || node >= std::ssize(nodes))
    throw InvalidArgument("node is " + std::to_string(node) + ", but must be 0 to " +
                          std::to_string(nodes.size() - 1));
  if (!nodes[node].split)
    throw InvalidArgument("node " + std::to_string(node) + " is a leaf, and has no split to show");
  return *nodes[node].split;
}

}  // namespace

/// All that R needs to know of a model without asking again.
// [[Rcpp::export]]
Rcpp::List native_describe(Rcpp::RawVector model) {
  const Model held = model_of(model);
  std::vector<int> places;
  if (held.places)
    for (const int place : held.places->of_columns) places.push_back(place + 1);
  std::vector<std::vector<int>> children;
  for (const Node& node : held.tree.nodes) children.push_back(node.children);
  using Rcpp::Named;
  return Rcpp::List::create(
      Named("nodes") = nodes_of(held.tree), Named("children") = children,
      Named("leaves") = held.tree.leaves(), Named("splits") = held.tree.splits(),
      Named("columns") = held.columns, Named("places") = places, Named("mean") = held.transform.mean,
      Named("scale") = held.transform.scale, Named("options") = options_told(held.options),
      Named("missing_rule") = held.missing_rule, Named("missing_fill") = held.missing_fill,
      Named("sketch") = held.cells.has_value(), Named("metric") = held.transform.metric.has_value());
}

/// The axes of a split in terms of the columns, and its microclusters in its plane.
// [[Rcpp::export]]
Rcpp::List native_split(Rcpp::RawVector model, int node) {
  const Model held = model_of(model);
  const Split& split = split_of(held, node);
  const Axes axes = axes_in_columns(held, node);
  DenseMatrix plane{split.microclusters.rows, split.projection.columns, {}};
  plane.values.resize(plane.rows * plane.columns);
  for (Index i = 0; i < plane.rows; ++i)
    for (Index l = 0; l < plane.columns; ++l)
      for (Index j = 0; j < split.projection.rows; ++j)
        plane(i, l) += split.microclusters(i, j) * split.projection(j, l);
  using Rcpp::Named;
  return Rcpp::List::create(Named("directions") = matrix_of(axes.directions), Named("origin") = axes.origin,
                            Named("microclusters") = matrix_of(plane), Named("weights") = split.weights,
                            Named("child") = Rcpp::IntegerVector(split.side.begin(), split.side.end()));
}

// [[Rcpp::export]]
Rcpp::IntegerVector native_assign(Rcpp::RawVector model, Rcpp::NumericMatrix x) {
  return clusters_of(assign(model_of(model), view_of(x)));
}

// [[Rcpp::export]]
Rcpp::NumericMatrix native_membership(Rcpp::RawVector model, Rcpp::NumericMatrix x) {
  return matrix_of(membership(model_of(model), view_of(x)));
}

// [[Rcpp::export]]
Rcpp::NumericVector native_outlier(Rcpp::RawVector model, Rcpp::NumericMatrix x) {
  return Rcpp::wrap(confidence(model_of(model), view_of(x)).outlier);
}

/// How clear clusters and splits are; NULL for a model that cannot tell.
// [[Rcpp::export]]
Rcpp::RObject native_verdict(Rcpp::RawVector model) {
  const Model held = model_of(model);
  if (!has_verdict(held)) return R_NilValue;
  const Verdict found = verdict(held, 1);
  std::vector<double> clusters, splits;
  std::vector<int> nearest;
  for (const ClusterVerdict& cluster : found.clusters) {
    clusters.push_back(cluster.clarity);
    nearest.push_back(cluster.nearest ? *cluster.nearest + 1 : NA_INTEGER);
  }
  for (const std::optional<double>& split : found.splits) splits.push_back(or_na(split));
  using Rcpp::Named;
  return Rcpp::List::create(Named("sentence") = found.sentence, Named("clarity") = clusters,
                            Named("nearest") = nearest, Named("splits") = splits);
}

/// "clear", "weak" or "doubtful".
// [[Rcpp::export]]
std::string native_clarity_word(double clarity) { return std::string(word(clarity_of(clarity))); }

// [[Rcpp::export]]
Rcpp::NumericMatrix native_project(Rcpp::RawVector model, int node, Rcpp::NumericMatrix x) {
  const Model held = model_of(model);
  split_of(held, node);
  return matrix_of(project(held, node, view_of(x)));
}

// [[Rcpp::export]]
Rcpp::RawVector native_cut(Rcpp::RawVector model, int clusters) {
  return bytes_of(cut(model_of(model), clusters));
}

// [[Rcpp::export]]
Rcpp::RawVector native_prune(Rcpp::RawVector model, int node) {
  return bytes_of(prune(model_of(model), node));
}

// [[Rcpp::export]]
void native_save(Rcpp::RawVector model, std::string path) { save(model_of(model), path); }

// [[Rcpp::export]]
Rcpp::RawVector native_load(std::string path) { return bytes_of(load(path)); }

// [[Rcpp::export]]
void native_report(Rcpp::RawVector model, Rcpp::NumericMatrix x, Rcpp::IntegerVector clusters,
                   std::string title, Rcpp::IntegerVector truth, std::vector<std::string> class_names,
                   std::vector<std::string> warnings, Rcpp::NumericVector weights, std::string path) {
  const Model held = model_of(model);
  const std::vector<std::int32_t> labels = labels_of(clusters), classes = labels_of(truth);
  write_report({held, view_of(x), labels, title, classes, class_names, warnings, {}, span_of(weights)}, path);
}
