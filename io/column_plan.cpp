#include "io/column_plan.hpp"

#include <algorithm>
#include <charconv>

#include "io/did_you_mean.hpp"
#include "scpp/errors.hpp"

namespace scpp {

Index find_column(const std::string& path, const std::vector<std::string>& names, Index columns,
                        const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), wanted) != names.end())
      throw InvalidArgument(path + " has two columns named '" + wanted +
                            "'; give the number of the one you mean");
    return (found - names.begin());
  }
  Index number = 0;
  const auto end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data(), end, number);
  if (parsed.ec == std::errc() && parsed.ptr == end) {
    if (number >= 1 && number <= columns) return number - 1;
    throw InvalidArgument(path + " has no column " + wanted + ": its columns are 1 to " +
                          std::to_string(columns));
  }
  if (names.empty())
    throw InvalidArgument(path + " has no column '" + wanted +
                          "': its columns have no names, only the numbers 1 to " + std::to_string(columns));
  throw InvalidArgument(path + " has no column '" + wanted + "'" + did_you_mean(wanted, names));
}

std::vector<bool> text_plan(const std::string& path, const std::vector<std::string>& names,
                            Index columns, const ReadOptions& options) {
  std::vector<bool> as_text(columns, false);
  for (const std::string& wanted : options.text_columns)
    as_text[find_column(path, names, columns, wanted)] = true;
  return as_text;
}

}  // namespace scpp
