#pragma once
// The failures a caller can meet. Each carries one sentence that names what is at fault.
#include <stdexcept>
#include <string>

namespace scpp {

/// Root of everything this library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller's mistake: an option, a shape or a value that cannot be used.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// The memory that was allowed does not suffice; the sentence tells how much would.
class TooLittleMemory : public InvalidArgument {
 public:
  TooLittleMemory(const std::string& sentence, bool sketch_needs_less)
      : InvalidArgument(sentence), sketch_needs_less_(sketch_needs_less) {}
  /// All rows were to be fitted at once, which a sketch would not do.
  bool sketch_needs_less() const { return sketch_needs_less_; }

 private:
  bool sketch_needs_less_;
};

/// A file that cannot be read, written or understood.
class FileError : public Error {
 public:
  using Error::Error;
};

/// The observer asked to stop.
class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled") {}
};

}  // namespace scpp
