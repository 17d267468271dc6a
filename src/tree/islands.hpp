#pragma once
// Clusters so rare that neither communities nor projections of all rows see them.
#include "tree/parted_cloud.hpp"

namespace scpp {

/// An island is a group of rows that are one another's nearest, inside of a larger part, with a gap around
/// it. Modularity prefers parts of like size: where it overlooks an island, it has one part to spend, and
/// cuts through a cloud. While there are two parts without a valley between them, they are joined, and the
/// island with the widest gap becomes a part in their place, if there is a clear valley around it. `rows` are
/// the rows in the metric, `near` their neighbours there.
Parts with_islands(PartedCloud parted, const RowMatrix& rows, const NeighbourGraph& near);

}  // namespace scpp
