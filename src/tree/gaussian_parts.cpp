#include "tree/gaussian_parts.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr double shrinkage = 0.1;   // of the covariance that gives the discriminants
constexpr Index most_axes = 50;     // of these, the best
constexpr double rows_of_all = 10;  // a part's own covariance counts its rows against columns and these
constexpr double ridge = 1e-6;      // of the mean variance
constexpr int most_steps = 5;
constexpr double significant = 3;  // standard errors

/// Is the graph sure that the first partition is the better one? Modularity is a sum over rows, so the two
/// are compared by the paired differences of its terms.
bool objects(const Vector& before, const Vector& after) {
  const Vector lost = before - after;
  const double rows = static_cast<double>(lost.size()), mean = lost.mean();
  const double deviation = std::sqrt(std::max(0.0, lost.squaredNorm() / rows - mean * mean));
  return mean * std::sqrt(rows) > significant * deviation;
}

/// ln of share times density, up to what all parts have in common, of every row.
Vector log_likelihood(const RowMatrix& rows, const Eigen::RowVectorXd& mean, const ColMatrix& covariance,
                      double share) {
  const Eigen::LLT<ColMatrix> factor(covariance);
  const ColMatrix solved = factor.matrixL().solve((rows.rowwise() - mean).transpose());
  const double log_root = ColMatrix(factor.matrixL()).diagonal().array().log().sum();
  return (std::log(share) - log_root - 0.5 * solved.colwise().squaredNorm().array()).matrix().transpose();
}

/// Every row to the likeliest of the Gaussians of `parts`; nothing when a part is left with less than a tenth
/// of what it began with: then it is no border that moves.
std::optional<Parts> likeliest(const PartedCloud& parted, const Parts& parts) {
  const Cloud& cloud = parted.cloud;
  const Index count = parted.count;
  const PartMoments moments = moments_of({cloud, parts, count});
  const double d = static_cast<double>(cloud.rows.cols());
  std::vector<std::vector<Index>> members(count);
  for (Index i = 0; i < std::ssize(parts); ++i) members[parts[i]].push_back(i);
  std::vector<Vector> value(count);
  parallel_each(count, [&](Index part) {
    RowMatrix own = cloud.rows(members[part], Eigen::all).rowwise() - moments.means.row(part);
    for (Index i = 0; i < own.rows(); ++i) own.row(i) *= std::sqrt(cloud.weights[members[part][i]]);
    const double known = static_cast<double>(own.rows());
    const double trust = known / (known + d + rows_of_all);
    ColMatrix covariance =
        trust * (own.transpose() * own) / moments.weights[part] + (1 - trust) * moments.within;
    if (cloud.scatter_inside.size()) covariance += trust * cloud.scatter_inside;
    covariance.diagonal().array() += ridge * moments.within.trace() / d;
    value[part] = log_likelihood(cloud.rows, moments.means.row(part), covariance,
                                 moments.weights[part] / moments.weights.sum());
  });
  Parts result(parts.size(), 0);
  for (Index i = 0; i < std::ssize(parts); ++i) {
    double best = -std::numeric_limits<double>::infinity();
    for (std::int32_t part = 0; part < count; ++part)
      if (value[part][i] > best) {
        best = value[part][i];
        result[i] = part;
      }
  }
  Vector left = Vector::Zero(count), first = Vector::Zero(count);
  for (Index i = 0; i < std::ssize(parts); ++i) {
    first[parted.parts[i]] += cloud.weights[i];
    left[result[i]] += cloud.weights[i];
  }
  if ((left.array() < first.array() / 10).any()) return std::nullopt;
  return result;
}

/// The cloud seen along the discriminants of its parts.
PartedCloud along_discriminants(const PartedCloud& parted) {
  const auto& [cloud, parts, count] = parted;
  const Discriminants found = discriminants(moments_of(parted), shrinkage);
  const RowMatrix axes = found.directions.leftCols(std::min(most_axes, found.directions.cols()));
  return {along(cloud, axes), parts, count};
}

}  // namespace

Parts moved_to_gaussians(const PartedCloud& parted, const Graph& graph, double resolution) {
  const PartedCloud seen = along_discriminants(parted);
  Parts parts = parted.parts;
  if (seen.cloud.rows.cols() == 0) return parts;
  const Vector before = modularity_of_rows(graph, parts, parted.count, resolution);
  for (int step = 0; step < most_steps; ++step) {
    std::optional<Parts> next = likeliest(seen, parts);
    if (!next || *next == parts) break;
    if (objects(before, modularity_of_rows(graph, *next, parted.count, resolution))) break;
    parts = *std::move(next);
  }
  return parts;
}

}  // namespace scpp
