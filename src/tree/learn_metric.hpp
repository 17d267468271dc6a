#pragma once
// Communities teach a metric in which communities are found again; and what the metric that a partition
// teaches says of that partition.
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "tree/parted_cloud.hpp"

namespace scpp {

/// Whom every row names, and the graph of that, in which partitions are found.
struct Neighbours {
  Neighbours(const RowMatrix& rows, const Vector& weights);

  NeighbourGraph named;
  Graph graph;
};

Graph neighbour_graph(const RowMatrix& rows, const Vector& weights);

/// Which sizes of clusters partitions are looked for with. Modularity at resolution 1 prefers clusters of
/// like size and cuts a large one rather than leave a small one; at the resolution that gives as many
/// communities as are wanted, clusters may be of any size.
enum class Sizes { alike, any };

/// Exactly `count` communities, with rows moved while modularity rises. `resolution` is where the search for
/// their number begins, and what was found.
Parts find_communities(const Graph& graph, Index count, Sizes sizes, double& resolution);

/// Which communities are found depends on the order in which nodes are visited: the ones of largest
/// modularity of four orders.
Parts best_communities(const Graph& graph, Index count, Sizes sizes, double resolution);

/// A cloud in two halves, of which one teaches and the other is judged, and where they are smaller than 750
/// rows the other way round, too; with the graphs of those that are judged before any metric, which every
/// partition asks.
struct HalvedCloud {
  HalvedCloud() = default;
  explicit HalvedCloud(const Cloud& cloud);

  std::array<Cloud, 2> half;
  std::vector<Graph> graph;
};

/// The rows that partitions are weighed up on, and all that is the same for every partition.
struct Teachers {
  explicit Teachers(Cloud some);

  Cloud cloud;
  std::shared_ptr<const Neighbours> neighbours;
  HalvedCloud halves;
};

/// Where a metric begins to be learnt.
struct Lesson {
  Parts parts;  ///< of the rows that teach
  Sizes sizes;
  double resolution;  ///< at which the modularity of halves is taken
  double found;       ///< at which there were as many communities before any metric
};

struct Taught {
  std::optional<RowMatrix> metric;  ///< nothing when no metric bettered the rows as they are
  Parts parts;                      ///< of the rows that taught it
  double found = 1;                 ///< resolution at which there were as many communities
  double value = 0;                 ///< modularity of one half in the metric that the other taught
  std::shared_ptr<const Neighbours> neighbours = {};  ///< of these rows in the metric, where they are known
};

/// Clusters teach a metric, in which communities are found, which teach the next one, for as long as rows
/// that did not teach it agree: the modularity of the halves in the metric that the other half taught must
/// rise.
Taught learn_metric(const Teachers& teachers, Index clusters, Lesson lesson);

/// The largest such modularity, over unit variance and shrinkages; the least one is not tried where the most
/// is better than the one between.
double cross_fitted_modularity(const HalvedCloud& halved, const Parts& parts, Index clusters,
                               double resolution);

/// By how much the modularity of the halves is larger in the metric that the other half taught, at this
/// shrinkage, than in unit variance.
double gain_of_metric(const PartedCloud& parted, double shrinkage);

}  // namespace scpp
