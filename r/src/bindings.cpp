// R's vectors as the library sees them, options, scores, and what the library says of itself.
#include "bindings.hpp"

#include <cstring>

#include "scpp/generate.hpp"
#include "scpp/report.hpp"
#include "scpp/scores.hpp"
#include "scpp/version.hpp"

namespace scpp::r {
namespace {

constexpr std::chrono::milliseconds pause{50};

/// R jumps when it is interrupted; here it jumps no further than to the caller.
bool interrupted() {
  return R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr) == FALSE;
}

Rcpp::List as_list(const Progress& progress) {
  return Rcpp::List::create(
      Rcpp::Named("stage") = std::string(word(progress.stage)), Rcpp::Named("node") = progress.node,
      Rcpp::Named("rows") = progress.rows, Rcpp::Named("clusters_found") = progress.clusters_found,
      Rcpp::Named("clusters_wanted") = progress.clusters_wanted, Rcpp::Named("lambda2") = progress.lambda2,
      Rcpp::Named("evaluations") = static_cast<double>(progress.evaluations));
}

}  // namespace

Model model_of(const Rcpp::RawVector& bytes) { return from_bytes({bytes.begin(), bytes.end()}); }

Rcpp::RawVector bytes_of(const Model& model) {
  const std::string bytes = to_bytes(model);
  Rcpp::RawVector held(static_cast<R_xlen_t>(bytes.size()));
  std::memcpy(held.begin(), bytes.data(), bytes.size());
  return held;
}

FitOptions options_of(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  FitOptions options;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Parameter* parameter = find_parameter(names[i]);
    if (!parameter) throw InvalidArgument("there is no option named " + names[i]);
    parameter->set(options, values[i]);
  }
  options.validate();
  return options;
}

Rcpp::NumericMatrix matrix_of(const DenseMatrix& matrix) {
  Rcpp::NumericMatrix turned(static_cast<int>(matrix.rows), static_cast<int>(matrix.columns));
  for (Index row = 0; row < matrix.rows; ++row)
    for (Index column = 0; column < matrix.columns; ++column)
      turned[row + column * matrix.rows] = matrix(row, column);
  return turned;
}

Rcpp::IntegerVector clusters_of(const std::vector<std::int32_t>& labels) {
  Rcpp::IntegerVector clusters(labels.begin(), labels.end());
  for (int& cluster : clusters) ++cluster;
  return clusters;
}

std::vector<std::int32_t> labels_of(const Rcpp::IntegerVector& clusters) {
  std::vector<std::int32_t> labels(clusters.begin(), clusters.end());
  for (std::int32_t& label : labels) --label;
  return labels;
}

bool Watch::operator()(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_ && progress.stage != Stage::split) return true;
  next_ = now + pause;
  if (interrupted()) return false;
  if (callback_.isNull()) return true;
  try {
    Rcpp::Function(callback_.get())(as_list(progress));
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
}

void Watch::go_on() const {
  if (failure_) std::rethrow_exception(failure_);
  throw Rcpp::internal::InterruptedException();
}

}  // namespace scpp::r

using namespace scpp;
using namespace scpp::r;

// [[Rcpp::export]]
Rcpp::DataFrame native_parameters() {
  std::vector<std::string> names, groups, values, defaults, sentences;
  for (const Parameter& parameter : parameters()) {
    names.push_back(parameter.name);
    groups.push_back(parameter.group);
    values.push_back(parameter.values);
    defaults.push_back(parameter.get(FitOptions{}));
    sentences.push_back(parameter.sentence);
  }
  return Rcpp::DataFrame::create(Rcpp::Named("name") = names, Rcpp::Named("default") = defaults,
                                 Rcpp::Named("values") = values, Rcpp::Named("group") = groups,
                                 Rcpp::Named("sentence") = sentences,
                                 Rcpp::Named("stringsAsFactors") = false);
}

/// Throws what the library says of these options, before any row is looked at.
// [[Rcpp::export]]
void native_check_options(std::vector<std::string> names, std::vector<std::string> values) {
  options_of(names, values);
}

// [[Rcpp::export]]
std::string native_version() { return SCPP_VERSION; }

// [[Rcpp::export]]
Rcpp::NumericVector native_score(Rcpp::IntegerVector clusters, Rcpp::IntegerVector classes) {
  const Scores scores = score(labels_of(clusters), labels_of(classes));
  return Rcpp::NumericVector::create(
      Rcpp::Named("purity") = scores.purity, Rcpp::Named("nmi") = scores.nmi, Rcpp::Named("ari") = scores.ari,
      Rcpp::Named("v_measure") = scores.v_measure, Rcpp::Named("accuracy") = scores.accuracy);
}

// [[Rcpp::export]]
Rcpp::List native_generate(std::string kind, std::vector<std::string> names,
                           std::vector<std::string> values) {
  GenerateOptions options;
  for (const GenerateParameter& parameter : generate_parameters())
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == parameter.name) parameter.set(options, values[i]);
  const Generated made = generate(kind, options);
  const Table& table = made.table;
  Rcpp::NumericMatrix rows(static_cast<int>(table.rows()), static_cast<int>(table.columns()));
  for (Index row = 0; row < table.rows(); ++row)
    for (Index column = 0; column < table.columns(); ++column)
      rows[row + column * table.rows()] = table.values(row, column);
  const Rcpp::CharacterVector names_of_columns =
      Rcpp::wrap(table.names);  // held: R may collect while it assigns
  Rcpp::colnames(rows) = names_of_columns;
  return Rcpp::List::create(Rcpp::Named("x") = rows, Rcpp::Named("class") = clusters_of(made.classes),
                            Rcpp::Named("class_names") = made.class_names);
}

// [[Rcpp::export]]
Rcpp::List native_generators() {
  std::vector<std::string> kinds, names;
  for (const GeneratorKind& kind : generator_kinds()) kinds.push_back(kind.name);
  for (const GenerateParameter& parameter : generate_parameters()) names.push_back(parameter.name);
  return Rcpp::List::create(Rcpp::Named("kinds") = kinds, Rcpp::Named("options") = names);
}

// [[Rcpp::export]]
bool native_has_report() { return has_report_page(); }
