#include "base/isa.hpp"

#include <algorithm>
#include <atomic>

namespace scpp {
namespace {

Isa best_of_this_cpu() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return Isa::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Isa::avx2;
#endif
  return Isa::baseline;
}

std::atomic<Isa> cap{Isa::avx512};

}  // namespace

Isa current_isa() {
  static const Isa best = best_of_this_cpu();
  return std::min(best, cap.load(std::memory_order_relaxed));
}

ScopedIsa::ScopedIsa(Isa limit) : before_(cap.exchange(limit)) {}
ScopedIsa::~ScopedIsa() { cap.store(before_); }

}  // namespace scpp
