#include "signals.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "scpp/atomic_file.hpp"
#include "session.hpp"

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
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(number)) sigaddset(&set, number);
  sigaddset(&set, wake_up);
  return set;
}

// A signal handler may not allocate, lock or use the locale: everything here is a system call or
// std::from_chars.

/// Longer names are cut; "start-end rights offset device number" before the name is some 75 characters.
using MapsLine = std::array<char, 4096>;

/// The file in a line of /proc/self/maps if its mapping holds the address: it begins with the first slash.
std::string_view file_if_at(std::string_view line, std::uintptr_t address) {
  std::uintptr_t begin = 0, end = 0;
  const char* const stop = line.data() + line.size();
  const char* const dash = std::from_chars(line.data(), stop, begin, 16).ptr;
  if (dash == stop || std::from_chars(dash + 1, stop, end, 16).ec != std::errc{}) return {};
  const std::size_t slash = line.find('/');
  if (address < begin || address >= end || slash == line.npos) return {};
  return line.substr(slash);
}

/// The file that is mapped at an address, in the memory of `line`.
std::string_view file_mapped_at(std::uintptr_t address, MapsLine& line) {
  const int maps = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  std::size_t length = 0;
  for (char next = 0; ::read(maps, &next, 1) == 1;) {
    if (next != '\n') {
      if (length < line.size()) line[length++] = next;
      continue;
    }
    const std::string_view file = file_if_at({line.data(), length}, address);
    if (!file.empty()) return file;
    length = 0;
  }
  return {};
}

/// One sentence in one call, so that no other output comes between its words.
void tell_lost(std::string_view file) {
  const std::string_view before = "scpp: ", after = " became shorter or unreadable while it was read\n";
  std::array<char, 2 * MapsLine{}.size()> sentence;
  char* end = sentence.data();
  for (const std::string_view part : {before, file, after}) end = std::copy(part.begin(), part.end(), end);
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, sentence.data(), end - sentence.data());
}

std::atomic_flag being_told;

/// Regular files are mapped. When one is cut short by somebody else, or its disk fails, reading it is a bus
/// error. Any other bus error ends the process as it would without us.
void end_for_lost_file(int number, siginfo_t* fault, void*) {
  while (being_told.test_and_set()) ::pause();  // several threads read one file: the first of them tells
  MapsLine line;
  const auto file = file_mapped_at(reinterpret_cast<std::uintptr_t>(fault->si_addr), line);
  if (file.empty()) {
    ::signal(number, SIG_DFL);
    ::raise(number);  // delivered when this handler returns
    return;
  }
  tell_lost(file);
  ::_exit(1);
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

void tell_fault_signals() {
  struct sigaction lost {};
  lost.sa_sigaction = end_for_lost_file;
  lost.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &lost, nullptr);
  // Beyond the largest file size allowed (ulimit -f), write() then fails with a reason that can be told.
  ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace scpp::cli
