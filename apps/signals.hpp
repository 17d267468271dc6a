#pragma once
// What the system and the user tell by signals.
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace scpp::cli {

inline constexpr int interrupted_code = 130;

/// Ctrl-C, SIGTERM and a terminal that goes away. The signals are blocked and a thread waits for them, so
/// that nothing has to be done inside a signal handler.
class Interruption {
 public:
  /// Must be made before any other thread, so that all inherit the blocked signals.
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool requested() const { return requested_; }

  /// Unfinished files beside these are removed before the process ends.
  void watch_output(const std::string& path);

  /// While one lives, the work itself looks at requested(): it is given most of a second to end by itself.
  class Observed {
   public:
    explicit Observed(Interruption& owner) : owner_(owner) { owner_.observed_ = true; }
    ~Observed() { owner_.observed_ = false; }
    Observed(const Observed&) = delete;
    Observed& operator=(const Observed&) = delete;

   private:
    Interruption& owner_;
  };

  /// Says so, leaves nothing unfinished behind and ends the process with interrupted_code.
  [[noreturn]] void end_process();

  /// Held while files are created, so that none appears after the unfinished ones were removed, and while
  /// finished ones are renamed, so that these few steps are not cut apart.
  std::mutex& creating() { return creating_; }

 private:
  void wait();

  std::atomic<bool> requested_ = false;
  std::atomic<bool> observed_ = false;
  std::atomic<bool> finished_ = false;
  std::atomic<bool> ending_ = false;
  std::mutex creating_;
  std::mutex outputs_lock_;
  std::vector<std::string> outputs_;
  std::thread waiter_;
};

/// Turns what the system tells by a signal into what every other failure is: a sentence and an exit code.
void tell_fault_signals();

}  // namespace scpp::cli
