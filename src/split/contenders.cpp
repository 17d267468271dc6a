#include "split/contenders.hpp"

#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "base/parallel.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

RuledSides sides_of(const Candidate& candidate, const PreparedNode& node, const Vector& weights,
                    const SplitTask& task) {
  RuledSides sides{node.microclusters, candidate.sides.side, {}, -1};
  sides.child_of_row.reserve(node.microclusters.membership.size());
  for (const auto cluster : node.microclusters.membership)
    sides.child_of_row.push_back(candidate.sides.side[static_cast<std::size_t>(cluster)]);
  if (!task.graph) return sides;
  sides.cut = task.graph->normalised_cut(sides.child_of_row);
  return refine(std::move(sides), node.centred, weights, *task.graph, task.least_side);
}

/// Passes on what the calling thread reports; what the watcher throws there ends the searches of all threads.
class SharedWatch {
 public:
  explicit SharedWatch(const SplitTask& task) : watch_(task.watch) {}

  void operator()(double beta, double lambda2, std::size_t evaluations) {
    if (stopped_) throw Cancelled();
    if (!watch_ || std::this_thread::get_id() != caller_) return;
    try {
      watch_(beta, lambda2, evaluations);
    } catch (...) {
      thrown_ = std::current_exception();
      stopped_ = true;
      throw;
    }
  }

  /// The watcher's own exception, not one with which another thread followed it.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const decltype(SplitTask::watch)& watch_;
  const std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<bool> stopped_ = false;
  std::exception_ptr thrown_;
};

}  // namespace

Contenders search_all(const PreparedNode& node, const Vector& weights, const std::vector<Start>& starts,
                      const SplitOptions& options, const SplitTask& task) {
  SharedWatch watch(task);
  SplitTask shared = task;
  shared.watch = std::ref(watch);
  std::vector<std::optional<Contender>> found(starts.size());
  std::vector<std::size_t> evaluations(starts.size(), 0);
  try {
    parallel_blocks(static_cast<Index>(starts.size()), 1, [&](Index begin, Index) {
      const auto at = static_cast<std::size_t>(begin);
      Pursuit pursuit = pursue(node, starts[at], options, shared);
      evaluations[at] = pursuit.evaluations;
      if (!pursuit.candidate) return;
      RuledSides sides = sides_of(*pursuit.candidate, node, weights, task);
      found[at] = Contender{*std::move(pursuit.candidate), starts[at].directions, std::move(sides)};
    });
  } catch (...) {
    watch.rethrow();
    throw;
  }
  Contenders result;
  for (const std::size_t count : evaluations) result.evaluations += count;
  for (auto& contender : found)
    if (contender) result.found.push_back(*std::move(contender));
  return result;
}

}  // namespace scpp
