#include "fuzz/entries.hpp"

namespace scpp::fuzz {
namespace {

std::vector<Entry> gathered() {
  std::vector<Entry> all;
  for (const auto& part : {reader_entries(), packed_entries(), model_entries(), built_model_entries(),
                           option_entries(), fit_entries(), pass_entries()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = gathered();
  return all;
}

}  // namespace scpp::fuzz
