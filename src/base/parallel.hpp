#pragma once
// Loops over blocks of fixed size. Blocks do not depend on the number of threads, so whatever a caller
// keeps per block and adds up in block order has the same bits for 1, 2 and more threads.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>

#include "base/types.hpp"
#include "scpp/observer.hpp"

namespace scpp {

/// Threads used by loops started from the current thread, and by loops inside of these; 0 means all cores
/// that this process may use. Restored when it goes out of scope.
class ScopedThreads {
 public:
  explicit ScopedThreads(int threads);
  ~ScopedThreads();
  ScopedThreads(const ScopedThreads&) = delete;
  ScopedThreads& operator=(const ScopedThreads&) = delete;

 private:
  int before_;
};

/// Bytes that this process may still map (ulimit -v); the largest number when there is no limit.
std::uint64_t address_space_left();

/// How many a loop of many blocks would use that is started here and now. Inside of another loop these are
/// the caller and those that have no block to work on.
int threads_at_hand();

/// Calls body(begin, end) for [0, count) cut into blocks of `block`; block number is begin / block. The
/// caller begins alone and wakes others once the time that blocks take tells that it is worth their while:
/// blocks are best of some ten to some hundred microseconds, however short or long the loop. After an
/// exception no further block begins. The one thrown here, when those that had begun have ended, is that of
/// the first block which failed: the same for any number of threads.
void parallel_blocks(Index count, Index block, const std::function<void(Index begin, Index end)>& body);

/// Rows of a good block for work that reads every value a few times: some 100,000 values, and a multiple of
/// 64 rows.
constexpr Index rows_of_a_block(Index columns) {
  constexpr Index values = Index{1} << 17, step = 64;
  return std::max(values / std::max<Index>(columns, 1) / step, Index{1}) * step;
}

/// body(0) .. body(count - 1), each of them long enough to wake a thread for it at once; otherwise as above.
void parallel_each(Index count, const std::function<void(Index)>& body);

/// For progress of work that several threads do at the same time. Lets only the thread speak that made this;
/// what is thrown there ends the work of all threads, at their next word.
class CallerOnly {
 public:
  template <class Speak>
  void operator()(const Speak& speak) {
    if (stopped_) throw Cancelled();
    if (std::this_thread::get_id() != caller_) return;
    try {
      speak();
    } catch (...) {
      thrown_ = std::current_exception();
      stopped_ = true;
      throw;
    }
  }

  /// The caller's own exception, not one with which another thread followed it.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> stopped_ = false;
  std::exception_ptr thrown_;
};

/// As parallel_each, for work that tells of its progress: of several threads only the caller's is heard.
void parallel_each(Index count, const Observer& watch,
                   const std::function<void(Index, const Observer&)>& body);

}  // namespace scpp
