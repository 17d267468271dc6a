#include "base/parallel.hpp"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/cores.hpp"

namespace scpp {
namespace {

thread_local int thread_limit = 0;  // 0 where nobody has said

#if defined(__SANITIZE_THREAD__)  // a race is seen only between threads that both take part
constexpr bool everyone_takes_part = true;
#else
constexpr bool everyone_takes_part = false;
#endif

// ---- who works on a loop, and on the loops inside it

/// Threads that one loop and all loops inside of it may keep at work at the same time. What others leave
/// idle, a loop inside may claim.
class Team {
 public:
  explicit Team(Index threads) : idle_(threads - 1) {}

  Index idle() const { return returning_ > 0 ? 0 : Index{idle_}; }

  /// At most so many of those that are idle.
  Index claim(Index most) { return returning_ > 0 ? 0 : take(most); }

  void release(Index threads) { idle_ += threads; }

  /// For somebody who waited, and whose place another may have taken: that one will end. Who comes back goes
  /// before new claims. Without a lock, which a child made by fork might find closed for ever.
  void resume() {
    constexpr std::chrono::microseconds moment(50);
    ++returning_;
    while (take(1) == 0) std::this_thread::sleep_for(moment);
    --returning_;
  }

 private:
  Index take(Index most) {
    Index idle = idle_;
    while (idle > 0 && !idle_.compare_exchange_weak(idle, std::max<Index>(0, idle - most))) continue;
    return std::min(idle, most);
  }

  std::atomic<Index> idle_, returning_ = 0;
};

thread_local std::shared_ptr<Team> team;  // of the loop that this thread has blocks of

// ---- one loop

struct Blocks {
  Index count, block;
  const std::function<void(Index, Index)>& body;

  Index number() const { return (count + block - 1) / block; }
  void run(Index number) const { body(number * block, std::min((number + 1) * block, count)); }
};

/// Blocks that go one at a time to whoever is free, from the first one on. Whoever comes when none is left
/// touches nothing of the caller's, who need not wait for it: only for blocks that have begun.
class SharedLoop {
 public:
  SharedLoop(const Blocks& blocks, Index first, std::shared_ptr<Team> team)
      : blocks_(blocks),
        team_(std::move(team)),
        end_(blocks.number()),
        next_(first),
        unfinished_(end_ - first) {}

  const std::shared_ptr<Team>& team() const { return team_; }

  /// How many threads will come; told before any of them does.
  void expect(Index threads) { expected_ = threads; }

  void work() {
    Index number = next_++;
    if (everyone_takes_part) meet();
    for (; number < end_; number = next_++) run(number);
  }

