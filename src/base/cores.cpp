#include "base/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>

namespace scpp {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Version 2 writes "150000 100000" or "max 100000" into one file; version 1 has a file for each number, and
/// -1 for no limit.
double quota_of(const std::filesystem::path& group) {
  double quota = 0, period = 0;
  if (std::ifstream both(group / "cpu.max"); both) {
    both >> quota >> period;
  } else {
    std::ifstream(group / "cpu.cfs_quota_us") >> quota;
    std::ifstream(group / "cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : unlimited;
}

/// What a group is granted it shares with the groups inside it.
double least_quota(const std::filesystem::path& mounted, std::filesystem::path group) {
  double least = quota_of(mounted);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    least = std::min(least, quota_of(mounted / group));
  return least;
}

double allowed_cores() {
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  return 1;
#else
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::thread::hardware_concurrency();  // more cores than the set has places for
#endif
}

}  // namespace

double cpu_quota(const std::string& root) {
  const std::filesystem::path mounts = root + "/sys/fs/cgroup";
  std::ifstream groups(root + "/proc/self/cgroup");
  double least = unlimited;
  for (std::string line; std::getline(groups, line);) {  // number:controllers:group, version 2 names none
    std::istringstream parts(line);
    std::string number, controllers, group;
    std::getline(parts, number, ':');
    std::getline(parts, controllers, ':');
    std::getline(parts, group);
    if (controllers.empty() || ("," + controllers + ",").find(",cpu,") != std::string::npos)
      least = std::min(least, least_quota(mounts / controllers, group));
  }
  return least;
}

int usable_cores(double quota) {
  return std::max(1, static_cast<int>(std::min(std::ceil(quota), allowed_cores())));
}

int usable_cores() {
  static const double quota = cpu_quota("");
  return usable_cores(quota);
}

}  // namespace scpp
