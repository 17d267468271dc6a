#include "split/pursuit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "micro/kmeans.hpp"
#include "optim/minimise.hpp"

namespace scpp {

// ---- the scale of the kernel

Index intrinsic_dimension(const Vector& eigenvalues) {
  const Index count = (eigenvalues.array() >= 1).count();
  return std::clamp<Index>(count, 1, std::min<Index>(most_kaiser_components, eigenvalues.size()));
}

double bandwidth(const Vector& eigenvalues, double rows, const PursuitOptions& options) {
  if (options.sigma > 0) return options.sigma;
  const Index d_star = intrinsic_dimension(eigenvalues);
  const double mean_eigenvalue = eigenvalues.head(d_star).mean();
  // sigma = sqrt(mean eigenvalue) (4 / (3 N))^(1 / (4 + d*))
  return options.sigma_scale * std::sqrt(mean_eigenvalue) *
         std::pow(4.0 / (3.0 * rows), 1.0 / (4.0 + static_cast<double>(d_star)));
}

// ---- sides

namespace {

constexpr int most_kmeans_steps = 100;  // a few hundred points in a few dimensions: it settles long before

/// U_j = (u1_j, ..., uK_j) / sqrt(n_j), then scaled to length 1. The factor 1 / sqrt(n_j) falls out of the
/// normalisation, but is kept as the paper writes it.
RowMatrix normalised_rows(const SpectralState& state, const Vector& weights, Index parts) {
  const Index m = weights.size();
  RowMatrix u(m, parts);
  u.col(0) = state.laplacian().null_vector().head(m);
  for (Index i = 1; i < parts; ++i) u.col(i) = state.pair(i - 1).vector.head(m);
  u.array().colwise() /= weights.array().sqrt();
  u.rowwise().normalize();
  return u;
}

/// The mean of each side along (1, 1/2, 1/3, ...), a direction that no symmetry of ordinary data is likely to
/// have.
Vector places(const KMeans& found, const Vector& weights, const RowMatrix& centres) {
  const Vector direction =
      Vector::LinSpaced(centres.cols(), 1, static_cast<double>(centres.cols())).cwiseInverse();
  Vector place = Vector::Zero(found.weights.size());
  for (Index j = 0; j < centres.rows(); ++j)
    place[found.membership[j]] += weights[j] * centres.row(j).dot(direction);
  return place.cwiseQuotient(found.weights);
}

}  // namespace

Partition partition(const SpectralState& state, const Vector& weights, const RowMatrix& centres,
                    Index parts) {
  parts = std::min(parts, state.pairs() + 1);
  const RowMatrix rows = normalised_rows(state, weights, parts);
  const std::vector<Index> seeds = farthest_first(rows, mean_of(rows, weights), parts).chosen;
  const KMeans found = kmeans(rows, weights, rows(seeds, Eigen::all), most_kmeans_steps);
  const Vector place = places(found, weights, centres);

  std::vector<std::int32_t> order(found.weights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return found.weights[a] != found.weights[b] ? found.weights[a] > found.weights[b] : place[a] < place[b];
  });
  Partition result;
  std::vector<std::int32_t> rank(order.size());
  for (Index i = 0; i < std::ssize(order); ++i) {
    rank[order[i]] = static_cast<std::int32_t>(i);
    result.weights.push_back(found.weights[order[i]]);
  }
  for (const auto cluster : found.membership) result.side.push_back(rank[cluster]);
  return result;
}

// ---- the search

namespace {

MinimiseOptions minimise_options(const PursuitOptions& pursuit) {
  MinimiseOptions options;
  options.tolerance = pursuit.tolerance;
  options.descent.max_steps = pursuit.max_steps;
  options.descent.gradient_tolerance = pursuit.tolerance;
  // Three steps in a row that each gain less than a thousandth of the value: the sides are settled long
  // before (docs/method.md has the measurement).
  options.descent.decrease_tolerance = 1e-3;
  return options;
}

ObjectiveOptions objective_options(const PursuitOptions& pursuit, double sigma, double beta, Index dimensions,
                                   const SplitTask& task) {
  // On the way lambda_2 and its slope are known to 3e-6 lambda_2 / gap, relatively: far within what the line
  // search (1e-4 of the slope) and the stopping rule (1e-3 of the value) look at. What is reported is solved
  // for exactly.
  constexpr double share_on_the_way = 3e-6;
  const bool margin = task.method == Method::margin;
  return {{pursuit.laplacian, pursuit.kernel, sigma, beta, pursuit.delta, margin ? 0.0 : share_on_the_way},
          pursuit.parametrisation,
          dimensions,
          pursuit.omega,
          task.parts - 1,
          margin};
}

/// One beta (and one sigma): minimise, partition, judge.
class Attempt {
 public:
  Attempt(const PreparedNode& node, const SplitOptions& options, const SplitTask& task, double sigma,
          double beta, Index dimensions)
      : node_(node),
        options_(options),
        task_(task),
        sigma_(sigma),
        beta_(beta),
        objective_(node.data, objective_options(options.pursuit, sigma, beta, dimensions, task)) {}

