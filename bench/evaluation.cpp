// One evaluation of value and gradient against Eigen's full symmetric eigen-decomposition of a matrix of the same
// size, in one run. Products with the affinity (Lanczos steps) are what an evaluation mostly consists of.
#include <benchmark/benchmark.h>

#include <Eigen/Eigenvalues>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "micro/microclusters.hpp"
#include "spectral/objective.hpp"
#include "split/bandwidth.hpp"
#include "split/node.hpp"

namespace {

using namespace scpp;

constexpr Index rows = 2000, columns = 64, count = 200;

/// Five Gaussian clusters with random centres, as in the paper's study of microclusters.
PreparedNode example_node() {
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

void value_and_gradient(benchmark::State& state) {
  const PreparedNode node = example_node();
  SpectralObjective objective(node.data, objective_options(node));
  const std::vector<Vector> points = path(node);
  Vector gradient;
  std::size_t at = 0;
  for (auto _ : state) benchmark::DoNotOptimize(objective.value_and_gradient(points[at++ % points.size()], gradient));
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

void eigen_full_decomposition(benchmark::State& state) {
  const PreparedNode node = example_node();
  SpectralObjective objective(node.data, objective_options(node));
  const ColMatrix laplacian = objective.state_at(path(node)[0]).laplacian().dense();
  for (auto _ : state) {
    Eigen::SelfAdjointEigenSolver<ColMatrix> solver(laplacian);
    benchmark::DoNotOptimize(solver.eigenvalues().data());
  }
}
BENCHMARK(eigen_full_decomposition)->Unit(benchmark::kMicrosecond)->Repetitions(5);

}  // namespace

BENCHMARK_MAIN();
