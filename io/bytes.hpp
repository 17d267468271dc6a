#pragma once
// The bytes of a file, unpacked when they are gzip or zstd.
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/scratch_file.hpp"
#include "io/memory.hpp"

namespace scpp {

struct Bytes {
  std::shared_ptr<const void> owner;
  std::string_view view;
};

/// A regular file is mapped, anything else ("-" is standard input) is read to its end; then unpack().
/// Throws FileError naming the path.
Bytes read_bytes(const std::string& path, const MemoryBudget& budget);

/// The same for what need not fit into memory: everything is mapped. What is packed or comes through a pipe goes through a
/// scratch file first; on the way `progress(bytes done)` is called now and then, and may throw.
Bytes map_bytes(const std::string& path, const std::function<void(std::size_t)>& progress);

/// A scratch file that has been written, mapped; the file itself may go.
Bytes map_scratch(const std::string& path, const ScratchFile& file);

/// Gives mapped pages back to the system; they are read again when they are needed again. Nothing for other bytes.
void drop_pages(std::string_view mapped);

/// Unpacks gzip (all members) and zstd (all frames), told by their magic bytes; other bytes pass as they are.
/// Truncated or damaged streams, and those that unpack to more than the budget, throw FileError.
Bytes unpack(const std::string& path, Bytes packed, const MemoryBudget& budget);

bool is_packed(std::string_view bytes);

/// The same into a file; `packed` is mapped.
void unpack_to(const std::string& path, std::string_view packed, ScratchFile& out,
               const std::function<void(std::size_t)>& progress);

/// Bytes that grow as they arrive, up to a budget.
class GrowingBuffer {
 public:
  GrowingBuffer(const std::string& path, const MemoryBudget& budget) : path_(path), limit_(budget.limit()) {}

  /// Free room after the bytes held, at least one byte; throws FileError when the budget is spent.
  char* room();
  std::size_t room_size() const { return capacity_ - size_; }
  void grow_by(std::size_t count) { size_ += count; }
  Bytes take();

 private:
  struct Free {
    void operator()(void* data) const;
  };

  const std::string& path_;
  std::size_t limit_;
  std::unique_ptr<char, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace scpp
