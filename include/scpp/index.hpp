#pragma once
#include <cstddef>

namespace scpp {

/// The one type of row numbers, column numbers and counts of them: signed, so that differences are what they
/// seem.
#if defined(__EMSCRIPTEN__)
using Index = long long;  // products of sizes are larger than the 32-bit memory of a browser
#else
using Index = std::ptrdiff_t;
#endif

}  // namespace scpp
