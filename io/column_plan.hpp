#pragma once
// Which columns of a source are kept aside as text because the caller asked for it.
#include "scpp/index.hpp"
#include <string>
#include <vector>

#include "io/read_options.hpp"

namespace scpp {

/// as_text[c] for every column of the source. A wanted column is found by its name, else by its number from
/// 1; one that does not exist, or a name that two columns bear, throws InvalidArgument naming path and
/// column.
std::vector<bool> text_plan(const std::string& path, const std::vector<std::string>& names,
                            Index columns, const ReadOptions& options);

/// The same for one wanted column: its position from 0.
Index find_column(const std::string& path, const std::vector<std::string>& names, Index columns,
                        const std::string& wanted);

}  // namespace scpp
