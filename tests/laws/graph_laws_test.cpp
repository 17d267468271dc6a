// Laws of the objective: what describes the same graph has the same value.
#include <gtest/gtest.h>

#include "spectral/objective.hpp"
#include "support/builders.hpp"
#include "support/tolerances.hpp"

namespace scpp {
namespace {

constexpr Laplacian laplacians[] = {Laplacian::normalised, Laplacian::standard};
constexpr KernelKind kernels[] = {KernelKind::gaussian, KernelKind::laplace};

double value_of(const NodeData& node, const ColMatrix& v, Laplacian laplacian, KernelKind kernel) {
  ObjectiveOptions options;
  options.graph = {laplacian, kernel, 0.9, 1.5, 0.01};
  options.dimensions = v.cols();
  SpectralObjective objective(node, options);
  return objective.value(parameters_of(Parametrisation::direct, v));
}

TEST(GraphLaws, AWeightIsThatManyCoincidentPoints) {
  const RowMatrix rows = build::blobs(20, 4, 2, 1.5, 1).rows;
  const Vector counts = build::random_counts(20, 5, 2);
  RowMatrix repeated(static_cast<Index>(counts.sum()), 4);
  for (Index i = 0, at = 0; i < 20; ++i)
    for (Index copy = 0; copy < static_cast<Index>(counts[i]); ++copy) repeated.row(at++) = rows.row(i);
  const NodeData weighted = build::node(rows, counts),
                 plain = build::node(repeated, Vector::Ones(repeated.rows()));
  for (const auto laplacian : laplacians)
    for (const auto kernel : kernels) {
      const ColMatrix v = build::random_directions(4, 2, 3);
      EXPECT_NEAR(value_of(weighted, v, laplacian, kernel), value_of(plain, v, laplacian, kernel),
                  tolerance::same_graph(repeated.rows()));
    }
}

TEST(GraphLaws, RotatingDataAndProjectionTogetherChangesNothing) {
  const RowMatrix rows = build::blobs(40, 5, 3, 1.0, 4).rows;
  const ColMatrix rotation = build::random_rotation(5, 5);
  const NodeData here = build::node(rows, Vector::Ones(40)),
                 turned = build::node(rows * rotation, Vector::Ones(40));
  for (const auto laplacian : laplacians)
    for (const auto kernel : kernels)
      for (const Index l : {1, 2, 3}) {
        const ColMatrix v = build::random_directions(5, l, 6);
        const ColMatrix turned_v = rotation.transpose() * v;
        EXPECT_NEAR(value_of(here, v, laplacian, kernel), value_of(turned, turned_v, laplacian, kernel),
                    tolerance::same_graph(40));
      }
}

TEST(GraphLaws, TurningADirectionAroundChangesNothing) {
  const NodeData node = build::node(build::blobs(40, 5, 3, 1.0, 7).rows, Vector::Ones(40));
  ColMatrix v = build::random_directions(5, 2, 8);
  const double before = value_of(node, v, Laplacian::normalised, KernelKind::gaussian);
  v.col(1) *= -1;
  EXPECT_NEAR(value_of(node, v, Laplacian::normalised, KernelKind::gaussian), before,
              tolerance::same_graph(40));
}

TEST(GraphLaws, TheOrderOfThePointsDoesNotMatter) {
  const RowMatrix rows = build::blobs(40, 4, 2, 1.0, 9).rows;
  const Vector weights = build::random_counts(40, 6, 10);
  const auto order = build::shuffled(40, 11);
  RowMatrix other(40, 4);
  Vector other_weights(40);
  for (Index i = 0; i < 40; ++i) {
    other.row(i) = rows.row(order[static_cast<std::size_t>(i)]);
    other_weights[i] = weights[order[static_cast<std::size_t>(i)]];
  }
  const ColMatrix v = build::random_directions(4, 2, 12);
  for (const auto laplacian : laplacians)
    EXPECT_NEAR(value_of(build::node(rows, weights), v, laplacian, KernelKind::gaussian),
                value_of(build::node(other, other_weights), v, laplacian, KernelKind::gaussian),
                tolerance::same_graph(40));
}

/// The penalty is 0 for orthogonal directions and 1 for equal ones, where the plane is a line.
TEST(GraphLaws, ThePenaltyMeasuresTheAngle) {
  const NodeData node = build::node(build::blobs(30, 3, 2, 1.0, 13).rows, Vector::Ones(30));
  ObjectiveOptions with, without;
  without.omega = 0;
  SpectralObjective punished(node, with), free(node, without);
  for (const double angle : {0.0, 0.3, 1.0, 1.5707963267948966}) {
    ColMatrix v = ColMatrix::Zero(3, 2);
    v.col(0) << 1, 0, 0;
    v.col(1) << std::cos(angle), std::sin(angle), 0;
    const Vector theta = parameters_of(Parametrisation::direct, v);
    EXPECT_NEAR(punished.value(theta) - free.value(theta), std::pow(std::cos(angle), 2), tolerance::rounding);
  }
}

}  // namespace
}  // namespace scpp
