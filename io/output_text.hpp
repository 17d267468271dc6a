#pragma once
// Bytes on their way to a file, packed when its name ends in .gz or .zst.
#include <memory>
#include <string>
#include <string_view>

#include "base/atomic_file.hpp"

namespace scpp {

/// Packs a stream of bytes; the last call gives the rest.
class Packer {
 public:
  virtual ~Packer() = default;
  virtual void pack(std::string_view bytes, bool last, AtomicFile& out) = 0;
};

/// Collects text and writes it in large pieces. Without finish() no file appears.
class OutputText {
 public:
  explicit OutputText(const std::string& path);

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
