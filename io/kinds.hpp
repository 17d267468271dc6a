#pragma once
// One function for each kind; they fill rows that generate() has laid out.
#include "base/random.hpp"
#include "io/generate.hpp"

namespace scpp {

/// The random streams that rows draw from; a block goes on where the one before it ended.
struct RowStreams {
  explicit RowStreams(std::uint64_t seed) : rows(seed, 2), factors(seed, 3), noise(seed, 4) {}
  Random rows, factors, noise;
};

/// Rows to fill: the first `informative` columns hold the clusters; the others are noise already.
struct Canvas {
  double* values;
  Index rows, columns, informative;
  std::int32_t* classes;
  Index first_row = 0;  ///< its number in the whole table

  double* row(Index index) const { return values + index * columns; }
};

/// A Gaussian mixture with random weights, means and covariances.
void fill_gaussians(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams);
/// Two interleaved half circles in the first two columns.
void fill_moons(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams);
/// Clusters of different width within clusters: they part two by two, each time in columns of its own. A
/// seventh of the noise columns follow one hidden factor, so that it is what varies most.
void fill_scales(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams);
/// A Gaussian mixture, with rows far from all clusters in every informative column.
void fill_outliers(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams);

}  // namespace scpp