  /// nullopt when the partition is unbalanced.
  std::optional<Candidate> run(const ColMatrix& start, Index evaluations_before) {
    const Vector theta = parameters_of(options_.pursuit.parametrisation, start);
    if (!balanced_at(theta)) return std::nullopt;
    const auto after_step = [&](const Sample& at, Index) {
      if (task_.watch) task_.watch(beta_, at.value, evaluations_before + objective_.evaluations());
      return balanced_at(at.x);
    };
    const Minimum found = minimise(objective_, theta, minimise_options(options_.pursuit),
                                   Random(task_.seed, static_cast<std::uint64_t>(task_.node)), after_step);
    if (found.stop == StopReason::stopped_by_caller) return std::nullopt;
    return judged(found);
  }

  Index evaluations() const { return objective_.evaluations(); }

 private:
  /// The cheap test while descending: signs of the second eigenvector. It says nothing about more than two
  /// parts.
  bool balanced_at(const Vector& theta) {
    return task_.parts > 2 || objective_.state_at(theta).smaller_side() >= task_.least_side;
  }

  std::optional<Candidate> judged(const Minimum& found) {
    objective_.smooth_at(found.best.x);  // makes sure that the next eigenvalue is there to report
    const SpectralState& state = objective_.state_at(found.best.x);
    Candidate candidate;
    candidate.sides = partition(state, node_.data.weights, node_.microclusters.centres, task_.parts);
    if (std::ssize(candidate.sides.weights) < task_.parts || candidate.sides.smallest() < task_.least_side)
      return std::nullopt;
    candidate.directions = state.directions();
    candidate.sigma = sigma_;
    candidate.beta = beta_;
    candidate.value = found.best.value;
    for (Index i = 0; i + 1 < task_.parts; ++i) candidate.lambda += state.pair(i).value;
    candidate.next_lambda =
        state.pairs() >= task_.parts ? state.pair(task_.parts - 1).value : candidate.lambda;
    candidate.spread = state.spread();
    candidate.stop = found.stop;
    candidate.stop_sentence = found.describe();
    for (Index step = 0; step < std::ssize(found.trace); ++step)
      candidate.trace.push_back({beta_, found.trace[step], static_cast<int>(step)});
    return candidate;
  }

  const PreparedNode& node_;
  const SplitOptions& options_;
  const SplitTask& task_;
  double sigma_, beta_;
  SpectralObjective objective_;
};

/// Largest angle, in radians, between a direction and its successor (up to sign).
double turned(const ColMatrix& before, const ColMatrix& after) {
  double largest = 0;
  for (Index i = 0; i < before.cols(); ++i)
    largest = std::max(largest, std::acos(std::min(1.0, std::abs(before.col(i).dot(after.col(i))))));
  return largest;
}

/// Is lambda_2 above its rounding error? Its eigenvector is off by e = m eps / lambda_3, which adds e^2
/// lambda_3; the factor leaves two digits.
bool is_resolved(const Candidate& candidate) {
  const double rounding =
      static_cast<double>(candidate.sides.side.size()) * std::numeric_limits<double>::epsilon();
  return candidate.lambda * candidate.next_lambda > 100 * rounding * rounding;
}

/// Section 4: as sigma goes to 0 the best projection tends to the normal of the largest margin. Goes on from
/// the projection found with smaller and smaller sigma until it settles, the balance is lost, or lambda_2
/// drowns in rounding errors: what is found there is no better than noise and is not taken.
void sharpen(Pursuit& pursuit, const PreparedNode& node, const SplitOptions& options, const SplitTask& task) {
  constexpr double shrink = 0.8, settled = 1e-4;
  for (int settled_steps = 0; settled_steps < 2;) {
    const Candidate& now = *pursuit.candidate;
    Attempt attempt(node, options, task, shrink * now.sigma, now.beta, now.directions.cols());
    std::optional<Candidate> next = attempt.run(now.directions, pursuit.evaluations);
    pursuit.evaluations += attempt.evaluations();
    if (!next || !is_resolved(*next)) return;
    settled_steps = turned(now.directions, next->directions) < settled ? settled_steps + 1 : 0;
    next->trace.insert(next->trace.begin(), now.trace.begin(), now.trace.end());
    pursuit.candidate = std::move(next);
  }
}

Pursuit through_schedule(const PreparedNode& node, double sigma, const Start& start,
                         const SplitOptions& options, const SplitTask& task) {
  Pursuit result;
  constexpr double rounding = 1e-9;  // so that 5 - 0.2 k meets 0.5 in spite of rounding
  for (int k = 0; !result.candidate; ++k) {
    const double beta = start.beta_max - k * options.beta_step;
    if (beta < options.beta_min - rounding) break;
    Attempt attempt(node, options, task, sigma, beta, start.directions.cols());
    result.candidate = attempt.run(start.directions, result.evaluations);
    result.evaluations += attempt.evaluations();
  }
  return result;
}

}  // namespace

Pursuit pursue(const PreparedNode& node, const Start& start, const SplitOptions& options,
               const SplitTask& task) {
  const double sigma = bandwidth(node.principal.values, node.rows, options.pursuit);
  Pursuit result = through_schedule(node, sigma, start, options, task);
  if (result.candidate && task.method == Method::margin) sharpen(result, node, options, task);
  return result;
}

}  // namespace scpp
