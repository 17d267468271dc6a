// What reading may take: memory within a budget, and scratch files where that is too little.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <system_error>

#include "base/parallel.hpp"
#include "io/bytes.hpp"

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
  return ::sysconf(_SC_PHYS_PAGES) * ::sysconf(_SC_PAGESIZE);
}

/// A container sees the whole machine as available; its own limit is written here, as a number or "max".
std::size_t control_group_limit() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::size_t bytes = 0;
  return file >> bytes ? bytes : unlimited;
}

/// Bytes this process may still take: what the system calls available, within the limits of its control group
/// and of its address space.
std::size_t available_memory() {
  return std::min({system_available(), control_group_limit(), std::size_t{address_space_left()}});
}

std::string usual_folder() {
  const char* chosen = std::getenv("TMPDIR");
  return chosen && *chosen ? chosen : "/var/tmp";
}

}  // namespace

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

ScratchFile::ScratchFile(std::string folder) : folder_(folder.empty() ? usual_folder() : std::move(folder)) {
  descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return;
  // Not every file system makes files without a name: then it has one for a moment.
  std::string name = folder_ + "/scpp-XXXXXX";
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  ::unlink(name.c_str());
}

ScratchFile::~ScratchFile() { ::close(descriptor_); }

void ScratchFile::append(const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::pwrite(descriptor_, from, count, size_);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    from += written;
    size_ += written;
    count -= written;
  }
}

void ScratchFile::read(std::uint64_t offset, void* bytes, std::size_t count) const {
  char* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, to, count, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(got < 0 ? errno : EIO);
    to += got;
    offset += got;
    count -= got;
  }
}

void ScratchFile::fail(int error_number) const {
  throw FileError("cannot use a scratch file in " + folder_ + ": " +
                  std::generic_category().message(error_number) + "; TMPDIR names another folder");
}

}  // namespace scpp
