#pragma once
#include <string>

#include "scpp/model.hpp"

namespace scpp {

/// Sixteen hexadecimal digits that tell one fitted tree from another, so that edits are given back to the
/// model they were made for.
std::string model_digest(const Model& model);

}  // namespace scpp
