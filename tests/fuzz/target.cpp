// One libFuzzer program for each entry: SCPP_FUZZ_ENTRY is its name, SCPP_FUZZ_GROUP the function that has
// it. Only that group is linked, since libFuzzer's work grows with the program.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/entries.hpp"

namespace {

scpp::fuzz::Entry entry() {
  for (const scpp::fuzz::Entry& candidate : scpp::fuzz::SCPP_FUZZ_GROUP())
    if (candidate.name == SCPP_FUZZ_ENTRY) return candidate;
  std::fputs("there is no entry " SCPP_FUZZ_ENTRY "\n", stderr);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const scpp::fuzz::Entry chosen = entry();
  scpp::fuzz::run_entry(chosen, {reinterpret_cast<const char*>(data), size});
  return 0;
}
