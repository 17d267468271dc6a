// One evaluation of value and gradient against Eigen's full symmetric eigen-decomposition of a matrix of the
// same size, and the grid's evaluation on all rows of a table like optidigits (5,620 x 64) against that of
// its 200 microclusters, in one run. Products with the affinity (Lanczos steps) are what an evaluation mostly
// consists of.
#include <benchmark/benchmark.h>

#include "base/decompositions.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "grid/grid_objective.hpp"
#include "micro/microclusters.hpp"
#include "spectral/objective.hpp"
#include "split/node.hpp"
#include "split/pursuit.hpp"

namespace {

using namespace scpp;

constexpr Index usual_rows = 2000, digits_rows = 5620, columns = 64, count = 200;

/// Five Gaussian clusters with random centres, as in the paper's study of microclusters.
PreparedNode example_node(Index rows = usual_rows) {
  const ScopedThreads one(1);
  Random random(1, 1);
  RowMatrix centres(5, columns), data(rows, columns);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = 1.5 * random.normal();
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) data(i, j) = centres(i % 5, j) + random.normal();
  return prepare_node(std::move(data), Vector::Ones(rows), {}, count, most_kaiser_components);
}

ObjectiveOptions objective_options(const PreparedNode& node) {
  ObjectiveOptions options;
  options.graph.sigma = bandwidth(node.principal.values, node.rows, {});
  options.graph.beta = 3;
  return options;
}

/// Points of a search: the principal plane, moved by a twentieth of its length at a time.
std::vector<Vector> path(const PreparedNode& node) {
  Random random(2, 2);
  std::vector<Vector> points{parameters_of(Parametrisation::direct, node.principal.vectors.leftCols(2))};
  while (points.size() < 64) {
    Vector step(points.back().size());
    for (double& x : step) x = random.normal();
    points.push_back(points.back() + 0.05 * points.back().norm() * step.normalized());
  }
  return points;
}

void run_value_and_gradient(benchmark::State& state, const PreparedNode& node, auto objective) {
  const ScopedThreads one(1);
  const std::vector<Vector> points = path(node);
  Vector gradient;
  std::size_t at = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(objective.value_and_gradient(points[at++ % points.size()], gradient));
}

void value_and_gradient(benchmark::State& state) {
  const PreparedNode node = example_node();
  run_value_and_gradient(state, node, SpectralObjective(node.data, objective_options(node)));
}
BENCHMARK(value_and_gradient)->Unit(benchmark::kMicrosecond)->Repetitions(5);

void value_alone(benchmark::State& state) {
  const PreparedNode node = example_node();
  SpectralObjective objective(node.data, objective_options(node));
  const std::vector<Vector> points = path(node);
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize(objective.value(points[at++ % points.size()]));
}
BENCHMARK(value_alone)->Unit(benchmark::kMicrosecond)->Repetitions(5);

void digits_microclusters(benchmark::State& state) {
  const PreparedNode node = example_node(digits_rows);
  run_value_and_gradient(state, node, SpectralObjective(node.data, objective_options(node)));
}
BENCHMARK(digits_microclusters)->Unit(benchmark::kMicrosecond)->Repetitions(5);

void digits_grid(benchmark::State& state) {
  const PreparedNode node = example_node(digits_rows);
  const NodeData rows = all_rows_of(node, Vector::Ones(digits_rows));
  constexpr double step = 0.75;  // of sigma: lambda_2 within 2 % on the nine data sets
  run_value_and_gradient(state, node, GridObjective(rows, objective_options(node), step));
}
BENCHMARK(digits_grid)->Unit(benchmark::kMicrosecond)->Repetitions(5);

void eigen_full_decomposition(benchmark::State& state) {
  const PreparedNode node = example_node();
  SpectralObjective objective(node.data, objective_options(node));
  const ColMatrix laplacian = objective.state_at(path(node)[0]).laplacian().dense();
  for (auto _ : state) {
    const EigenPairs pairs = symmetric_eigenpairs(laplacian);
    benchmark::DoNotOptimize(pairs.values.data());
  }
}
BENCHMARK(eigen_full_decomposition)->Unit(benchmark::kMicrosecond)->Repetitions(5);

}  // namespace

BENCHMARK_MAIN();
