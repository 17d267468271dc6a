#include "base/parallel.hpp"

#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <exception>
#include <fstream>
#include <limits>

namespace scpp {
namespace {

thread_local int thread_limit = 0;

/// libgomp ends the process when it cannot start what it is asked for. So no more threads are asked for than
/// the address space (ulimit -v) has room for their stacks and heaps.
int threads_with_room() {
  constexpr int most_threads = 1024;  // far beyond any use
  constexpr std::uint64_t for_one = std::uint64_t{128} << 20;
  const std::uint64_t room = address_space_left() / for_one;
  return static_cast<int>(std::clamp<std::uint64_t>(room, 1, most_threads));
}

}  // namespace

std::uint64_t address_space_left() {
  struct rlimit space {};
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t taken = pages * ::sysconf(_SC_PAGESIZE);
  return space.rlim_cur > taken ? space.rlim_cur - taken : 0;
}

int threads_at_hand() {
  static const int most = threads_with_room();
  if (omp_in_parallel()) return 1;
  return std::min(thread_limit > 0 ? thread_limit : omp_get_num_procs(), most);
}

ScopedThreads::ScopedThreads(int threads) : before_(thread_limit) { thread_limit = threads; }
ScopedThreads::~ScopedThreads() { thread_limit = before_; }

void parallel_blocks(Index count, Index block, const std::function<void(Index, Index)>& body) {
  assert(count >= 0 && block > 0);
  const Index blocks = (count + block - 1) / block;
  const int threads = static_cast<int>(std::min<Index>(threads_at_hand(), blocks));
  if (threads <= 1) {
    for (Index begin = 0; begin < count; begin += block) body(begin, std::min(begin + block, count));
    return;
  }
  std::exception_ptr failure;
  std::atomic_flag failed = ATOMIC_FLAG_INIT;
  // OpenMP itself orders what stands before, in and after the loop. The thread sanitizer cannot see into its
  // runtime; these two counters tell it the same.
  std::atomic<int> begun = 0, ended = 0;
  begun.store(1, std::memory_order_release);
#if defined(__SANITIZE_THREAD__)  // every thread gets blocks, however late it starts: no race is missed
#pragma omp parallel for schedule(static, 1) num_threads(threads)
#else
#pragma omp parallel for schedule(dynamic) num_threads(threads)
#endif
  for (Index number = 0; number < blocks; ++number) {
    begun.load(std::memory_order_acquire);
    try {
      body(number * block, std::min((number + 1) * block, count));
    } catch (...) {
      if (!failed.test_and_set()) failure = std::current_exception();
    }
    ended.fetch_add(1, std::memory_order_release);
  }
  ended.load(std::memory_order_acquire);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace scpp
