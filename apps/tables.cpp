// The commands generate and convert, which write tables.
#include <algorithm>

#include "input.hpp"
#include "output.hpp"
#include "scpp/generate.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

constexpr Index rows_at_a_time = Index{1} << 16;

GenerateOptions options_from(const Arguments& arguments) {
  return blaming_command_line([&] {
    GenerateOptions options;
    for (const GenerateParameter& parameter : generate_parameters())
      if (const auto value = arguments.value(parameter.name)) parameter.set(options, *value);
    return options;
  });
}

std::vector<std::string> class_cells(const Generated& made) {
  std::vector<std::string> cells;
  for (const auto label : made.classes) cells.push_back(made.class_names[label]);
  return cells;
}

void append_classes(std::string& text, const Generated& made) {
  for (const std::string& cell : class_cells(made)) text += cell + '\n';
}

/// NPY is written as it is made; what else there is needs the whole table. Returns the last block.
Generated write_made(const std::string& path, Generator& generator, const GenerateOptions& options,
                     const Arguments& arguments, std::string& classes, Session& session) {
  const WriteOptions writing = write_options(path, arguments);
  const bool is_npy =
      (writing.format == Format::automatic ? format_of_extension(path) : writing.format) == Format::npy;
  if (!is_npy && arguments.has("float32")) throw UsageError("--float32 is for NPY files");
  const auto column = arguments.value("class-column");
  Generated made;
  if (column || !is_npy) {
    made = generator.next(options.rows);
    append_classes(classes, made);
    if (column) made.table.text.push_back({*column, made.table.columns(), class_cells(made)});
    write_data(path, made.table, writing, session);
    return made;
  }
  NpyWriter writer(path, options.rows, options.columns,
                   arguments.has("float32") ? Scalar::float32 : Scalar::float64);
  for (Index first = 0; first < options.rows; first += made.classes.size()) {
    made = generator.next(std::min(rows_at_a_time, options.rows - first));
    writer.append(made.table.values);
    append_classes(classes, made);
  }
  writer.finish();
  return made;
}

int run_generate(const Arguments& arguments, Session& session) {
  const GenerateOptions options = options_from(arguments);
  const std::string path = arguments.value_or("output", "-");
  write_options(path, arguments);  // a name that tells no format is refused before the work
  Outputs data_output(session, arguments, {}), class_output(session, arguments, {path});
  data_output.plan("--output", path);
  const auto classes = arguments.value("labels");
  if (classes) {
    require_csv_name("--labels", *classes);
    if (path == "-" && *classes == "-")
      throw UsageError("--output and --labels cannot both be written to standard output");
    class_output.plan("--labels", *classes);
  }
  std::string class_text = "class\n";
  Generator generator = blaming_command_line([&] { return Generator(arguments.operand(0), options); });
  const Generated made = write_made(path, generator, options, arguments, class_text, session);
  class_output.put("--labels", class_text);
  class_output.commit();
  if (path != "-")
    session.say("wrote " + path + ": " + counted(static_cast<double>(options.rows), "row") + ", " +
                counted(static_cast<double>(options.columns + made.table.text.size()), "column") + ", " +
                std::to_string(made.class_names.size()) + " classes");
  return 0;
}

std::string kinds_sentence() {
  std::string sentence;
  for (const GeneratorKind& kind : generator_kinds())
    sentence += (sentence.empty() ? "" : "; ") + kind.name + ": " + kind.sentence;
  return sentence;
}

std::vector<Flag> generator_flags() {
  std::vector<Flag> flags;
  for (const GenerateParameter& parameter : generate_parameters()) {
    Flag flag{parameter.name, "VALUE", parameter.sentence, "Data"};
    flag.values = parameter.values;
    flag.default_value = parameter.get(GenerateOptions{});
    flag.letter = parameter.name == "clusters" ? 'k' : '\0';
    flags.push_back(flag);
  }
  return flags;
}

int run_convert(const Arguments& arguments, Session& session) {
  const std::string &from = arguments.operand(0), &to = arguments.operand(1);
  ReadOptions options = read_options(arguments);
  const WriteOptions writing = write_options(to, arguments);
  Outputs outputs(session, arguments, {from});
  outputs.plan("OUT", to);
  options.text_columns = arguments.all("keep");
  DataSet data;
  data.path = from;
  data.table = reading("--keep", [&] { return read_table(from, options); });
  for (const std::string& note : reading_notes(from, data.table)) session.note(note);
  if (arguments.has("missing"))
    settle_missing(data, missing_rule(*arguments.value("missing")),
                   "another --missing says what to do with them", session);
  else if (const MissingReport gaps = find_missing(data.table); gaps.cells > 0)
    session.note(from + " has " + gaps.sentence());
  write_data(to, data.table, writing, session);
  if (to != "-")
    session.say("wrote " + to + ": " + counted(static_cast<double>(data.table.rows()), "row") + ", " +
                counted(static_cast<double>(data.table.columns() + data.table.text.size()), "column"));
  return 0;
}

}  // namespace

Command generate_command() {
  return {"generate",
          "Generate data with known clusters and columns of noise",
          {{"KIND", kinds_sentence()}},
          joined({{{"output", "OUT", "file to write; its name tells the format", "Main options", 'o', false,
                    "", "-"},
                   {"labels", "OUT.csv", "write the known classes to a separate file", "Main options"},
                   {"class-column", "NAME", "add the known classes to the data as a column of text",
                    "Main options"},
                   {"float32", "", "write single precision numbers (NPY only)", "Main options"},
                   to_flag()},
                  generator_flags(),
                  common_flags()}),
          {{"scpp generate gaussians -o mixture.csv --class-column class", "five clusters in 50 columns"},
           {"scpp generate moons --rows 500 --columns 20 --noise-columns 18 -o moons.npy --labels truth.csv",
            "two moons, with their classes in another file"}},
          run_generate};
}

Command convert_command() {
  Flag missing = missing_flag();
  missing.default_value.clear();
  return {"convert",
          "Write a table in another format",
          {{"IN", "a table in any format that fit reads; - is standard input"},
           {"OUT", "file to write; its name tells the format; - is standard output"}},
          joined({{to_flag(),
                   {"keep", "COLUMN", "column (name or number) to keep as text (may be given more than once)",
                    "Columns", 0, true},
                   drop_flag(),
                   missing},
                  reading_flags(),
                  common_flags()}),
          {{"scpp convert data.csv data.npy --drop class", "the numbers without the column class"},
           {"scpp convert cells.h5ad cells.csv.gz", "compressed CSV"}},
          run_convert};
}

}  // namespace scpp::cli
