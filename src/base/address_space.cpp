#include "base/address_space.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <limits>

namespace scpp {

std::uint64_t address_space_left() {
  struct rlimit space {};
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t taken = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return space.rlim_cur > taken ? space.rlim_cur - taken : 0;
}

}  // namespace scpp
