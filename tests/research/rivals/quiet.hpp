#pragma once
#include "rivals/rivals.hpp"

namespace scpp {

/// For those who do not want to hear of stages.
inline const StageWatch quiet = [](const std::string&) {};

}  // namespace scpp
