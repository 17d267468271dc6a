#include "micro/neighbours.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/isa.hpp"
#include "base/parallel.hpp"
#include "micro/distances.hpp"
#include "micro/float_groups.hpp"
#include "micro/nearest_so_far.hpp"

namespace scpp {
namespace {

using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The neighbours of 64 rows: every row of the table comes by, single precision says for which of the 64 it
/// may be one.
class GroupSearch {
 public:
  GroupSearch(const RowMatrix& rows, const FloatGroups& groups, Index begin, Index end, Index count)
      : rows_(rows),
        groups_(groups),
        begin_(begin),
        limits_(rows_of_a_group, -std::numeric_limits<float>::infinity()),
        nearest_(static_cast<std::size_t>(end - begin), NearestSoFar(count)) {
    std::fill_n(limits_.begin(), end - begin, FloatGroups::no_limit);
  }

  void meet(const FloatRows& in_float, const FarthestKernels& kernels) {
    const float* group = groups_.group(begin_ / rows_of_a_group);
    for (Index row = 0; row < rows_.rows(); ++row)
      offer(row, kernels.maybe_nearer(group, rows_.cols(), in_float.row(row).data(), limits_.data()));
  }

  void write(std::int32_t* to, Index count) {
    for (std::size_t i = 0; i < nearest_.size(); ++i)
      nearest_[i].write(to + (begin_ + static_cast<Index>(i)) * count);
  }

 private:
  void offer(Index row, std::uint64_t maybe) {
    for (; maybe; maybe &= maybe - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(maybe));
      const Index asking = begin_ + static_cast<Index>(at);
      if (asking == row) continue;
      const double squared = squared_distance(rows_.row(asking).data(), rows_.row(row).data(), rows_.cols());
      if (!(squared < nearest_[at].farthest())) continue;
      nearest_[at].offer(squared, static_cast<std::int32_t>(row));
      if (nearest_[at].full()) limits_[at] = groups_.limit_for(nearest_[at].farthest());
    }
  }

  const RowMatrix& rows_;
  const FloatGroups& groups_;
  Index begin_;
  AlignedVector<float> limits_;
  std::vector<NearestSoFar> nearest_;
};

}  // namespace

NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count) {
  NeighbourGraph graph;
  graph.count = std::min(count, rows.rows() - 1);
  if (graph.count < 1) return graph;
  graph.to.resize(static_cast<std::size_t>(rows.rows() * graph.count));
  const FloatGroups groups(rows);
  const FloatRows in_float = rows.cast<float>();
  const FarthestKernels& kernels = SCPP_PICK_KERNELS(farthest_kernels);
  parallel_blocks(rows.rows(), rows_of_a_group, [&](Index begin, Index end) {
    GroupSearch search(rows, groups, begin, end, graph.count);
    search.meet(in_float, kernels);
    search.write(graph.to.data(), graph.count);
  });
  return graph;
}

}  // namespace scpp
