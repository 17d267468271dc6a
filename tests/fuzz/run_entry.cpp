#include "base/parallel.hpp"
#include "fuzz/entries.hpp"
#include "scpp/errors.hpp"

namespace scpp::fuzz {

void run_entry(const Entry& entry, std::string_view bytes) {
  const ScopedThreads one(1);  // waking others takes longer than the work
  try {
    entry.run(bytes);
  } catch (const Error& refusal) {
    require(std::string_view(refusal.what()).size() > 3, "a refusal is a sentence");
  }
}

}  // namespace scpp::fuzz
