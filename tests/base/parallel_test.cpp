// Blocks cover the range once, do not depend on threads, and hand exceptions back.
#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace scpp {
namespace {

TEST(Parallel, BlocksCoverTheRangeOnce) {
  for (const int threads : {1, 2, 5})
    for (const Index count : {0, 1, 7, 8, 9, 100}) {
      const ScopedThreads limited(threads);
      std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
      parallel_blocks(count, 8, [&](Index begin, Index end) {
        EXPECT_EQ(begin % 8, 0);
        EXPECT_LE(end - begin, 8);
        for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
      });
      for (const auto& visit : visits) EXPECT_EQ(visit, 1);
    }
}

TEST(Parallel, AnExceptionComesBack) {
  for (const int threads : {1, 2, 5}) {
    const ScopedThreads limited(threads);
    EXPECT_THROW(parallel_blocks(100, 1,
                                 [](Index begin, Index) {
                                   if (begin == 63) throw std::out_of_range("here");
                                 }),
                 std::out_of_range);
  }
}

TEST(Parallel, LoopsInsideLoopsRun) {
  const ScopedThreads several(2);
  std::atomic<int> visits = 0;
  parallel_blocks(10, 1, [&](Index, Index) { parallel_blocks(10, 1, [&](Index, Index) { ++visits; }); });
  EXPECT_EQ(visits, 100);
}

}  // namespace
}  // namespace scpp
