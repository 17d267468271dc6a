#pragma once
#include <cstdint>

namespace scpp {

/// Bytes that this process may still map (ulimit -v); the largest number when there is no limit.
std::uint64_t address_space_left();

}  // namespace scpp
