#pragma once
// What the fuzzer may feed: each entry takes arbitrary bytes, and either does its work or throws scpp::Error
// with a sentence. Anything else - a crash, another exception, a broken law - is a finding. libFuzzer
// (target.cpp) and the tests of every build (corpus_test.cpp) run the same functions.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace scpp::fuzz {

struct Entry {
  std::string name;
  void (*run)(std::string_view bytes);
  std::vector<std::string> (
      *seeds)();  ///< valid inputs to start from, made by the library's own writers if binary
};

const std::vector<Entry>& entries();

/// Runs the entry; scpp::Error with a sentence is a good end.
void run_entry(const Entry& entry, std::string_view bytes);

class BrokenLaw : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void require(bool holds, const char* law) {
  if (!holds) throw BrokenLaw(law);
}

/// Takes choices off the front of the input; an exhausted input gives zeros.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : rest_(bytes) {}
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  int below(int limit) { return byte() % limit; }
  bool flag() { return (byte() & 1) != 0; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

std::vector<Entry> reader_entries();
std::vector<Entry> packed_entries();
std::vector<Entry> model_entries();
std::vector<Entry> built_model_entries();
std::vector<Entry> option_entries();
std::vector<Entry> fit_entries();
std::vector<Entry> pass_entries();

}  // namespace scpp::fuzz
