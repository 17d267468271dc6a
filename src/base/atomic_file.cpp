#include "scpp/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

/// A link is followed, so that the file behind it is replaced and not the link.
std::string behind_links(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  return real ? std::string(real.get()) : path;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// The new name survives a power cut only once its folder is on disk. Some file systems refuse to sync a
/// folder; the file itself is safe by then, so that is no failure.
void sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

/// What this process has not finished of `target` begins with this; the number of the attempt follows.
std::string unfinished_prefix(const std::string& target) {
  return target + ".unfinished-" + std::to_string(::getpid()) + "-";
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw InvalidArgument("the name of the file to write is empty");
  if (path_ == "-") {
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  struct stat existing {};
  const bool exists = ::stat(path_.c_str(), &existing) == 0;
  if (exists && !S_ISREG(existing.st_mode)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (exists && ::faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
  // From its first moment no more people can open it than the file it replaces.
  create_beside(behind_links(path_), exists ? existing.st_mode & 0666 : 0666);
  if (exists) ::fchmod(descriptor_, existing.st_mode & 07777);
}

void AtomicFile::create_beside(const std::string& target, unsigned mode) {
  const int most_attempts = 1000;  // names left over from killed processes with our number
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const std::string candidate = unfinished_prefix(target) + std::to_string(attempt);
    descriptor_ = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor_ >= 0) {
      target_ = target;
      unfinished_ = candidate;
      return;
    }
    if (errno != EEXIST) fail(errno);
  }
  fail(EEXIST);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(written);
  }
}

void AtomicFile::commit() {
  if (unfinished_.empty()) return close_descriptor();
  if (::fsync(descriptor_) != 0) fail(errno);
  close_descriptor();
  if (::rename(unfinished_.c_str(), target_.c_str()) != 0) fail(errno);
  unfinished_.clear();
  sync_folder(folder_of(target_));
}

void AtomicFile::close_descriptor() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) fail(errno);
}

void AtomicFile::fail(int error_number) const {
  const std::string name = path_ == "-" ? "standard output" : path_;
  throw FileError("cannot write " + name + ": " + std::generic_category().message(error_number));
}

void remove_unfinished(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // Absolute first: the canonical form of a relative name that does not exist yet has no folder to look into.
  const fs::path target = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  const std::string prefix = unfinished_prefix(target.filename().string());
  for (const auto& entry : fs::directory_iterator(target.parent_path(), ignored))
    if (entry.path().filename().string().starts_with(prefix)) fs::remove(entry.path(), ignored);
}

}  // namespace scpp
