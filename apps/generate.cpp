#include "data/generate/generate.hpp"

#include <algorithm>

#include "commands.hpp"
#include "labels.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "table_output.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

GenerateOptions options_from(const Arguments& arguments) {
  GenerateOptions options;
  try {
    for (const GenerateParameter& parameter : generate_parameters())
      if (const auto value = arguments.value(parameter.name)) parameter.set(options, *value);
  } catch (const InvalidArgument& problem) {
    throw UsageError(problem.what());
  }
  return options;
}

Generated made_from(const std::string& kind, const GenerateOptions& options) {
  try {
    return generate(kind, options);
  } catch (const InvalidArgument& problem) {
    throw UsageError(problem.what());
  }
}

std::vector<std::string> class_cells(const Generated& made) {
  std::vector<std::string> cells;
  for (const auto label : made.classes) cells.push_back(made.class_names[static_cast<std::size_t>(label)]);
  return cells;
}

std::string class_text(const Generated& made) {
  std::string text = "class\n";
  for (const std::string& cell : class_cells(made)) text += cell + '\n';
  return text;
}

int run_generate(const Arguments& arguments, Session& session) {
  const GenerateOptions options = options_from(arguments);
  const std::string path = arguments.value_or("output", "-");
  const WriteOptions writing = write_options(path, arguments);
  Outputs data_output(session, {}), class_output(session, {path});
  data_output.plan("--output", path);
  const auto classes = arguments.value("labels");
  if (classes) {
    require_csv_name("--labels", *classes);
    if (path == "-" && *classes == "-")
      throw UsageError("--output and --labels cannot both be written to standard output");
    class_output.plan("--labels", *classes);
  }
  Generated made = made_from(arguments.operand(0), options);
  if (const auto name = arguments.value("class-column"))
    made.table.text.push_back({*name, made.table.columns(), class_cells(made)});
  write_data(path, made.table, writing, session);
  class_output.put("--labels", class_text(made));
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

}  // namespace

Command generate_command() {
  return {"generate",
          "Make up data with known clusters under columns of noise",
          {{"KIND", kinds_sentence()}},
          joined({{{"output", "OUT", "the file to write; its name tells the format", "Main options", 'o',
                    false, "", "-"},
                   {"labels", "OUT.csv", "write the known classes to a file of their own", "Main options"},
                   {"class-column", "NAME", "add the known classes to the data as a column of text",
                    "Main options"},
                   to_flag()},
                  generator_flags(),
                  common_flags()}),
          {{"scpp generate gaussians -o mixture.csv --class-column class", "five clusters in 50 columns"},
           {"scpp generate moons --rows 500 --columns 20 --noise-columns 18 -o moons.npy --labels truth.csv",
            "two moons, their classes apart"}},
          run_generate};
}

}  // namespace scpp::cli
