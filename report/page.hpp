#pragma once
// The page built from web/, generated when the library is built. Empty if it was built without it.
#include <string_view>

namespace scpp {

std::string_view report_page();

}  // namespace scpp
