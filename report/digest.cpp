#include "report/digest.hpp"

#include <cstdint>
#include <cstring>

namespace scpp {
namespace {

/// FNV-1a, 64 bits.
class Hash {
 public:
  template <class Number>
  void add(Number value) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3ULL;
  }
  std::string hex() const {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[state_ >> shift & 15];
    return text;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

}  // namespace

std::string model_digest(const Model& model) {
  Hash hash;
  for (const Node& node : model.tree.nodes) {
    hash.add(node.parent);
    hash.add(node.order);
    hash.add(node.rows);
    if (node.split) hash.add(node.split->lambda2);
  }
  for (const double mean : model.transform.mean) hash.add(mean);
  return hash.hex();
}

}  // namespace scpp
