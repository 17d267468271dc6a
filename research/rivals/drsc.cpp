#include "rivals/drsc.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "rivals/components.hpp"
#include "rivals/graph_kernels.hpp"
#include "scpp/errors.hpp"

namespace scpp {

namespace {

constexpr Index pair_block = 64;

const GraphKernels& drsc_kernels() { return SCPP_PICK_KERNELS(graph_kernels); }

/// Transposed and padded with zeros: a row for each coordinate.
RowMatrix by_coordinate(const RowMatrix& rows) {
  RowMatrix turned = RowMatrix::Zero(rows.cols(), (rows.rows() + 7) / 8 * 8);
  turned.leftCols(rows.rows()) = rows.transpose();
  return turned;
}

}  // namespace

DrscObjective::DrscObjective(const RowMatrix& rows, const RowMatrix& embedding, double sigma,
                             const ColMatrix& directions, Index column)
    : rows_(rows), sigma_(sigma), stride_((rows.rows() + 7) / 8 * 8), held_(rows.rows() * stride_) {
  const RowMatrix points = by_coordinate(multiply(view_of(rows), view_of(directions)) / sigma);
  const RowMatrix turned = by_coordinate(embedding);
  const CoordinatesView p{points.data(), points.cols(), points.rows()};
  const CoordinatesView u{turned.data(), turned.cols(), turned.rows()};
  parallel_blocks(rows.rows(), pair_block, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j)
      drsc_kernels().drsc_held_row(p, u, j, column, held_.data() + j * stride_);
  });
}

DrscObjective::Value DrscObjective::at(const Vector& direction) const {
  const Index n = rows_.rows(), blocks = (n + pair_block - 1) / pair_block;
  Vector along = Vector::Zero(stride_), values(n);
  dot_rows(rows_.data(), rows_.cols(), n, rows_.cols(), direction.data(), along.data());
  along /= sigma_;
  RowMatrix pulls =
      RowMatrix::Zero(blocks, stride_);  // of each block apart: the same sums for every thread count
  parallel_blocks(n, pair_block, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j)
      values[j] = drsc_kernels().drsc_row(held_.data() + j * stride_, along.data(), stride_, j,
                                          pulls.row(begin / pair_block).data());
  });
  const Vector pull = pulls.colwise().sum();
  Vector gradient = Vector::Zero(rows_.cols());
  add_weighted_rows(rows_.data(), rows_.cols(), n, rows_.cols(), pull.data(), gradient.data());
  return {2 * values.sum(), gradient * (-2 / sigma_)};
}

namespace {

constexpr int most_rounds = 10;
constexpr double settled = 1e-4;  // relative change of the true objective that ends the rounds
constexpr int most_turns = 10;    // of one direction before the next
constexpr double first_angle = 0.5, least_angle = 0.015, sufficient = 1e-4;

struct SpectralStep {
  SpectralCandidate clustering;
  RowMatrix embedding;  // U with row j divided by sqrt(d_j)
  double trace = 0;
};

SpectralStep spectral_step(const RowMatrix& rows, const ColMatrix& directions, Index clusters, double sigma) {
  const RowMatrix projected = multiply(view_of(rows), view_of(directions));
  const SquaredDistances distances(projected);
  SimilarityGraph graph(distances);
  graph.set_sigma(sigma);
  SpectralStep step;
  step.clustering = cluster_graph(graph, clusters, sigma_name(sigma), &step.embedding);
  step.trace = step.embedding.cwiseProduct(graph.multiply(step.embedding)).sum();
  const Vector degrees = graph.degrees();
  for (Index j = 0; j < std::ssize(degrees); ++j)
    step.embedding.row(j) *= degrees[j] > 0 ? 1 / std::sqrt(degrees[j]) : 0.0;
  return step;
}

/// Turns column `column` towards its gradient, inside the null space of the other columns, each time by the
/// largest of the angles 0.5, 0.25, ..., not above twice the last, that raises the objective enough. Says
/// whether it moved.
bool ascend(const DrscObjective& objective, ColMatrix& directions, Index column) {
  DrscObjective::Value here = objective.at(directions.col(column));
  double angle = first_angle;
  for (int turn = 0; turn < most_turns; ++turn, angle = std::min(2 * angle, first_angle)) {
    Vector tangent = here.gradient - directions * (directions.transpose() * here.gradient);
    tangent -= directions * (directions.transpose() * tangent);
    const double slope = tangent.norm();
    if (!(slope > 1e-10 * std::abs(here.value))) return turn > 0;
    bool moved = false;
    for (; !moved && angle >= least_angle; angle /= moved ? 1 : 2) {
      const Vector turned =
          (std::cos(angle) * directions.col(column) + std::sin(angle) / slope * tangent).normalized();
      DrscObjective::Value there = objective.at(turned);
      moved = there.value > here.value + sufficient * angle * slope;
      if (!moved) continue;
      here = std::move(there);
      directions.col(column) = turned;
    }
    if (!moved) return turn > 0;
  }
  return true;
}

}  // namespace

DrscRun run_drsc(const RowMatrix& rows, const ColMatrix& start, Index clusters, double sigma,
                 const StageWatch& watch) {
  DrscRun run;
  run.directions = start;
  for (int round = 0;; ++round) {
    SpectralStep step = spectral_step(rows, run.directions, clusters, sigma);
    run.clustering = std::move(step.clustering);
    run.trace.push_back(step.trace);
    const Index last = run.trace.size() - 1;
    const bool still =
        last > 0 && std::abs(run.trace[last] - run.trace[last - 1]) < settled * run.trace[last];
    if (!run.clustering.usable() || still || round == most_rounds) return run;
    bool moved = false;
    for (Index column = 0; column < run.directions.cols(); ++column) {
      watch(sigma_name(sigma) + ", round " + std::to_string(round + 1));
      const DrscObjective objective(rows, step.embedding, sigma, run.directions, column);
      moved = ascend(objective, run.directions, column) || moved;
    }
    if (!moved) return run;
  }
}

RivalResult drsc(const RowMatrix& rows, Index clusters, const StageWatch& watch) {
  const ColMatrix start = principal_directions(rows, std::max<Index>(clusters - 1, 1));
  std::optional<DrscRun> best;
  std::string trouble;
  for (const double sigma : sigmas_tried) {
    DrscRun run = run_drsc(rows, start, clusters, sigma, watch);
    if (!run.clustering.usable())
      trouble = run.clustering.trouble;
    else if (!best || run.clustering.distortion < best->clustering.distortion)
      best = std::move(run);
  }
  if (!best) throw InvalidArgument("drsc found no usable sigma: " + trouble);
  return {std::move(best->clustering.labels), best->clustering.scale + " by least distortion",
          std::move(best->trace)};
}

}  // namespace scpp
