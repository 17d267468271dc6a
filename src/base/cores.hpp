#pragma once
// The cores that this process may use: those it may run on, within the CPU time that its container grants.
#include <string>

namespace scpp {

/// CPU seconds a second that the control groups of this process grant (cpu.max, or cpu.cfs_quota_us of
/// version 1), its own and those around it; infinity without a limit. Below `root` lie proc and sys.
double cpu_quota(const std::string& root);

/// At least 1, and a quota of one and a half cores keeps two threads busy most of the time.
int usable_cores(double quota);

/// Within the quota that the process began with.
int usable_cores();

}  // namespace scpp
