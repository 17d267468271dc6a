// As many cores as the process may run on, within the quota of its control groups.
#include "base/cores.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <thread>

#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The quota where /proc and /sys hold these files.
double quota_with(const std::map<std::string, std::string>& files) {
  const std::filesystem::path root =
      std::filesystem::path(testing::TempDir()) / ("scpp_cores_" + std::to_string(::getpid()));
  std::filesystem::remove_all(root);
  for (const auto& [name, content] : files) {
    std::filesystem::create_directories((root / name).parent_path());
    std::ofstream(root / name) << content << '\n';
  }
  const double quota = cpu_quota(root.string());
  std::filesystem::remove_all(root);
  return quota;
}

TEST(Cores, WithoutControlGroupsThereIsNoQuota) { EXPECT_EQ(quota_with({}), unlimited); }

TEST(Cores, VersionTwo) {
  const std::string groups = "proc/self/cgroup", mounted = "sys/fs/cgroup/";
  EXPECT_EQ(quota_with({{groups, "0::/"}, {mounted + "cpu.max", "100000 100000"}}), 1);
  EXPECT_EQ(quota_with({{groups, "0::/"}, {mounted + "cpu.max", "50000 100000"}}), 0.5);
  EXPECT_EQ(quota_with({{groups, "0::/"}, {mounted + "cpu.max", "max 100000"}}), unlimited);
  EXPECT_EQ(quota_with({{groups, "0::/a/b"}, {mounted + "a/b/cpu.max", "300000 200000"}}), 1.5);
}

TEST(Cores, VersionOne) {
  const std::string groups = "proc/self/cgroup", mounted = "sys/fs/cgroup/cpu,cpuacct/";
  const std::string lines = "5:cpuset:/c\n4:cpu,cpuacct:/a\n1:name=systemd:/a\n0::/";
  EXPECT_EQ(quota_with({{groups, lines},
                        {mounted + "a/cpu.cfs_quota_us", "200000"},
                        {mounted + "a/cpu.cfs_period_us", "100000"},
                        {"sys/fs/cgroup/cpuset/c/cpu.max", "100000 100000"}}),
            2);
  EXPECT_EQ(quota_with({{groups, lines},
                        {mounted + "a/cpu.cfs_quota_us", "-1"},
                        {mounted + "a/cpu.cfs_period_us", "100000"}}),
            unlimited);
}

/// A container may see its own group as the root of the mounted tree, under the name it has outside.
TEST(Cores, TheLeastQuotaOfAllGroupsAroundCounts) {
  const std::string groups = "proc/self/cgroup", mounted = "sys/fs/cgroup/";
  EXPECT_EQ(quota_with({{groups, "0::/a/b"},
                        {mounted + "cpu.max", "max 100000"},
                        {mounted + "a/cpu.max", "200000 100000"},
                        {mounted + "a/b/cpu.max", "400000 100000"}}),
            2);
  EXPECT_EQ(quota_with({{groups, "0::/outside/name"}, {mounted + "cpu.max", "300000 100000"}}), 3);
}

TEST(Cores, AQuotaIsRoundedUpAndLeavesOne) {
  const int all = usable_cores(unlimited);
  EXPECT_GE(all, 1);
  EXPECT_EQ(usable_cores(0.2), 1);
  EXPECT_EQ(usable_cores(1), 1);
  EXPECT_EQ(usable_cores(1.5), std::min(2, all));
  EXPECT_EQ(usable_cores(1e9), all);
}

TEST(Cores, AThreadThatMayUseOneCoreHasOne) {
  std::thread([] {
    cpu_set_t allowed;
    ASSERT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(usable_cores(unlimited), 1);
    EXPECT_EQ(threads_at_hand(), 1);
    const ScopedThreads every_core(0);
    EXPECT_EQ(threads_at_hand(), 1);
  }).join();
}

}  // namespace
}  // namespace scpp
