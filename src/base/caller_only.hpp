#pragma once
// Progress of work that several threads do at the same time.
#include <atomic>
#include <exception>
#include <thread>

#include "scpp/errors.hpp"

namespace scpp {

/// Lets only the thread speak that made this; what is thrown there ends the work of all threads, at their
/// next word.
class CallerOnly {
 public:
  template <class Speak>
  void operator()(const Speak& speak) {
    if (stopped_) throw Cancelled();
    if (std::this_thread::get_id() != caller_) return;
    try {
      speak();
    } catch (...) {
      thrown_ = std::current_exception();
      stopped_ = true;
      throw;
    }
  }

  /// The caller's own exception, not one with which another thread followed it.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> stopped_ = false;
  std::exception_ptr thrown_;
};

}  // namespace scpp
