#include <cmath>
#include <ctime>

#include "base/random.hpp"
#include "paper/plots.hpp"
#include "paper/studies.hpp"
#include "scpp/scpp.hpp"
#include "spectral/objective.hpp"

namespace scpp::paper {
namespace {

constexpr Index base_rows = 1000;

TableView view(const RowMatrix& rows) { return TableView::row_major(rows.data(), rows.rows(), rows.cols()); }

ColMatrix normal_matrix(Random& random, Index rows, Index columns) {
  ColMatrix values(rows, columns);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

Json measured_fit(const Mixture& mixture, int microclusters) {
  FitOptions options;
  options.clusters = mixture_components;
  options.threads = 1;
  options.quality = Quality::fast;
  options.split.microclusters = microclusters;
  const std::clock_t begin = std::clock();  // CPU time: cells run side by side
  const Fit found = fit(view(mixture.rows), options);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const Scores scores = score(found.labels, mixture.component);
  return {{"purity", scores.purity}, {"nmi", scores.nmi}, {"seconds", seconds}};
}

/// lambda_2 of the standard Laplacian over all rows, where a split with microclusters found its projection.
double exact_lambda2(const RowMatrix& standardised, const Split& split, double delta) {
  NodeData node;
  node.centres = standardised.rowwise() - standardised.colwise().mean();
  node.weights = Vector::Ones(node.centres.rows());
  node.covariance = node.centres.transpose() * node.centres / static_cast<double>(node.centres.rows() - 1);
  const Eigen::Map<const RowMatrix> directions(split.projection.values.data(), split.projection.rows,
                                               split.projection.columns);
  SpectralState state(node, {Laplacian::standard, KernelKind::gaussian, split.sigma, split.beta, delta},
                      directions.cols());
  state.evaluate(directions, 1);
  return state.pair(0).value;
}

Json if_known(std::optional<double> bound) { return bound ? Json(*bound) : Json(); }

Json error_against_bounds(const Mixture& mixture, int microclusters) {
  FitOptions options;
  options.clusters = 2;
  options.threads = 1;
  options.quality = Quality::fast;
  options.split.microclusters = microclusters;
  options.split.pursuit.laplacian = Laplacian::standard;
  const Fit found = fit(view(mixture.rows), options);
  if (!found.model.tree.nodes[0].split) return Json::object();
  const Split& split = *found.model.tree.nodes[0].split;
  RowMatrix standardised = mixture.rows;
  for (Index column = 0; column < standardised.cols(); ++column) {
    const auto at = column;
    standardised.col(column) =
        (standardised.col(column).array() - found.model.transform.mean[at]) * found.model.transform.scale[at];
  }
  const double exact = exact_lambda2(standardised, split, options.split.pursuit.delta);
  return {{"observed", std::abs(split.lambda2 - exact) / exact},
          {"at_projection", if_known(split.bounds.at_projection)},
          {"uniform", if_known(split.bounds.uniform)}};
}

Json by_microclusters(int number) {
  const Mixture mixture = draw_mixture(number, base_rows);
  Json cell = {{"points", Json::array()}};
  for (int m = 100; m <= 1000; m += 100) {
    Json point = measured_fit(mixture, m);
    point["m"] = m;
    point["error"] = error_against_bounds(mixture, m);
    cell["points"].push_back(std::move(point));
  }
  return cell;
}

Json by_rows(int number) {
  Json cell = {{"points", Json::array()}};
  for (Index rows = 1000; rows <= 10000; rows += 1000) {
    Json point = measured_fit(draw_mixture(number, rows), 200);
    point["N"] = rows;
    cell["points"].push_back(std::move(point));
  }
  return cell;
}

std::string micro_key(const char* kind, int number) {
  return std::string("microclusters/") + kind + "/" + std::to_string(number);
}

}  // namespace

Mixture draw_mixture(int number, Index rows) {
  constexpr double mean_spread = 0.5;
  Random shape(0x617, static_cast<std::uint64_t>(number));
  const ColMatrix means = mean_spread * normal_matrix(shape, mixture_columns, mixture_components);
  std::vector<ColMatrix> factors;
  for (int component = 0; component < mixture_components; ++component) {
    const double size = std::sqrt((0.5 + shape.uniform()) / mixture_columns);
    factors.push_back(size * normal_matrix(shape, mixture_columns, mixture_columns));
  }
  Random sample(0x618, static_cast<std::uint64_t>(number));
  Mixture mixture{RowMatrix(rows, mixture_columns), {}};
  for (Index row = 0; row < rows; ++row) {
    const auto component = sample.below(mixture_components);
    const Vector noise = normal_matrix(sample, mixture_columns, 1).col(0);
    mixture.rows.row(row) = (means.col(component) + factors[component] * noise).transpose();
    mixture.component.push_back(static_cast<std::int32_t>(component));
  }
  return mixture;
}

std::vector<CellTask> micro_tasks() {
  std::vector<CellTask> tasks;
  for (int number = 0; number < mixtures; ++number) {
    tasks.push_back({micro_key("by-m", number), 60, 3600, [=] { return by_microclusters(number); }});
    tasks.push_back({micro_key("by-n", number), 20, 3600, [=] { return by_rows(number); }});
  }
  return tasks;
}

namespace {

/// values[point] over all mixtures.
std::vector<std::vector<double>> gathered(const CellStore& store, const char* kind, const char* field,
                                          const char* inner = nullptr) {
  std::vector<std::vector<double>> values(10);
  for (int number = 0; number < mixtures; ++number) {
    const auto cell = store.read(micro_key(kind, number));
    if (!cell || !cell->contains("points")) continue;
    for (Index i = 0; i < std::ssize(values); ++i) {
      const Json& point = (*cell)["points"][i];
      const Json& holder = inner ? point[field] : point;
      const char* name = inner ? inner : field;
      if (holder.contains(name) && holder[name].is_number()) values[i].push_back(holder[name]);
    }
  }
  return values;
}

/// Median and quartiles; points that no mixture has are left out.
LineSeries quartiles(const char* name, const std::vector<std::vector<double>>& values, double step) {
  LineSeries line{name, {}, {}, {}, {}};
  for (Index i = 0; i < std::ssize(values); ++i) {
    if (values[i].empty()) continue;
    line.x.push_back(step * static_cast<double>(i + 1));
    line.y.push_back(quantile(values[i], 0.5));
    line.low.push_back(quantile(values[i], 0.25));
    line.high.push_back(quantile(values[i], 0.75));
  }
  return line;
}

Json rows_of(const CellStore& store, const char* kind, double step) {
  Json rows = Json::array();
  const LineSeries purity = quartiles("purity", gathered(store, kind, "purity"), step);
  const LineSeries nmi = quartiles("NMI", gathered(store, kind, "nmi"), step);
  const LineSeries seconds = quartiles("seconds", gathered(store, kind, "seconds"), step);
  for (Index i = 0; i < std::ssize(purity.x); ++i)
    rows.push_back({{"at", purity.x[i]},
                    {"purity", {purity.low[i], purity.y[i], purity.high[i]}},
                    {"nmi", {nmi.low[i], nmi.y[i], nmi.high[i]}},
                    {"seconds", seconds.y[i]}});
  return rows;
}

/// Against the last row, where m = N.
void add_speed_up(Json& rows) {
  for (Json& row : rows)
    row["speed_up"] = rows.back()["seconds"].get<double>() / row["seconds"].get<double>();
}

int finished(const CellStore& store, const char* kind) {
  int count = 0;
  for (int number = 0; number < mixtures; ++number) count += store.has(micro_key(kind, number));
  return count;
}

Json error_rows(const CellStore& store) {
  Json rows = Json::array();
  const auto observed = gathered(store, "by-m", "error", "observed"),
             near = gathered(store, "by-m", "error", "at_projection"),
             uniform = gathered(store, "by-m", "error", "uniform");
  for (Index i = 0; i < std::ssize(observed); ++i)
    if (!observed[i].empty())
      rows.push_back({{"m", 100 * (i + 1)},
                      {"observed", quantile(observed[i], 0.5)},
                      {"largest", quantile(observed[i], 1)},
                      {"at_projection", near[i].empty() ? Json() : Json(quantile(near[i], 0.5))},
                      {"uniform", uniform[i].empty() ? Json() : Json(quantile(uniform[i], 0.5))}});
  return rows;
}

}  // namespace

Json micro_summary(const CellStore& store) {
  Json summary = {{"figures", Json::array()},
                  {"by_m", rows_of(store, "by-m", 100)},
                  {"by_n", rows_of(store, "by-n", 1000)},
                  {"errors", error_rows(store)},
                  {"mixtures_by_m", finished(store, "by-m")},
                  {"mixtures_by_n", finished(store, "by-n")}};
  add_speed_up(summary["by_m"]);
  const auto draw = [&](const char* kind, double step, const char* x, const char* caption) {
    const LineSeries purity = quartiles("purity", gathered(store, kind, "purity"), step);
    if (purity.x.empty()) return;
    const LineSeries nmi = quartiles("NMI", gathered(store, kind, "nmi"), step);
    summary["figures"].push_back(figure(std::string("microclusters-") + kind, caption,
                                        line_plot(caption, {x, "score", false}, {purity, nmi})));
  };
  draw("by-m", 100, "microclusters m", "N = 1000, varying m: median and quartiles");
  draw("by-n", 1000, "rows N", "m = 200, varying N: median and quartiles");
  return summary;
}

}  // namespace scpp::paper
