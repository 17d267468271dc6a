#pragma once
// All columns of a table, numeric and text, in the order of their source.
#include <string>
#include <vector>

#include "io/table.hpp"

namespace scpp {

struct OrderedColumn {
  const TextColumn* text = nullptr;  ///< null for a numeric column
  Index numeric = 0;           ///< its index among the numeric columns
  std::string name;                  ///< given, or made up from its place: "x3"
};

std::vector<OrderedColumn> ordered_columns(const Table& table);

}  // namespace scpp
