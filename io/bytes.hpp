#pragma once
// Bytes from files and to files, and the memory they may take. Allocation that depends on input is checked
// before it is made.
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "scpp/atomic_file.hpp"
#include "scpp/io.hpp"

namespace scpp {

/// a x b, or the largest number when the product does not fit.
std::size_t saturating_product(std::size_t a, std::size_t b);

/// What one reading may take; `limit` 0 stands for the memory available now.
class MemoryBudget {
 public:
  MemoryBudget(std::string path, std::size_t limit);

  std::size_t limit() const { return limit_; }
  /// Throws FileError when count x size bytes are too many.
  void require(std::size_t count, std::size_t size) const;
  /// Throws FileError when so many columns are too many even without rows: each has a name and a place.
  void require_columns(Index count) const { require(count, sizeof(std::string) + sizeof(Index)); }

  /// Room for count values, not initialised.
  template <class Real>
  std::shared_ptr<Real[]> allocate(std::size_t count) const {
    require(count, sizeof(Real));
    try {
      return std::shared_ptr<Real[]>(new Real[count]);
    } catch (const std::bad_alloc&) {
      refuse_for_the_system(static_cast<double>(count) * sizeof(Real));
    }
  }

 private:
  [[noreturn]] void refuse(double bytes) const;
  [[noreturn]] void refuse_for_the_system(double bytes) const;

  std::string path_;
  std::size_t limit_;
};

struct Bytes {
  std::shared_ptr<const void> owner;
  std::string_view view;
};

/// A regular file is mapped, anything else ("-" is standard input) is read to its end; then unpack().
/// Throws FileError naming the path.
Bytes read_bytes(const std::string& path, const MemoryBudget& budget);

/// The same for what need not fit into memory: everything is mapped. What is packed or comes through a pipe
/// goes through a scratch file first; on the way `progress(bytes done)` is called now and then, and may
/// throw.
Bytes map_bytes(const std::string& path, const std::function<void(std::size_t)>& progress);

/// Unpacks gzip (all members) and zstd (all frames), told by their magic bytes; other bytes pass as they are.
/// Truncated or damaged streams, and those that unpack to more than the budget, throw FileError.
Bytes unpack(const std::string& path, Bytes packed, const MemoryBudget& budget);

/// A scratch file that has been written, mapped; the file itself may go.
Bytes map_scratch(const std::string& path, const ScratchFile& file);

/// Gives mapped pages back to the system; they are read again when they are needed again. Nothing for other
/// bytes.
void drop_pages(std::string_view mapped);

/// Rows in a mapped file, of which only the block that is being read stays in memory.
class MappedRows : public RowSource {
 public:
  /// `table` views `bytes`.
  MappedRows(Bytes bytes, const TableView& table)
      : RowSource(table.rows(), table.columns()), bytes_(std::move(bytes)), table_(table) {}

  TableView read(Index first, Index count) override {
    drop_pages(bytes_.view);
    return table_.middle_rows(first, count);
  }

 private:
  Bytes bytes_;
  TableView table_;
};

class Packer;

/// Collects text and writes it in large pieces, packed when the name of the file ends in .gz or .zst. Without
/// finish() no file appears.
class OutputText {
 public:
  explicit OutputText(const std::string& path);
  ~OutputText();

  /// Append to this; call flush_if_large() now and then.
  std::string& text() { return text_; }
  void flush_if_large();
  void finish();

 private:
  void flush(bool last);

  AtomicFile file_;
  std::unique_ptr<Packer> packer_;
  std::string text_;
};

}  // namespace scpp
