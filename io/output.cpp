// Bytes on their way to a file, packed when its name ends in .gz or .zst.
#if defined(SCPP_HAS_PACKING)
#include <zlib.h>
#include <zstd.h>
#endif

#include <new>
#include <vector>

#include "io/bytes.hpp"

namespace scpp {

/// Packs a stream of bytes; the last call gives the rest.
class Packer {
 public:
  virtual ~Packer() = default;
  virtual void pack(std::string_view bytes, bool last, AtomicFile& out) = 0;
};

namespace {

const std::size_t piece = std::size_t{1} << 20;

class Plain : public Packer {
 public:
  void pack(std::string_view bytes, bool, AtomicFile& out) override { out.write(bytes); }
};

#if defined(SCPP_HAS_PACKING)
class Gzip : public Packer {
 public:
  Gzip() : room_(piece) {
    const int gzip_with_largest_window = 15 + 16;
    const int default_memory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_with_largest_window, default_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() override { deflateEnd(&stream_); }

  void pack(std::string_view bytes, bool last, AtomicFile& out) override {
    do {
      const std::string_view part = bytes.substr(0, piece);  // zlib counts in 32 bits
      bytes.remove_prefix(part.size());
      pack_part(part, last && bytes.empty(), out);
    } while (!bytes.empty());
  }

 private:
  void pack_part(std::string_view part, bool last, AtomicFile& out) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream_.avail_in = static_cast<uInt>(part.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(room_.data());
      stream_.avail_out = static_cast<uInt>(room_.size());
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      out.write({room_.data(), room_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::vector<char> room_;
};

class Zstd : public Packer {
 public:
  Zstd() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx), room_(ZSTD_CStreamOutSize()) {
    if (!context_) throw std::bad_alloc();
  }

  void pack(std::string_view bytes, bool last, AtomicFile& out) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t remaining = 0;
    do {
      ZSTD_outBuffer to{room_.data(), room_.size(), 0};
      remaining = ZSTD_compressStream2(context_.get(), &to, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(remaining)) throw std::bad_alloc();  // with default parameters only memory can fail
      out.write({room_.data(), to.pos});
    } while (last ? remaining != 0 : in.pos < in.size);
  }

 private:
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
  std::vector<char> room_;
};

std::unique_ptr<Packer> packer_for(const std::string& path) {
  if (path.ends_with(".gz")) return std::make_unique<Gzip>();
  if (path.ends_with(".zst")) return std::make_unique<Zstd>();
  return std::make_unique<Plain>();
}
#else
std::unique_ptr<Packer> packer_for(const std::string&) { return std::make_unique<Plain>(); }
#endif

}  // namespace

OutputText::OutputText(const std::string& path) : file_(path), packer_(packer_for(path)) {}

OutputText::~OutputText() = default;

void OutputText::flush_if_large() {
  if (text_.size() >= piece) flush(false);
}

void OutputText::finish() {
  flush(true);
  file_.commit();
}

void OutputText::flush(bool last) {
  packer_->pack(text_, last, file_);
  text_.clear();
}

}  // namespace scpp
