#pragma once
// Sanitizers make a test ten to forty times slower. A test that repeats itself for the sake of numbers shows
// them as much in a tenth of its repetitions; the numbers are for the build that ships.
#include <algorithm>

namespace scpp {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

constexpr int repetitions(int usual) { return sanitized ? std::max(usual / 10, 1) : usual; }

}  // namespace scpp
