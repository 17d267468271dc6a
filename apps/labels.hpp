#pragma once
// Labels as text.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "input.hpp"

namespace scpp::cli {

/// Throws UsageError when the name of the file promises another format than CSV.
void require_csv_name(const std::string& flag, const std::string& path);

/// One line for each row of the file, NA for rows that were dropped. With `names` a second column names the
/// clusters.
std::string labels_text(const DataSet& data, std::span<const std::int32_t> labels,
                        const std::vector<std::string>& names = {});

}  // namespace scpp::cli
