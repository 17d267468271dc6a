#pragma once
// The best few of many candidates.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/types.hpp"

namespace scpp {

/// The nearest rows found so far, the farthest on top; of equal distances the earlier row is the nearer one.
class NearestSoFar {
 public:
  using Entry = std::pair<double, std::int32_t>;  // distance in any increasing measure, row

  explicit NearestSoFar(Index count) : count_(count) {}

  void offer(double distance, std::int32_t row) {
    if (full()) {
      if (!(Entry(distance, row) < heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    heap_.emplace_back(distance, row);
    std::push_heap(heap_.begin(), heap_.end());
  }
  bool full() const { return std::ssize(heap_) == count_; }
  double farthest() const { return full() ? heap_.front().first : std::numeric_limits<double>::infinity(); }
  void write(std::int32_t* to) {
    std::sort_heap(heap_.begin(), heap_.end());
    for (const auto& [distance, row] : heap_) *to++ = row;
  }

 private:
  Index count_;
  std::vector<Entry> heap_;
};

}  // namespace scpp
