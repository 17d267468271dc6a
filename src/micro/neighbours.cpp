#include "micro/neighbours.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 64;
constexpr Index column_block = 2048;  // products of 64 x 2048 stay in the second-level cache

/// The nearest rows found so far, as (half squared distance less |x|^2 / 2, row), the farthest on top.
class NearestSoFar {
 public:
  explicit NearestSoFar(Index count) : count_(static_cast<std::size_t>(count)) {}

  void offer(double distance, std::int32_t row) {
    if (heap_.size() == count_) {
      if (!(distance < heap_.front().first)) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    heap_.emplace_back(distance, row);
    std::push_heap(heap_.begin(), heap_.end());
  }
  double farthest() const {
    return heap_.size() == count_ ? heap_.front().first : std::numeric_limits<double>::infinity();
  }
  void write(std::int32_t* to) {
    std::sort_heap(heap_.begin(), heap_.end());
    for (const auto& [distance, row] : heap_) *to++ = row;
  }

 private:
  std::size_t count_;
  std::vector<std::pair<double, std::int32_t>> heap_;
};

}  // namespace

NeighbourGraph nearest_neighbours(const RowMatrix& rows, Index count) {
  const Index n = rows.rows();
  NeighbourGraph graph;
  graph.count = std::min(count, n - 1);
  if (graph.count < 1) return graph;
  graph.to.resize(static_cast<std::size_t>(n * graph.count));
  const PackedRight packed(view_of(rows).transposed());
  const Vector half_square = rows.rowwise().squaredNorm() / 2;
  parallel_blocks(n, row_block, [&](Index begin, Index end) {
    std::vector<double> products(static_cast<std::size_t>((end - begin) * column_block));
    std::vector<NearestSoFar> nearest(static_cast<std::size_t>(end - begin), NearestSoFar(graph.count));
    for (Index first = 0; first < n; first += column_block) {
      const Index width = std::min(column_block, n - first);
      packed.multiply_columns(view_of(rows), begin, end, first, first + width, products.data(), column_block);
      for (Index i = begin; i < end; ++i) {
        NearestSoFar& found = nearest[static_cast<std::size_t>(i - begin)];
        const double* product = products.data() + (i - begin) * column_block;
        for (Index j = 0; j < width; ++j) {
          const double distance = half_square[first + j] - product[j];
          if (distance < found.farthest() && first + j != i) found.offer(distance, static_cast<std::int32_t>(first + j));
        }
      }
    }
    for (Index i = begin; i < end; ++i)
      nearest[static_cast<std::size_t>(i - begin)].write(graph.to.data() + i * graph.count);
  });
  return graph;
}

}  // namespace scpp
