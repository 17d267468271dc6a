#pragma once
// The cells of the study: computed each in a process of its own, kept each in a file of its own.
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace scpp::paper {

// Finished cells of the study: one small JSON file each, so that a run can go on where another stopped.

using Json = nlohmann::json;

class CellStore {
 public:
  /// Cells live below `folder`/cells.
  explicit CellStore(std::string folder);

  /// Nothing when the cell is not there, or is damaged (it is then computed again).
  std::optional<Json> read(const std::string& key) const;
  bool has(const std::string& key) const { return read(key).has_value(); }
  /// Atomic: a cell is there complete or not at all.
  void write(const std::string& key, const Json& cell) const;

  /// Where a cell lives; `key` is a path such as "table/yeast/sc".
  std::string path_of(const std::string& key) const;

 private:
  std::string folder_;
};

// Computes cells, each in a process of its own: its time and peak memory are its own, a crash costs one cell,
// and a limit on CPU time does not depend on what else the machine does.

struct CellTask {
  std::string key;
  double effort = 1;        ///< rough work, in any common unit: orders the cells and feeds the estimate
  double cpu_limit = 3600;  ///< seconds of CPU time
  std::function<Json()> compute;
};

struct RunProgress {
  std::size_t done, total;
  std::string key;      ///< of the cell just finished
  std::string outcome;  ///< "done", or why there is no result
  double seconds_left;  ///< estimate; negative when nothing is known yet
};

/// Computes the cells that the store has not, `jobs` at a time, the greatest effort first. A cell without
/// result is stored with the field "failed" or "timeout". Every stored cell has "seconds" (of CPU) and
/// "peak_mb". The calling process must not have used more than one thread.
void run_cells(std::vector<CellTask> tasks, const CellStore& store, int jobs,
               const std::function<void(const RunProgress&)>& watch);

}  // namespace scpp::paper