  /// To be called when no block is left to begin. While the caller waits, a loop inside of the last blocks
  /// may have its place.
  void finish() {
    std::unique_lock lock(mutex_);
    if (unfinished_ > 0) {
      team_->release(1);
      ended_.wait(lock, [this] { return unfinished_ == 0; });
      team_->resume();
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void run(Index number) {
    Index ended = 1;
    try {
      blocks_.run(number);
    } catch (...) {
      keep(std::current_exception(), number);
      ended += std::max<Index>(0, end_ - next_.exchange(end_));  // the rest does not begin
    }
    if (unfinished_.fetch_sub(ended) != ended) return;
    const std::lock_guard lock(mutex_);
    ended_.notify_one();
  }

  void keep(std::exception_ptr failure, Index number) {
    const std::lock_guard lock(mutex_);
    if (failure_ && failed_ < number) return;
    failure_ = std::move(failure);
    failed_ = number;
  }

  /// Waits until all have a block. Relaxed, so that the sanitizer takes it for no order of anything else.
  void meet() {
    met_.fetch_add(1, std::memory_order_relaxed);
    while (met_.load(std::memory_order_relaxed) < expected_) std::this_thread::yield();
  }

  const Blocks blocks_;
  const std::shared_ptr<Team> team_;
  const Index end_;
  std::atomic<Index> next_, unfinished_, met_ = 0;
  Index expected_ = 1;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::exception_ptr failure_;
  Index failed_ = 0;
};

// ---- the threads

/// Threads of this process that sleep until there is a loop to help with. There are as many as all loops that
/// run at the same time were promised, so that none waits for another.
class Pool {
 public:
  /// A child made by fork has none of its parent's threads, and makes its own. No pool is ever destroyed:
  /// threads may be at work while the process ends.
  static Pool& of_this_process() {
    static std::atomic<Pool*> newest = nullptr;
    Pool* known = newest;
    while (!known || known->process_ != ::getpid()) {
      auto made = std::make_unique<Pool>(known);
      if (newest.compare_exchange_strong(known, made.get())) return *made.release();
    }
    return *known;
  }

  explicit Pool(const Pool* parents) : parents_(parents) {}

  /// To so many threads; the team has back those that the system does not give.
  void offer(const std::shared_ptr<SharedLoop>& loop, Index helpers) {
    {
      const std::lock_guard lock(mutex_);
      offers_.push_back({loop, 0});
      while (threads_ < promised_ + helpers && start_thread()) ++threads_;
      const Index there = std::min(helpers, threads_ - promised_);
      loop->team()->release(helpers - there);
      helpers = there;
      promised_ += helpers;
      offers_.back().free = helpers;
      loop->expect(helpers + 1);
    }
    for (Index i = 0; i < helpers; ++i) offered_.notify_one();
  }

  /// Those who came are promised until they are back: a loop inside of their blocks cannot count on them.
  void withdraw(const std::shared_ptr<SharedLoop>& loop) {
    const std::lock_guard lock(mutex_);
    const auto offer = std::ranges::find(offers_, loop, &Offer::loop);
    promised_ -= offer->free;
    loop->team()->release(offer->free);
    offers_.erase(offer);
  }

 private:
  struct Offer {
    std::shared_ptr<SharedLoop> loop;
    Index free;  // of those that were promised: have not come yet
  };

  std::shared_ptr<SharedLoop> take() {
    std::unique_lock lock(mutex_);
    auto offer = offers_.end();
    offered_.wait(lock, [&] {
      offer = std::ranges::find_if(offers_, [](const Offer& each) { return each.free > 0; });
      return offer != offers_.end();
    });
    --offer->free;
    return offer->loop;
  }

  [[noreturn]] void help() {
    while (true) {
      const std::shared_ptr<SharedLoop> loop = take();
      team = loop->team();
      loop->work();
      team->release(1);
      team.reset();
      const std::lock_guard lock(mutex_);
      --promised_;
    }
  }

  bool start_thread() {
    constexpr std::size_t stack_bytes = std::size_t{8} << 20;  // whatever ulimit -s says
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0) return false;
    ::pthread_attr_setstacksize(&attributes, stack_bytes);
    ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread{};
    const auto begin = [](void* pool) -> void* { static_cast<Pool*>(pool)->help(); };
    const bool started = ::pthread_create(&thread, &attributes, begin, this) == 0;
    ::pthread_attr_destroy(&attributes);
    return started;
  }

  const pid_t process_ = ::getpid();
  [[maybe_unused]] const Pool* const parents_;  // so that it does not count as lost
  std::mutex mutex_;
  std::condition_variable offered_;
  std::vector<Offer> offers_;
  Index threads_ = 0, promised_ = 0;
};

/// The blocks from the first one on, by this thread and so many others, which it has claimed.
void share(const Blocks& blocks, Index first, Index helpers) {
  const auto loop = std::make_shared<SharedLoop>(blocks, first, team);
  Pool& pool = Pool::of_this_process();
  pool.offer(loop, helpers);
  loop->work();
  pool.withdraw(loop);
  loop->finish();
}

/// Threads that one thread may claim: those that its team leaves idle, or a new team where it has none.
class Claim {
 public:
  explicit Claim(Index most) {
    if (const int all = threads_at_hand(); all > 1 && most > 0) {
      if (!team) team = made_ = std::make_shared<Team>(all);
      helpers_ = team->claim(std::min<Index>(most, all - 1));
    }
  }
  ~Claim() {
    if (made_) team.reset();
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  Index helpers() const { return helpers_; }

 private:
  std::shared_ptr<Team> made_;
  Index helpers_ = 0;
};

using Clock = std::chrono::steady_clock;

/// Threads besides the caller that are worth waking for the blocks that are left, if those take as long as
/// the ones before: each gets several times what it costs to wake it. Fewer than blocks, since the caller
/// works, too.
Index worth_waking(Index left, Index done, Clock::duration taken) {
  constexpr Clock::duration good_part = std::chrono::microseconds(100);
  if (everyone_takes_part && !team) return left - 1;  // of loops inside of others there are too many
  return done == 0 ? 0 : std::min(left, taken / done * left / good_part) - 1;
}

/// Threads must leave room for the work itself where the address space is limited (ulimit -v): each has a
/// stack and a heap of its own.
int threads_with_room() {
  constexpr int most_threads = 1024;  // far beyond any use
  constexpr std::uint64_t for_one = std::uint64_t{128} << 20;
  const std::uint64_t room = address_space_left() / for_one;
  return static_cast<int>(std::clamp<std::uint64_t>(room, 1, most_threads));
}

}  // namespace

std::uint64_t address_space_left() {
  struct rlimit space {};
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::uint64_t>::max();
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t taken = pages * ::sysconf(_SC_PAGESIZE);
  return space.rlim_cur > taken ? space.rlim_cur - taken : 0;
}

int threads_at_hand() {
  static const int most = threads_with_room();
  const int wanted = thread_limit > 0 ? thread_limit : team ? most : usable_cores();
  return static_cast<int>(std::min<Index>({wanted, most, team ? 1 + team->idle() : most}));
}

ScopedThreads::ScopedThreads(int threads) : before_(thread_limit) {
  thread_limit = threads > 0 ? threads : usable_cores();
}
ScopedThreads::~ScopedThreads() { thread_limit = before_; }

void parallel_blocks(Index count, Index block, const std::function<void(Index, Index)>& body) {
  assert(count >= 0 && block > 0);
  const Blocks blocks{count, block, body};
  const Index end = blocks.number();
  const auto begun = Clock::now();
  for (Index next = 0; next < end; ++next) {
    if (threads_at_hand() > 1)
      if (const Claim claim(worth_waking(end - next, next, Clock::now() - begun)); claim.helpers() > 0)
        return share(blocks, next, claim.helpers());
    blocks.run(next);
  }
}

void parallel_each(Index count, const std::function<void(Index)>& body) {
  const std::function<void(Index, Index)> one = [&](Index number, Index) { body(number); };
  const Blocks blocks{count, 1, one};
  for (Index next = 0; next < count; ++next) {
    if (const Claim claim(count - next - 1); claim.helpers() > 0) return share(blocks, next, claim.helpers());
    body(next);
  }
}

void parallel_each(Index count, const Observer& watch,
                   const std::function<void(Index, const Observer&)>& body) {
  CallerOnly caller;
  const Observer from_caller = [&](const Progress& progress) {
    caller([&] { report_progress(watch, progress); });
    return true;
  };
  try {
    parallel_each(count, [&](Index number) { body(number, from_caller); });
  } catch (...) {
    caller.rethrow();
    throw;
  }
}

}  // namespace scpp
