#pragma once
// Files that vanish with the test, and what is asked of them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "scpp/errors.hpp"
#include "scpp/io.hpp"

namespace scpp {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<int> count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("scpp_io_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(folder_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string write(const std::string& name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      found.push_back(entry.path().filename());
    return found;
  }

 private:
  std::filesystem::path folder_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The sentence `work` throws, with `folder` cut out so that it can be stated; "" when nothing is thrown.
template <class Work>
std::string message_of(const TemporaryFolder& folder, Work work) {
  std::string message;
  try {
    work();
  } catch (const Error& error) {
    message = error.what();
  }
  const std::string prefix = folder.path("");
  for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
    message.erase(at, prefix.size());
  return message;
}

using Rows = std::vector<std::vector<double>>;

inline Rows rows_of(const Table& table) {
  Rows rows(table.rows(), std::vector<double>(table.columns()));
  for (std::size_t row = 0; row < table.rows(); ++row) table.values.copy_row(row, rows[row].data());
  return rows;
}

/// Equal to the last bit; any NaN equals any other, since only "missing" is meant by it.
inline void expect_same_bits(const Table& a, const Table& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.columns(), b.columns());
  for (std::size_t row = 0; row < a.rows(); ++row)
    for (std::size_t column = 0; column < a.columns(); ++column) {
      const double x = a.values(row, column), y = b.values(row, column);
      if (x != x && y != y) continue;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(x), std::bit_cast<std::uint64_t>(y))
          << "row " << row << ", column " << column;
    }
}

template <class Real>
Table table_of(const std::vector<std::vector<Real>>& rows, std::vector<std::string> names = {}) {
  const std::size_t columns = rows.empty() ? names.size() : rows[0].size();
  std::shared_ptr<Real[]> values(new Real[rows.size() * columns]);
  Real* out = values.get();
  for (const auto& row : rows) out = std::copy(row.begin(), row.end(), out);
  Table table = owning_table<Real>(values, rows.size(), columns);
  table.names = std::move(names);
  return table;
}

}  // namespace scpp
