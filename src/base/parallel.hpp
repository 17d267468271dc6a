#pragma once
// Loops over blocks of fixed size. Blocks do not depend on the number of threads, so whatever a caller
// keeps per block and adds up in block order has the same bits for 1, 2 and more threads.
#include <functional>

#include "base/types.hpp"

namespace scpp {

/// Threads used by loops started from the current thread; 0 means all cores. Restored when it goes out of scope.
class ScopedThreads {
 public:
  explicit ScopedThreads(int threads);
  ~ScopedThreads();
  ScopedThreads(const ScopedThreads&) = delete;
  ScopedThreads& operator=(const ScopedThreads&) = delete;

 private:
  int before_;
};

/// How many a loop of many blocks would use that is started here and now: 1 inside another loop.
int threads_at_hand();

/// Calls body(begin, end) for [0, count) cut into blocks of `block`; block number is begin / block.
/// The first exception thrown by a body is rethrown here once all blocks have ended.
void parallel_blocks(Index count, Index block, const std::function<void(Index begin, Index end)>& body);

}  // namespace scpp
