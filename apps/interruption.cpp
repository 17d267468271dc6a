#include "interruption.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "terminal.hpp"

namespace scpp::cli {
namespace {

constexpr int wake_up = SIGUSR1;  // from our own destructor

/// A signal that the parent has told us to ignore (nohup) stays ignored.
bool is_ignored(int number) {
  struct sigaction action {};
  ::sigaction(number, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

sigset_t awaited_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM})
    if (!is_ignored(number)) sigaddset(&set, number);
  sigaddset(&set, wake_up);
  return set;
}

/// AtomicFile names what it has not finished "<target>.unfinished-<process>-<attempt>".
void remove_unfinished(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // Absolute first: the canonical form of a relative name that does not exist yet has no folder to look into.
  const fs::path real = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  const std::string prefix = real.filename().string() + ".unfinished-" + std::to_string(::getpid()) + "-";
  for (const auto& entry : fs::directory_iterator(real.parent_path(), ignored))
    if (entry.path().filename().string().starts_with(prefix)) fs::remove(entry.path(), ignored);
}

}  // namespace

Interruption::Interruption() {
  const sigset_t awaited = awaited_signals();
  ::pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
  waiter_ = std::thread([this] { wait(); });
}

Interruption::~Interruption() {
  finished_ = true;
  ::pthread_kill(waiter_.native_handle(), wake_up);
  waiter_.join();
}

void Interruption::watch_output(const std::string& path) {
  const std::scoped_lock lock(outputs_lock_);
  outputs_.push_back(path);
}

void Interruption::wait() {
  const sigset_t awaited = awaited_signals();
  int number = 0;
  while (::sigwait(&awaited, &number) == 0) {
    if (finished_) return;
    if (number == wake_up) continue;
    requested_ = true;
    for (int tenth = 0; tenth < 8 && observed_; ++tenth)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (finished_) return;
    end_process();
  }
}

void Interruption::end_process() {
  while (ending_.exchange(true)) ::pause();  // the other thread is at it already
  const std::scoped_lock lock(creating_, outputs_lock_);
  // Twice, because the writers of tables create their file without the lock; they do so once.
  for (int pass = 0; pass < 2; ++pass) {
    if (pass > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (const std::string& path : outputs_) remove_unfinished(path);
  }
  std::fputs(is_terminal(STDERR_FILENO) ? "\r\033[Kscpp: interrupted\n" : "scpp: interrupted\n", stderr);
  ::_exit(interrupted_code);
}

}  // namespace scpp::cli
