#include "paper/store.hpp"

#include <filesystem>
#include <fstream>

#include "scpp/atomic_file.hpp"

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

}  // namespace scpp::paper
