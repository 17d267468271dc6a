#include "io/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>

#include "base/address_space.hpp"

namespace scpp {
namespace {

const std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t system_available() {
  std::ifstream info("/proc/meminfo");
  std::string key;
  std::size_t kilobytes = 0;
  while (info >> key >> kilobytes) {
    if (key == "MemAvailable:") return kilobytes * 1024;
    info.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return (::sysconf(_SC_PHYS_PAGES)) *
         (::sysconf(_SC_PAGESIZE));
}

/// A container sees the whole machine as available; its own limit is written here, as a number or "max".
std::size_t control_group_limit() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::size_t bytes = 0;
  return file >> bytes ? bytes : unlimited;
}

}  // namespace

std::size_t available_memory() {
  return std::min({system_available(), control_group_limit(), std::size_t{address_space_left()}});
}

std::string bytes_in_words(double bytes) {
  const std::array<const char*, 7> units = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text.data();
}

std::size_t saturating_product(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? unlimited : product;
}

MemoryBudget::MemoryBudget(std::string path, std::size_t limit)
    : path_(std::move(path)), limit_(limit ? limit : available_memory()) {}

void MemoryBudget::require(std::size_t count, std::size_t size) const {
  if (size != 0 && count > limit_ / size) refuse(static_cast<double>(count) * static_cast<double>(size));
}

void MemoryBudget::refuse_for_the_system(double bytes) const {
  throw FileError(path_ + " needs " + bytes_in_words(bytes) + " of memory, which the system does not give");
}

void MemoryBudget::refuse(double bytes) const {
  throw FileError(path_ + " needs " + bytes_in_words(bytes) + " of memory, more than the " +
                  bytes_in_words(static_cast<double>(limit_)) + " it may take");
}

}  // namespace scpp
