#include "io/kinds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

// A stream of its own, so that parameters do not depend on how many rows are drawn; the others are in RowStreams.
constexpr std::uint64_t parameters_stream = 1;

struct Component {
  double weight = 0;
  std::vector<double> mean;
  std::vector<double> mix;  ///< square, row by row: a row is mean + mix * normal
};

/// Means lie `separation` apart in expectation. Half of each covariance is round, the other half random.
Component random_component(Index size, double separation, Random& random) {
  const double scale = separation / std::sqrt(2.0 * static_cast<double>(size));
  const double entry = std::sqrt(0.5 / static_cast<double>(size));
  Component component{0.5 + random.uniform(), std::vector<double>(size), std::vector<double>(size * size)};
  for (double& x : component.mean) x = scale * random.normal();
  for (double& x : component.mix) x = entry * random.normal();
  for (Index i = 0; i < size; ++i) component.mix[i * size + i] += std::sqrt(0.5);
  return component;
}

Index pick(const std::vector<Component>& components, Random& random) {
  double total = 0;
  for (const Component& component : components) total += component.weight;
  double at = random.uniform() * total;
  Index k = 0;
  while (k + 1 < std::ssize(components) && at >= components[k].weight) at -= components[k++].weight;
  return k;
}

void draw(const Component& component, double* row, Random& random) {
  const Index size = component.mean.size();
  std::vector<double> normal(size);
  for (double& x : normal) x = random.normal();
  for (Index i = 0; i < size; ++i) {
    row[i] = component.mean[i];
    for (Index j = 0; j < size; ++j) row[i] += component.mix[i * size + j] * normal[j];
  }
}

/// Informative columns for each split.
Index own_columns(const Canvas& canvas, Index splits) {
  if (canvas.informative >= splits) return canvas.informative / splits;
  throw InvalidArgument("scales needs a column for each of " + std::to_string(splits) +
                        " splits beside those of noise, but has " + std::to_string(canvas.informative));
}

/// Moves a row to its side of every split above its cluster and returns its width: half as much again for
/// each time that it is on the upper side. The split of clusters [low, high) has the number of its middle
/// cluster - 1.
double part(Index cluster, const GenerateOptions& options, Index own, double* row) {
  double width = 1;
  for (Index low = 0, high = options.clusters; high - low > 1;) {
    const Index middle = (low + high) / 2;
    const bool above = cluster >= middle;
    for (Index column = (middle - 1) * own; column < middle * own; ++column)
      row[column] += (above ? 0.5 : -0.5) * options.separation;
    (above ? low : high) = middle;
    if (above) width *= 1.5;
  }
  return width;
}

}  // namespace

void fill_gaussians(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  Random parameters(options.seed, parameters_stream);
  // Distances between clusters grow with the dimension as the width of a cluster does.
  const double separation = options.separation * std::sqrt(static_cast<double>(canvas.informative)) / 2;
  std::vector<Component> components;
  for (Index k = 0; k < options.clusters; ++k)
    components.push_back(random_component(canvas.informative, separation, parameters));
  for (Index row = 0; row < canvas.rows; ++row) {
    const Index k = pick(components, streams.rows);
    canvas.classes[row] = static_cast<std::int32_t>(k);
    draw(components[k], canvas.row(row), streams.rows);
  }
}

void fill_moons(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  if (canvas.informative < 2) throw InvalidArgument("moons needs two columns beside those of noise");
  Random& random = streams.rows;
  const double width = 1.0 / (2.0 * std::max(options.separation, 1e-3));
  for (Index row = 0; row < canvas.rows; ++row) {
    const bool second = (canvas.first_row + row) % 2 == 1;
    const double angle = std::numbers::pi * random.uniform();
    const double x = std::cos(angle), y = std::sin(angle);
    double* out = canvas.row(row);
    out[0] = (second ? 1.0 - x : x) + width * random.normal();
    out[1] = (second ? 0.5 - y : y) + width * random.normal();
    for (Index column = 2; column < canvas.informative; ++column) out[column] = random.normal();
    canvas.classes[row] = second;
  }
}

void fill_scales(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  const Index own = own_columns(canvas, std::max<Index>(1, options.clusters - 1));
  Random &random = streams.rows, &hidden = streams.factors;
  const Index following = canvas.informative + (canvas.columns - canvas.informative) / 7;
  for (Index row = 0; row < canvas.rows; ++row) {
    const Index cluster = (canvas.first_row + row) % options.clusters;
    double* out = canvas.row(row);
    for (Index column = 0; column < canvas.informative; ++column) out[column] = random.normal();
    const double factor = hidden.normal();
    for (Index column = canvas.informative; column < following; ++column)
      out[column] = 0.9 * factor + std::sqrt(1 - 0.9 * 0.9) * out[column];
    const double width = part(cluster, options, own, out);
    for (Index column = 0; column < canvas.columns; ++column) out[column] *= width;
    canvas.classes[row] = static_cast<std::int32_t>(cluster);
  }
}

void fill_outliers(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  fill_gaussians(canvas, options, streams);
  const auto count = static_cast<Index>(std::floor(options.outliers * static_cast<double>(options.rows)));
  for (Index row = 0; row < canvas.rows; ++row) {
    if (canvas.first_row + row + count < options.rows) continue;  // they are the last ones
    const double reach = 1.5 * std::max(options.separation, 2.0) * (1.0 + streams.factors.uniform());
    for (Index column = 0; column < canvas.informative; ++column)
      canvas.row(row)[column] = streams.factors.word() % 2 ? reach : -reach;
    canvas.classes[row] = static_cast<std::int32_t>(options.clusters);
  }
}

}  // namespace scpp
