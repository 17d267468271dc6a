#include "output.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "session.hpp"

namespace scpp::cli {
namespace {

namespace fs = std::filesystem;

/// Standard output, devices and pipes are written in place: they cannot clash and cannot be tried out.
bool is_stream(const std::string& path) {
  std::error_code ignored;
  return path == "-" || (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) &&
                         !fs::is_directory(path, ignored));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (is_stream(a) || is_stream(b)) return false;
  if (fs::exists(a, ignored) && fs::exists(b, ignored)) return fs::equivalent(a, b, ignored);
  return fs::weakly_canonical(fs::absolute(a, ignored), ignored) ==
         fs::weakly_canonical(fs::absolute(b, ignored), ignored);
}

/// Not while an interruption is tidying up; streams are left out, because opening them may block.
std::unique_ptr<AtomicFile> opened(const std::string& path, Interruption& interruption) {
  std::unique_lock lock(interruption.creating(), std::defer_lock);
  if (!is_stream(path)) lock.lock();
  return std::make_unique<AtomicFile>(path);
}

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

/// A name from somebody's edits must not become a formula in a spreadsheet.
std::string harmless(const std::string& name) {
  return !name.empty() && std::string("=+-@\t\r").find(name[0]) != std::string::npos ? "'" + name : name;
}

}  // namespace

Outputs::Outputs(Session& session, const Arguments& arguments, std::vector<std::string> inputs)
    : session_(session), inputs_(std::move(inputs)) {
  if (std::ranges::count(inputs_, "-") > 1) throw UsageError("standard input can be read only once");
  if (const auto config = arguments.value("config")) inputs_.push_back(*config);
}

void Outputs::refuse_clash(const std::string& what, const std::string& path) const {
  for (const std::string& input : inputs_)
    if (same_file(split_hdf5_path(input).file, path))
      throw UsageError(what + " names " + path + ", which is an input: it would be overwritten");
  for (const Planned& other : planned_) {
    if (path == "-" && other.path == "-")
      throw UsageError(other.what + " and " + what + " cannot both be written to standard output");
    if (same_file(other.path, path)) throw UsageError(other.what + " and " + what + " both name " + path);
  }
}

void Outputs::plan(const std::string& what, const std::string& path) {
  if (path.empty()) throw UsageError(what + " needs the name of a file");
  refuse_clash(what, path);
  session_.interruption().watch_output(path);
  // Created and removed again: a wrong path is told before the work, not after it.
  if (!is_stream(path)) opened(path, session_.interruption());
  if (path == "-") session_.output_on_stdout = true;
  planned_.push_back({what, path, {}});
}

void Outputs::put(const std::string& what, std::string content) {
  put_stream(what, [content = std::move(content)](AtomicFile& file) { file.write(content); });
}

void Outputs::put_stream(const std::string& what, const std::function<void(AtomicFile&)>& write) {
  for (Planned& output : planned_)
    if (output.what == what) output.write = write;
}

void Outputs::commit() {
  std::vector<std::unique_ptr<AtomicFile>> files;
  for (const Planned& output : planned_) {
    files.push_back(opened(output.path, session_.interruption()));
    if (output.write) output.write(*files.back());
  }
  const std::scoped_lock lock(session_.interruption().creating());
  for (const auto& file : files) file->commit();
}

std::string Outputs::sentence() const {
  std::vector<std::string> files;
  for (const Planned& output : planned_)
    if (output.path != "-") files.push_back(output.path);
  return files.empty() ? "" : "wrote " + comma_list(files);
}

void require_csv_name(const std::string& flag, const std::string& path) {
  const Format format = format_of_extension(path);
  const bool packed = path.ends_with(".gz") || path.ends_with(".zst");
  if (packed || (format != Format::csv && format != Format::automatic))
    throw UsageError(flag + " is written as CSV text, but " + path + " names another format");
}

Flag scores_flag() {
  return {
      "scores", "",
      "add two columns to the labels: probability (that the row belongs to its cluster) and outlier (0 to "
      "1: how far it lies from other rows)",
      "More output"};
}

std::string labels_header(bool scores) { return scores ? "label,probability,outlier" : "label"; }

std::string label_cells(std::int32_t label, const std::optional<Confidence>& confidence, Index row) {
  std::string text = std::to_string(label);
  if (!confidence) return text;
  return text + "," + four_digits(confidence->probability[row]) + "," + four_digits(confidence->outlier[row]);
}

std::string no_label_cells(bool scores) { return scores ? "NA,NA,NA" : "NA"; }

std::string labels_text(const DataSet& data, std::span<const std::int32_t> labels, const MoreColumns& more) {
  const bool named = !more.names.empty(), scored = more.confidence.has_value();
  std::string text = labels_header(scored) + (named ? ",name\n" : "\n");
  if (data.id) text = quoted(data.id->name.empty() ? "id" : data.id->name) + "," + text;
  constexpr Index usual_line = 4;  // bytes
  text.reserve(text.size() + usual_line * data.rows_in_file());
  Index next = 0;
  for (Index row = 0; row < data.rows_in_file(); ++row) {
    const auto& kept = data.table.source_rows;
    const bool here = kept.empty() || (next < std::ssize(kept) && kept[next] == row);
    if (data.id) text += quoted(data.id->cells[row]) + ",";
    text += here ? label_cells(labels[next], more.confidence, next) : no_label_cells(scored);
    if (named) text += "," + (here ? quoted(harmless(more.names[labels[next]])) : "");
    text += '\n';
    next += here;
  }
  return text;
}

Flag to_flag() {
  return {"to",
          "FORMAT",
          "format to write, if the name of the file does not tell",
          "Main options",
          0,
          false,
          "csv|tsv|npy|arff|svmlight|hdf5"};
}

WriteOptions write_options(const std::string& path, const Arguments& arguments) {
  WriteOptions options;
  const std::string word = arguments.value_or("to", "");
  options.format = format_named(word == "tsv" ? "csv" : word).value_or(options.format);
  if (word == "tsv") options.separator = '\t';
  if (word.empty() && format_of_extension(path) == Format::npz)
    throw UsageError("cannot write " + path + ": NPZ files are only read; write NPY");
  if (word.empty() && path != "-" && format_of_extension(path) == Format::automatic)
    throw UsageError("the name " + path + " tells no format; give one with --to");
  return options;
}

void write_data(const std::string& path, const Table& table, const WriteOptions& options, Session& session) {
  const std::vector<std::string> lost = write_table(path, table, options);
  if (!lost.empty())
    session.note("this format has no room for text, so these are not written: " + comma_list(lost));
}

}  // namespace scpp::cli
