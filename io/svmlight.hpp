#pragma once
// SVMlight / LIBSVM: "label index:value index:value ...".
#include <string>
#include <string_view>

#include "io/memory.hpp"
#include "io/table.hpp"

namespace scpp {

/// The labels become the text column "label" before the features f1 ... fd; indices count from 1 and rise
/// within a line, absent ones are 0, qid is ignored, '#' starts a comment.
Table read_svmlight(const std::string& path, std::string_view text, const MemoryBudget& budget);

}  // namespace scpp
