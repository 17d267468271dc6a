#include "base/parallel.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>

namespace scpp {
namespace {

thread_local int thread_limit = 0;

int threads_for(Index blocks) {
  constexpr int most_threads = 1024;  // far beyond any use; libgomp aborts when it cannot start what it is asked for
  const int wanted = thread_limit > 0 ? std::min(thread_limit, most_threads) : omp_get_num_procs();
  return static_cast<int>(std::min<Index>(wanted, blocks));
}

}  // namespace

ScopedThreads::ScopedThreads(int threads) : before_(thread_limit) { thread_limit = threads; }
ScopedThreads::~ScopedThreads() { thread_limit = before_; }

void parallel_blocks(Index count, Index block, const std::function<void(Index, Index)>& body) {
  const Index blocks = (count + block - 1) / block;
  const int threads = threads_for(blocks);
  if (threads <= 1 || omp_in_parallel()) {
    for (Index begin = 0; begin < count; begin += block) body(begin, std::min(begin + block, count));
    return;
  }
  std::exception_ptr failure;
  std::atomic_flag failed = ATOMIC_FLAG_INIT;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (Index number = 0; number < blocks; ++number) {
    try {
      body(number * block, std::min((number + 1) * block, count));
    } catch (...) {
      if (!failed.test_and_set()) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace scpp
