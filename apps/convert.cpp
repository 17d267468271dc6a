#include "commands.hpp"
#include "scpp/io.hpp"
#include "input.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "table_output.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

/// Leaves out the columns given with --drop, text by now, and keeps those given with --keep.
void drop_columns(Table& table, const Arguments& arguments) {
  for (const std::string& wanted : arguments.all("drop"))
    std::erase_if(table.text, [&](const TextColumn& column) {
      return column.name == wanted || std::to_string(column.position + 1) == wanted;
    });
}

int run_convert(const Arguments& arguments, Session& session) {
  const std::string &from = arguments.operand(0), &to = arguments.operand(1);
  ReadOptions reading = read_options(arguments);
  const WriteOptions writing = write_options(to, arguments);
  Outputs outputs(session, {from});
  outputs.plan("OUT", to);
  for (const char* flag : {"keep", "drop"})
    for (const std::string& column : arguments.all(flag)) reading.text_columns.push_back(column);
  DataSet data;
  data.path = from;
  data.table = read_any_table(from, reading);
  drop_columns(data.table, arguments);
  if (arguments.has("missing")) settle_missing(data, missing_rule(*arguments.value("missing")), session);
  write_data(to, data.table, writing, session);
  if (to != "-")
    session.say("wrote " + to + ": " + counted(static_cast<double>(data.table.rows()), "row") + ", " +
                counted(static_cast<double>(data.table.columns() + data.table.text.size()), "column"));
  return 0;
}

}  // namespace

Command convert_command() {
  Flag missing = missing_flag();
  missing.default_value.clear();
  return {"convert",
          "Write a table in another format",
          {{"IN", "a table in any format that fit reads; - is standard input"},
           {"OUT", "the file to write; its name tells the format; - is standard output"}},
          joined({{to_flag(),
                   {"keep", "COLUMN", "column (name or number) to keep as text; may be repeated", "Columns",
                    0, true},
                   {"drop", "COLUMN", "column (name or number) to leave out; may be repeated", "Columns", 0,
                    true},
                   missing},
                  reading_flags(),
                  common_flags()}),
          {{"scpp convert data.csv data.npy --drop class", "numbers only"},
           {"scpp convert cells.h5ad cells.csv.gz", "packed CSV"}},
          run_convert};
}

}  // namespace scpp::cli
