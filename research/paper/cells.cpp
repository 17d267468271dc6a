#include "paper/cells.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "scpp/atomic_file.hpp"
#include "scpp/errors.hpp"

namespace scpp::paper {

CellStore::CellStore(std::string folder) : folder_(std::move(folder) + "/cells") {}

std::string CellStore::path_of(const std::string& key) const { return folder_ + "/" + key + ".json"; }

std::optional<Json> CellStore::read(const std::string& key) const {
  std::ifstream file(path_of(key));
  if (!file) return std::nullopt;
  Json cell = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!cell.is_object()) return std::nullopt;
  return cell;
}

void CellStore::write(const std::string& key, const Json& cell) const {
  const std::string path = path_of(key);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  AtomicFile file(path);
  file.write(cell.dump(1) + "\n");
  file.commit();
}

namespace {

constexpr const char* unfinished = ".unfinished";

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void limit_cpu(double seconds) {
  const auto limit = static_cast<rlim_t>(std::ceil(seconds));
  const rlimit both{limit, limit + 5};
  setrlimit(RLIMIT_CPU, &both);
}

/// The child: computes, stores under the unfinished key, and leaves without running the parent's destructors.
[[noreturn]] void compute_and_leave(const CellTask& task, const CellStore& store) {
  limit_cpu(task.cpu_limit);
  Json cell;
  try {
    cell = task.compute();
  } catch (const std::exception& error) {
    cell = {{"failed", error.what()}};
  }
  try {
    store.write(task.key + unfinished, cell);
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

Json outcome_of(const CellTask& task, const CellStore& store, int status) {
  const auto written = store.read(task.key + unfinished);
  std::filesystem::remove(store.path_of(task.key + unfinished));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && written) return *written;
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return {{"timeout", task.cpu_limit}};
  if (WIFSIGNALED(status)) return {{"failed", std::string("ended by signal ") + strsignal(WTERMSIG(status))}};
  return {{"failed", "ended without a result"}};
}

std::string sentence_of(const Json& cell) {
  if (cell.contains("timeout")) return "no result within its CPU time";
  if (cell.contains("failed")) return cell.at("failed").get<std::string>();
  return "done";
}

class Crew {
 public:
  Crew(std::vector<CellTask> tasks, const CellStore& store, int jobs)
      : tasks_(std::move(tasks)), store_(store), jobs_(jobs) {
    for (const CellTask& task : tasks_) effort_left_ += task.effort;
  }

  void run(const std::function<void(const RunProgress&)>& watch) {
    while (done_ < tasks_.size()) {
      while (next_ < tasks_.size() && static_cast<int>(running_.size()) < jobs_) start(tasks_[next_++]);
      const CellTask& finished = wait_for_one();
      ++done_;
      watch({done_, tasks_.size(), finished.key, sentence_of(*store_.read(finished.key)), estimate()});
    }
  }

 private:
  void start(const CellTask& task) {
    const pid_t child = fork();
    if (child < 0) throw Error(std::string("cannot start a process: ") + std::strerror(errno));
    if (child == 0) compute_and_leave(task, store_);
    running_.emplace(child, &task);
  }

  const CellTask& wait_for_one() {
    while (true) {
      int status = 0;
      rusage usage{};
      const pid_t child = wait4(-1, &status, 0, &usage);
      const auto found = running_.find(child);
      if (found == running_.end()) continue;
      const CellTask& task = *found->second;
      running_.erase(found);
      Json cell = outcome_of(task, store_, status);
      cell["seconds"] = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
      cell["peak_mb"] = static_cast<double>(usage.ru_maxrss) / 1024;
      store_.write(task.key, cell);
      effort_left_ -= task.effort;
      effort_done_ += task.effort;
      return task;
    }
  }

  double estimate() const {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    return effort_done_ > 0 ? elapsed * effort_left_ / effort_done_ : -1;
  }

  std::vector<CellTask> tasks_;
  const CellStore& store_;
  int jobs_;
  std::map<pid_t, const CellTask*> running_;
  std::size_t next_ = 0, done_ = 0;
  double effort_left_ = 0, effort_done_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

void run_cells(std::vector<CellTask> tasks, const CellStore& store, int jobs,
               const std::function<void(const RunProgress&)>& watch) {
  std::erase_if(tasks, [&](const CellTask& task) { return store.has(task.key); });
  std::ranges::stable_sort(tasks, std::ranges::greater{}, &CellTask::effort);
  Crew(std::move(tasks), store, std::max(jobs, 1)).run(watch);
}

}  // namespace scpp::paper
