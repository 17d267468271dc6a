#pragma once
// What the commands that take a MODEL share.
#include <optional>

#include "arguments.hpp"
#include "scpp/io.hpp"
#include "scpp/model.hpp"

namespace scpp::cli {

Operand model_operand();
Flag clusters_flag(const std::string& sentence);

/// The number given with -k. Throws UsageError when it is not one that the library takes.
std::optional<int> clusters_from(const Arguments& arguments);

/// The model, cut to `clusters`. Throws UsageError when it has fewer.
Model load_cut(const std::string& path, std::optional<int> clusters);

/// Columns of text that nobody asked for are left out: the model cannot know them.
ReadOptions read_options_for_model(const Arguments& arguments);

}  // namespace scpp::cli
