#pragma once
// Progress inside a method: what it does now. May throw Cancelled.
#include <functional>
#include <string>

namespace scpp {

using StageWatch = std::function<void(const std::string& stage)>;

}  // namespace scpp
