#pragma once
// Tables on their way to a file, for generate and convert.
#include "arguments.hpp"
#include "scpp/io.hpp"
#include "session.hpp"

namespace scpp::cli {

Flag to_flag();

/// Throws UsageError when neither --to nor the name of the file tells a format.
WriteOptions write_options(const std::string& path, const Arguments& arguments);

/// Notes the columns that the format cannot hold.
void write_data(const std::string& path, const Table& table, const WriteOptions& options, Session& session);

}  // namespace scpp::cli
