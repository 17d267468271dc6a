// All rows through the grid: its own gradient, the limit of a fine grid, and what must not matter.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "grid/grid_objective.hpp"
#include "optim/objective.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

constexpr Index grid_columns = 6;

NodeData clouds(Index rows, bool unequal_weights = false) {
  return build::node(build::blobs(rows, grid_columns, 3, 1.0, 21).rows,
                     unequal_weights ? build::random_counts(rows, 9, 4) : Vector(Vector::Ones(rows)));
}

ObjectiveOptions options_with(Index dimensions = 2) {
  ObjectiveOptions options;
  options.graph.sigma = 0.7;
  options.graph.beta = 1.5;  // some rows of every cloud lie farther out
  options.dimensions = dimensions;
  return options;
}

Vector somewhere(const ObjectiveOptions& options) {
  return parameters_of(options.parametrisation,
                       build::random_directions(grid_columns, options.dimensions, 17));
}

double grid_value(const NodeData& node, double step, const ObjectiveOptions& options = options_with()) {
  return GridObjective(node, options, step).value(somewhere(options));
}

using GridCase = std::tuple<Parametrisation, int, int, bool, double>;
class GridGradient : public ::testing::TestWithParam<GridCase> {};

TEST_P(GridGradient, MatchesDifferences) {
  const auto [parametrisation, dimensions, eigenvalues, unequal, step] = GetParam();
  const NodeData node = clouds(60, unequal);
  ObjectiveOptions options = options_with(dimensions);
  options.parametrisation = parametrisation;
  options.eigenvalues = eigenvalues;
  GridObjective objective(node, options, step);
  const GradientCheck check = check_gradient(objective, somewhere(options));
  EXPECT_LE(check.largest_difference, tolerance::gradient)
      << "coordinate " << check.coordinate << ": " << check.computed << " against " << check.differenced;
}

INSTANTIATE_TEST_SUITE_P(All, GridGradient,
                         ::testing::Combine(::testing::Values(Parametrisation::direct,
                                                              Parametrisation::polar),
                                            ::testing::Values(1, 2), ::testing::Values(1, 3),
                                            ::testing::Bool(), ::testing::Values(0.4, 1.0)));

/// The error is of fourth order in the step: a step 1.5 times finer must win a factor of 1.5^4 = 5, of which
/// 3 are asked for.
TEST(Grid, TendsToTheDenseValueWithFourthOrder) {
  for (const Index dimensions : {1, 2}) {
    const NodeData node = clouds(150, true);
    const ObjectiveOptions options = options_with(dimensions);
    const double dense = SpectralObjective(node, options).value(somewhere(options));
    double last = 0.05;  // relative error allowed at a step of sigma
    for (const double step : {0.9, 0.6, 0.4, 0.2667, 0.1778}) {
      const double error = std::abs(grid_value(node, step, options) / dense - 1);
      EXPECT_LE(error, last / 3 + 1e-6) << dimensions << " dimensions, step " << step;
      last = std::max(error, 1e-6);
    }
  }
}

TEST(Grid, ARowOfWeightThreeIsThreeRows) {
  const RowMatrix rows = build::blobs(40, grid_columns, 2, 1.0, 3).rows;
  RowMatrix repeated(80, grid_columns);
  Vector weights = Vector::Ones(40);
  weights.tail(20).setConstant(3);
  repeated << rows, rows.bottomRows(20), rows.bottomRows(20);
  const NodeData weighted = build::node(rows, weights), plain = build::node(repeated, Vector::Ones(80));
  EXPECT_NEAR(grid_value(weighted, 0.7), grid_value(plain, 0.7), tolerance::same_graph(600));
}

TEST(Grid, OrderOfRowsDoesNotMatter) {
  const NodeData node = clouds(100, true);
  NodeData other = node;
  const std::vector<Index> order = build::shuffled(100, 8);
  for (Index i = 0; i < 100; ++i) {
    other.centres.row(i) = node.centres.row(order[static_cast<std::size_t>(i)]);
    other.weights[i] = node.weights[order[static_cast<std::size_t>(i)]];
  }
  EXPECT_NEAR(grid_value(node, 0.7), grid_value(other, 0.7), tolerance::same_graph(600));
}

/// Blocks of rows are added up in their order, and kernels work in the same lanes everywhere.
TEST(Grid, ThreadsAndInstructionSetsGiveTheSameBits) {
  const NodeData node = clouds(10000);
  const ObjectiveOptions options = options_with();
  const auto evaluated = [&] {
    Vector gradient;
    GridObjective objective(node, options, 0.7);
    const double value = objective.value_and_gradient(somewhere(options), gradient);
    gradient.conservativeResize(gradient.size() + 1);
    gradient[gradient.size() - 1] = value;
    return gradient;
  };
  const ScopedThreads one(1);
  const Vector expected = evaluated();
  {
    const ScopedThreads three(3);
    EXPECT_EQ(evaluated(), expected);
  }
  for (const Isa isa : {Isa::baseline, Isa::avx2}) {
    const ScopedIsa cap(isa);
    EXPECT_EQ(evaluated(), expected);
  }
}

/// Between one evaluation and the next the grid can grow, and the guess from before no longer fits.
TEST(Grid, TheStateBeforeDoesNotMatter) {
  const NodeData node = clouds(200);
  const ObjectiveOptions options = options_with();
  GridObjective moved(node, options, 0.7);
  const Vector theta = somewhere(options),
               far = parameters_of(options.parametrisation, build::random_directions(grid_columns, 2, 5));
  const double fresh = GridObjective(node, options, 0.7).value(theta);
  for (const double share : {1.0, 0.1, 1e-6}) {
    moved.value(theta + share * far);
    EXPECT_NEAR(moved.value(theta), fresh, tolerance::same_graph(600));
  }
}

/// phi = D^-1/2 u solves sum_k A_ik phi_k = mu d_i phi_i for the dense graph of the rows, as far as the grid
/// stands for it.
TEST(Grid, ScaledVectorIsThatOfTheDenseGraph) {
  const NodeData node = clouds(120, true);
  const ObjectiveOptions options = options_with();
  GridObjective through_grid(node, options, 0.3);
  SpectralObjective dense(node, options);
  const Vector phi = through_grid.state_at(somewhere(options)).scaled_vector(0);
  const SpectralState& state = dense.state_at(somewhere(options));
  const Vector expected = state.laplacian().scaled(state.pair(0).vector).head(120);
  EXPECT_GT(std::abs(phi.dot(expected)), (1 - 1e-5) * phi.norm() * expected.norm());
}

/// What the grid sees are the rows, whichever coordinates the objective has.
TEST(Grid, AllRowsAreTheCentredRows) {
  for (const Index columns : {4, 40}) {
    const RowMatrix rows = build::normal_matrix(15, columns, 6);
    const PreparedNode node = prepare_node(rows, Vector::Ones(15), {}, 5, 3);
    const NodeData all = all_rows_of(node, Vector::Ones(15));
    const RowMatrix back =
        node.row_space ? RowMatrix(node.row_space->lift(all.centres.transpose()).transpose()) : all.centres;
    EXPECT_LT((back - *node.centred).norm(), tolerance::rounding * back.norm());
    EXPECT_EQ(node.centred->rows(), 15);
  }
}

}  // namespace
}  // namespace scpp
