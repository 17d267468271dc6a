#include "scpp/io.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

std::string usual_folder() {
  const char* chosen = std::getenv("TMPDIR");
  return chosen && *chosen ? chosen : "/var/tmp";
}

}  // namespace

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
    const ssize_t written = ::pwrite(descriptor_, from, count, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    from += written;
    size_ += static_cast<std::uint64_t>(written);
    count -= written;
  }
}

void ScratchFile::read(std::uint64_t offset, void* bytes, std::size_t count) const {
  char* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, to, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(got < 0 ? errno : EIO);
    to += got;
    offset += static_cast<std::uint64_t>(got);
    count -= got;
  }
}

void ScratchFile::fail(int error_number) const {
  throw FileError("cannot use a scratch file in " + folder_ + ": " +
                  std::generic_category().message(error_number) + "; TMPDIR names another folder");
}

}  // namespace scpp
