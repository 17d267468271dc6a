#pragma once
// --memory: tables that are read in blocks, so that memory stays within a promise.
#include <optional>

#include "arguments.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "scpp/model.hpp"

namespace scpp::cli {

Flag memory_flag();

/// Bytes, nothing without the option. Throws UsageError for what is no size, and for options that need all rows at once.
std::optional<Index> memory_from(const Arguments& arguments);

int fit_in_blocks(const Arguments& arguments, const Choice& choice, Index memory, Outputs& outputs,
                  Session& session);

int predict_in_blocks(const Arguments& arguments, const Model& model, Index memory, Outputs& outputs,
                      Session& session);

}  // namespace scpp::cli
