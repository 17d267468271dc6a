#pragma once
#include <cstddef>

namespace scpp {

/// The one type of row numbers, column numbers and counts of them: signed, so that differences are what they
/// seem.
using Index = std::ptrdiff_t;

}  // namespace scpp
