// lambda_2 through the grid against that of the dense graph of all rows, for several spacings of the grid.
//   grid_accuracy DATA_DIR [PLOT.svg]
// On each of the nine data sets at three projections: two pairs of principal components and a random plane.
// At planes that a search finds, where lambda_2 is small, the error is larger (research/notes/grid.md).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "data/standardise.hpp"
#include "grid/grid_objective.hpp"
#include "paper/data_sets.hpp"
#include "paper/plots.hpp"
#include "scpp/scpp.hpp"
#include "spectral/objective.hpp"
#include "split/node.hpp"
#include "split/pursuit.hpp"
#include "support/paper_sets.hpp"

namespace {

using namespace scpp;

constexpr Index most_rows = 6000;  // a dense graph of these takes 288 MB
const std::vector<double> steps = {1.0, 0.9, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25};

/// All rows of a data set, or an evenly spaced part of a large one.
PreparedNode node_of(const std::string& folder, const std::string& name) {
  const paper::LabelledTable data = paper::load_set(folder, name);
  const Scaled scaled = standardise(data.table.values, {}, true);
  const Index parts = (scaled.rows() + most_rows - 1) / most_rows;
  std::vector<Index> rows;
  for (Index row = 0; row < scaled.rows(); row += parts) rows.push_back(row);
  return prepare_node(gather(scaled, rows), Vector::Ones(static_cast<Index>(rows.size())), {}, 2,
                      most_kaiser_components);
}

std::vector<ColMatrix> projections(const PreparedNode& node) {
  Random random(1, 1);
  ColMatrix plane(node.principal.vectors.rows(), 2);
  for (double& x : plane.reshaped()) x = random.normal();
  return {node.principal.vectors.leftCols(2), node.principal.vectors.middleCols(2, 2), plane};
}

double lambda2(auto objective, const ColMatrix& v) {
  return objective.value(parameters_of(Parametrisation::direct, v));
}

/// |error| / lambda_2 for every step, the largest over the projections.
std::vector<double> worst_errors(const PreparedNode& node, const char* name) {
  std::vector<double> worst(steps.size(), 0.0);
  const NodeData rows = all_rows_of(node, Vector::Ones(node.centred->rows()));
  for (const ColMatrix& v : projections(node)) {
    ObjectiveOptions options;
    options.graph.sigma = bandwidth(node.principal.values, node.rows, {});
    options.graph.beta = 3;
    options.omega = 0;
    const double dense = lambda2(SpectralObjective(rows, options), v);
    std::printf("%-14s %9.6f", name, dense);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const double error = lambda2(GridObjective(rows, options, steps[i]), v) / dense - 1;
      std::printf(" %+8.3f", 100 * error);
      worst[i] = std::max(worst[i], std::abs(error));
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  return worst;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: grid_accuracy DATA_DIR [PLOT.svg]\n");
    return 2;
  }
  std::printf("error of lambda_2 in percent\n%-14s %9s", "step / sigma", "dense");
  for (const double step : steps) std::printf(" %8.2f", step);
  std::printf("\n");
  std::vector<paper::LineSeries> series;
  for (const PaperSet& set : paper_sets) {
    if (!set.nine || !paper::path_of_set(argv[1], set.name)) continue;
    paper::LineSeries line{set.name, steps, worst_errors(node_of(argv[1], set.name), set.name), {}, {}};
    for (double& error : line.y) error *= 100;
    series.push_back(std::move(line));
  }
  if (argc > 2)
    std::ofstream(argv[2]) << paper::line_plot(
        "Error of lambda_2 through the grid, worst of three projections",
        {"spacing of the grid / sigma", "error in percent", true}, series);
} catch (const std::exception& error) {
  std::fprintf(stderr, "grid_accuracy: %s\n", error.what());
  return 1;
}
