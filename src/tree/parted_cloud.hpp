#pragma once
// Rows with the parts they are in, and their halves: one teaches, the other is judged.
#include <optional>

#include "base/multiply.hpp"
#include "data/metric.hpp"
#include "data/units.hpp"
#include "graph/communities.hpp"

namespace scpp {

/// How much whitening trusts equal spread in all directions; which of these is for the data to say.
inline constexpr double most_shrunk = 0.9, least_shrunk = 0.1,
                        shrinkages[] = {0.5, most_shrunk, least_shrunk};

/// Rows and weights among which neighbours are sought.
struct Cloud {
  RowMatrix rows;
  Vector weights;
  RowMatrix scatter_inside;  ///< as in Scaled
  Vector stretch = {};       ///< what every column has been multiplied with, if anything
};

/// The units of a table as neighbours are sought among them. A column of which the others know nothing says
/// nothing of clusters, and rare values in it would part rows that belong together: columns are stretched by
/// what the others know of them. Where there are many columns, units are seen along leading components. Both
/// are the columns of `directions`.
struct SeenCloud {
  Cloud cloud;
  std::optional<RowMatrix> directions;
};
SeenCloud seen_cloud(const Scaled& scaled, const Units& units);

/// The cloud as its rows are along these directions.
Cloud along(const Cloud& cloud, const RowMatrix& directions);

/// The cloud in the columns' own units.
Cloud unstretched(Cloud cloud);

Cloud first_rows(const Cloud& cloud, Index count);

/// A cloud with the parts of its rows, 0 .. count - 1.
struct PartedCloud {
  Cloud cloud;
  Parts parts;
  Index count;
};

/// Of the parts, with what each row hides.
PartMoments moments_of(const Cloud& cloud, const Parts& parts, Index count);
PartMoments moments_of(const PartedCloud& parted);

/// Every other row, from the first (0) or the second (1) on.
Cloud half_of(const Cloud& cloud, Index first);
Parts every_second(const Parts& parts, Index first);

/// Rows after the linear map of a metric.
inline RowMatrix in_metric(const RowMatrix& rows, const RowMatrix& metric) {
  return multiply(view_of(rows), view_of(metric));
}

}  // namespace scpp
