#pragma once
// Clusters of which the means are all there is to know.
#include <optional>

#include "tree/parted_cloud.hpp"

namespace scpp {

/// Where columns do not depend on each other within clusters, overlapping clusters are told apart better by
/// their means than by neighbours: k-means, begun at these parts and by lot. Nothing where columns depend on
/// each other, or where the parts, of this separation, hold apart as well as they are.
std::optional<Parts> parts_by_means(const PartedCloud& parted, double separation);

/// K-means from the parts of the first rows on, for all of them; nothing where fewer parts are left.
std::optional<Parts> parts_by_means(const Cloud& cloud, const Parts& of_first, Index count);

/// The means of clusters that overlap, by k-means begun by lot. Nothing unless they do, columns do not depend
/// on each other within them and two starts end alike.
std::optional<RowMatrix> overlapping_means(const Cloud& cloud, Index count);

}  // namespace scpp
