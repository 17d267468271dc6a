// Blocks cover the range once, do not depend on threads, and hand exceptions back. Threads sleep while they
// wait, are enough for everybody, and there are new ones in a child made by fork.
#include "base/parallel.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/cores.hpp"
#include "support/sanitized.hpp"

namespace scpp {
namespace {

using namespace std::chrono_literals;

constexpr auto far_too_long = 60s;  // a test that would hang fails instead

TEST(Parallel, BlocksCoverTheRangeOnce) {
  for (const int threads : {1, 2, 5})
    for (const Index count : {0, 1, 7, 8, 9, 100}) {
      const ScopedThreads limited(threads);
      std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
      parallel_blocks(count, 8, [&](Index begin, Index end) {
        EXPECT_EQ(begin % 8, 0);
        EXPECT_LE(end - begin, 8);
        for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
      });
      parallel_each(count, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
      for (const auto& visit : visits) EXPECT_EQ(visit, 2);
    }
}

/// Long enough to be shared: blocks then come from the caller's share and from that of others.
TEST(Parallel, SoDoLongOnes) {
  for (const int threads : {2, 5}) {
    const ScopedThreads limited(threads);
    std::vector<std::atomic<int>> visits(101);
    parallel_blocks(std::ssize(visits), 2, [&](Index begin, Index end) {
      std::this_thread::sleep_for(200us);
      for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  }
}

/// As long as nobody says another number, and again when what was said is over.
TEST(Parallel, AllUsableCoresAreTakenUnlessOthersAreAskedFor) {
  const int all = threads_at_hand();
  EXPECT_EQ(all, usable_cores());
  for (const int asked : {0, 1, 3}) {
    const ScopedThreads limited(asked);
    EXPECT_EQ(threads_at_hand(), asked ? asked : all);
    {
      const ScopedThreads other(0);
      EXPECT_EQ(threads_at_hand(), all);
    }
    EXPECT_EQ(threads_at_hand(), asked ? asked : all);
  }
  EXPECT_EQ(threads_at_hand(), all);
}

// ---- exceptions

TEST(Parallel, AnExceptionComesBack) {
  for (const int threads : {1, 2, 5}) {
    const ScopedThreads limited(threads);
    EXPECT_THROW(parallel_blocks(100, 1,
                                 [](Index begin, Index) {
                                   if (begin == 63) throw std::out_of_range("here");
                                 }),
                 std::out_of_range);
  }
}

/// Whichever block fails first by the clock: here the later ones do.
TEST(Parallel, TheExceptionOfTheFirstBlockThatFailsComesBack) {
  for (const int threads : {1, 2, 5}) {
    const ScopedThreads limited(threads);
    std::string said;
    try {
      parallel_each(20, [](Index number) {
        if (number < 3) return;
        if (number == 3) std::this_thread::sleep_for(20ms);
        throw std::runtime_error(std::to_string(number));
      });
    } catch (const std::runtime_error& error) {
      said = error.what();
    }
    EXPECT_EQ(said, "3") << threads << " threads";
  }
}

TEST(Parallel, AfterAnExceptionNoBlockBegins) {
  constexpr int count = 10000;
  for (const int threads : {1, 3}) {
    const ScopedThreads limited(threads);
    std::atomic<int> begun = 0;
    EXPECT_THROW(parallel_each(count,
                               [&](Index number) {
                                 ++begun;
                                 if (number == 0) throw std::runtime_error("first");
                                 std::this_thread::sleep_for(1ms);
                               }),
                 std::runtime_error);
    EXPECT_LT(begun, count);
    std::atomic<int> later = 0;
    parallel_each(10, [&](Index) { ++later; });
    EXPECT_EQ(later, 10) << "the threads are as good as before";
  }
}

// ---- who works

/// A place where `expected` threads wait for one another.
class Meeting {
 public:
  explicit Meeting(int expected) : expected_(expected) {}

  bool met() {
    std::unique_lock lock(mutex_);
    ++here_;
    changed_.notify_all();
    return changed_.wait_for(lock, far_too_long, [this] { return here_ >= expected_; });
  }

 private:
  const int expected_;
  int here_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
};

/// Whether a loop of as many blocks has them all begun at the same time.
bool gets(int threads) {
  const ScopedThreads limited(threads);
  Meeting meeting(threads);
  std::atomic<bool> met = true;
  parallel_each(threads, [&](Index) {
    if (!meeting.met()) met = false;
  });
  return met;
}

TEST(Parallel, ALoopGetsTheThreadsItAsksFor) {
  for (const int threads : {2, 3, 7}) EXPECT_TRUE(gets(threads)) << threads;
}

TEST(Parallel, SoDoLoopsOfSeveralCallersAtTheSameTime) {
  Meeting all(6);
  std::atomic<int> met = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller)
    callers.emplace_back([&] {
      const ScopedThreads two(2);
      parallel_each(2, [&](Index) { met += all.met() ? 1 : 0; });
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(met, 6);
}

/// Counts who is at work at the same time.
struct Workers {
  std::atomic<int> at_work = 0, most = 0;

  void begin() {
    const int now = ++at_work;
    for (int before = most; before < now && !most.compare_exchange_weak(before, now);) continue;
  }
  void end() { --at_work; }
};

/// Each thread that works is counted where it works: in the innermost loop.
TEST(Parallel, LoopsInsideLoopsTakeNoMoreThreadsThanWereAskedFor) {
  const ScopedThreads several(3);
  std::atomic<int> visits = 0;
  Workers workers;
  const auto work = [&](Index) {
    workers.begin();
    std::this_thread::sleep_for(100us);
    ++visits;
    workers.end();
  };
  parallel_each(7, [&](Index outer) {
    parallel_each(outer, [&](Index inner) {
      parallel_each(inner % 4, work);
      parallel_blocks(3, 1, [&](Index begin, Index) { work(begin); });
    });
  });
  int wanted = 0;
  for (int outer = 0; outer < 7; ++outer)
    for (int inner = 0; inner < outer; ++inner) wanted += inner % 4 + 3;
  EXPECT_EQ(visits, wanted);
  EXPECT_LE(workers.most, 3);
  EXPECT_EQ(threads_at_hand(), 3) << "all are free again";
}

/// Whether another thread may be claimed, now or before long.
bool one_is_idle_within(std::chrono::milliseconds time) {
  const auto begun = std::chrono::steady_clock::now();
  while (threads_at_hand() < 2 && std::chrono::steady_clock::now() - begun < time) std::this_thread::yield();
  return threads_at_hand() > 1;
}

/// One of three leaves. The second shares a loop with the place that is free, and waits for its helper; the
/// third shares one with the place of the second, and then another with that of the helper, who comes back
/// before the second is awake. So the second has to wait for a place.
TEST(Parallel, WhoeverWaitedGoesOnInAPlaceOfItsOwn) {
  const ScopedThreads three(3);
  Workers workers;
  const auto work = [&](Index) {
    workers.begin();
    std::this_thread::sleep_for(10ms);  // others have time to come
    workers.end();
  };
  for (int round = 0; round < 20; ++round) {
    Meeting all(3), second(2), third(2), shared(2), taken(2), done(2);
    parallel_each(3, [&](Index who) {
      if (!all.met() || who == 0) return;
      if (who == 2) shared.met();
      EXPECT_TRUE(one_is_idle_within(far_too_long));
      const auto self = std::this_thread::get_id();
      parallel_each(2, [&](Index) {
        (who == 1 ? second : third).met();
        const bool helps = std::this_thread::get_id() != self;
        if (who == 1) {
          (helps ? taken : shared).met();
        } else if (helps) {
          workers.begin();
          done.met();
          workers.end();
        } else {
          taken.met();
          one_is_idle_within(20ms);
          parallel_each(2, work);
          done.met();
        }
      });
      if (who == 1) work(0);
    });
  }
  EXPECT_LE(workers.most, 3);
}

/// Whoever has no block left: the caller, who waits for the end, or the other, who has gone. The caller
/// first, while there is no thread but the one that is at work: another has to be started.
TEST(Parallel, AnIdleThreadHelpsWithTheLoopInsideOfAnothersBlock) {
  const auto caller = std::this_thread::get_id();
  for (const bool caller_is_idle : {true, false}) {
    const ScopedThreads two(2);
    Meeting outside(2), inside(2);
    std::atomic<int> met = 0;
    parallel_each(2, [&](Index) {
      EXPECT_TRUE(outside.met());  // so each has one block
      if ((std::this_thread::get_id() == caller) == caller_is_idle) return;
      EXPECT_TRUE(one_is_idle_within(far_too_long));
      parallel_each(2, [&](Index) { met += inside.met() ? 1 : 0; });
    });
    EXPECT_EQ(met, 2) << (caller_is_idle ? "the caller waits" : "the other has gone");
  }
}

/// All threads under the thread sanitizer, so that it sees the races between them; otherwise blocks as short
/// as these are done before another thread is awake. A caller that loses its core may take one for long.
TEST(Parallel, ShortLoopsAreNotShared) {
  const ScopedThreads several(3);
  int shared = 0;
  for (int loop = 0; loop < 100; ++loop) {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    parallel_blocks(10, 1, [&](Index, Index) {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
    shared += seen.size() > 1 ? 1 : 0;
#if defined(__SANITIZE_THREAD__)
    EXPECT_EQ(seen.size(), 3);
#endif
  }
#if !defined(__SANITIZE_THREAD__)
  EXPECT_LT(shared, 50);
#endif
}

TEST(Parallel, OthersHaveAsMuchStackAsAnyProgram) {
  const ScopedThreads two(2);
  Meeting both(2);
  const auto caller = std::this_thread::get_id();
  std::size_t size = 0;
  parallel_each(2, [&](Index) {
    EXPECT_TRUE(both.met());
    if (std::this_thread::get_id() == caller) return;
    pthread_attr_t attributes;
    ASSERT_EQ(::pthread_getattr_np(::pthread_self(), &attributes), 0);
    ::pthread_attr_getstacksize(&attributes, &size);
    ::pthread_attr_destroy(&attributes);
  });
  EXPECT_GE(size, std::size_t{8} << 20);
}

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A thread that waited by spinning would take as much CPU time as the clock tells, four of them still more.
TEST(Parallel, WaitingTakesNoTimeOfAnyCore) {
  ASSERT_TRUE(gets(5));
  const double before = cpu_seconds();
  std::this_thread::sleep_for(200ms);  // four threads wait for a loop
  const ScopedThreads two(2);
  const auto caller = std::this_thread::get_id();
  Meeting both(2);
  parallel_each(2, [&](Index) {
    both.met();
    if (std::this_thread::get_id() != caller) std::this_thread::sleep_for(200ms);  // the caller waits
  });
  EXPECT_LT(cpu_seconds() - before, 0.1);
}

// ---- where threads are hard to come by

/// Whether `work` is true in a process made by fork, which ends by then: what threads left there that fork
/// did not take along is nobody's, and no leak.
template <class Work>
bool in_a_child(const Work& work) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) {
    const char said = work() ? 'y' : 'n';
    [[maybe_unused]] const ssize_t written = ::write(ends[1], &said, 1);
    ::pause();
  }
  pollfd answer{ends[0], POLLIN, 0};
  char said = 'n';
  constexpr auto limit = std::chrono::milliseconds(2 * far_too_long);
  const bool good = ::poll(&answer, 1, int{limit.count()}) == 1 && ::read(ends[0], &said, 1) == 1;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  for (const int end : ends) ::close(end);
  return good && said == 'y';
}

TEST(Parallel, AChildMadeByForkHasThreadsOfItsOwn) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the thread sanitizer ends a child that starts threads";
#endif
  ASSERT_TRUE(gets(3));
  EXPECT_TRUE(in_a_child([] { return gets(3) && in_a_child([] { return gets(2); }); }));
  EXPECT_TRUE(gets(3)) << "the parent's are not touched";
}

TEST(Parallel, SoHasOneThatIsMadeWhileOthersAreAtWork) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the thread sanitizer ends a child that starts threads";
#endif
  Meeting begun(3), ended(3);
  std::thread other([&] {
    const ScopedThreads two(2);
    parallel_each(2, [&](Index) { begun.met() && ended.met(); });
  });
  EXPECT_TRUE(begun.met());
  EXPECT_TRUE(in_a_child([] { return gets(2); }));
  ended.met();
  other.join();
}

TEST(Parallel, WithoutRoomForAStackTheCallerWorksAlone) {
  if (sanitized) GTEST_SKIP() << "a sanitizer maps more than a limit allows";
  EXPECT_TRUE(in_a_child([] {
    const rlimit little{1 << 20, 1 << 20};
    if (::setrlimit(RLIMIT_AS, &little) != 0) return false;
    const ScopedThreads several(4);
    std::atomic<int> visits = 0;
    parallel_each(10, [&](Index) { ++visits; });
    return visits == 10;
  }));
}

}  // namespace
}  // namespace scpp
