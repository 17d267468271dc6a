#pragma once
// Finished cells of the study: one small JSON file each, so that a run can go on where another stopped.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace scpp::paper {

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

}  // namespace scpp::paper
