// The command line in a page: what main.cpp is in a terminal. One table and one model are held between the
// calls of web/app/bridge.ts; tables are read, options checked and files written by the commands' own code,
// so that the page has their rules and their sentences. Notes and warnings go to standard error, which the
// page reads.
#include <emscripten.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "clustering.hpp"
#include "model.hpp"
#include "scpp/confidence.hpp"
#include "scpp/report.hpp"
#include "scpp/split_leaf.hpp"

namespace scpp::cli {

// No signal reaches a page: whoever stops a fit ends its worker.
Interruption::Interruption() = default;
Interruption::~Interruption() = default;
void Interruption::watch_output(const std::string&) {}
void Interruption::end_process() { std::abort(); }

namespace {

using Json = nlohmann::json;

EM_JS(void, tell_page, (const char* stage, double rows, int found, int wanted, double evaluations),
      { Module["onProgress"](UTF8ToString(stage), rows, found, wanted, evaluations); });

struct Page {
  Interruption interruption;
  Session session{interruption};
  std::optional<FitOptions> options;  ///< nothing where the model came from a file
  DataSet data;
  Model model;
  std::vector<std::int32_t> labels;
  std::optional<double> seconds;
  std::string answer;

  Page() {
    ::setenv("NO_COLOR", "1", 1);
  }  // the page takes what is said for a terminal, and has its own colours
};

Page& page() {
  static Page only;
  return only;
}

/// Words as the page joins them: each ends with a zero byte.
std::vector<std::string> words_in(const char* text, int size) {
  std::vector<std::string> words;
  for (const char *at = text, *end = text + size; at < end; at += words.back().size() + 1)
    words.emplace_back(at);
  return words;
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Every failure becomes one sentence, as in main.cpp. Returns whether there is an answer.
template <class Work>
int answered(const Work& work) {
  try {
    page().answer = work();
    return 1;
  } catch (const std::bad_alloc&) {
    page().answer = "there is not enough memory";
  } catch (const std::exception& problem) {
    page().answer = printable(problem.what());
  }
  return 0;
}

Observer told_to_page() {
  return [](const Progress& now) {
    tell_page(std::string(sentence(now.stage)).c_str(), now.rows, now.clusters_found, now.clusters_wanted,
              static_cast<double>(now.evaluations));
    return true;
  };
}

std::string facts_of(const DataSet& data) {
  return text_of({{"rows", data.table.rows()},
                  {"columns", data.table.columns()},
                  {"rowsInFile", data.rows_in_file()},
                  {"names", data.table.names},
                  {"classes", data.truth.names}});
}

void take_data(DataSet data) {
  page().data = std::move(data);
  page().labels.clear();
  page().seconds.reset();
}

void take_model(Model model) {
  page().labels = assign(model, page().data.table.values);
  page().model = std::move(model);
}

Json column(Index position, const std::string& name, const std::string& kind) {
  return {{"position", position}, {"name", name}, {"kind", kind}};
}

/// Every column of a file: one of text, too, though it would be refused.
Json columns_of(const std::string& path, ReadOptions options) {
  Json columns = Json::array();
  options.leave_out = LeaveOut::nothing;
  try {
    options.other_text = TextRule::refuse;
    (void)read_table(path, options);
  } catch (const TextError& problem) {
    for (const TextError::Column& each : problem.columns)
      columns.push_back(column(each.position, each.name, "text"));
  }
  options.other_text = TextRule::drop;
  const Table table = read_table(path, options);
  for (Index i = 0; i < table.columns(); ++i)
    columns.push_back(column(table.positions[i], table.names.empty() ? "" : table.names[i], "number"));
  std::sort(columns.begin(), columns.end(),
            [](const Json& a, const Json& b) { return a["position"] < b["position"]; });
  return columns;
}

/// The model and the labels as the page shows them; `edits` is what the report exports, or nothing.
struct Shown {
  Model model;
  std::vector<std::int32_t> labels;
  std::vector<std::string> names;
};

Shown shown_with(const std::string& edits) {
  if (edits.empty()) return {page().model, page().labels, {}};
  Edited edited = apply_edits(page().model, parse_edits(edits, "the page's edits"));
  std::vector<std::int32_t> labels = relabelled(edited, page().labels);
  const bool named = std::ranges::any_of(edited.names, [](const std::string& name) { return !name.empty(); });
  if (!named) edited.names.clear();
  return {std::move(edited.model), std::move(labels), std::move(edited.names)};
}

/// The first row with this cell in the column of --id, counted from 0 among the rows that are clustered.
std::optional<Index> row_with_id(const DataSet& data, const std::string& id) {
  if (!data.id) return {};
  const auto& kept = data.table.source_rows;
  for (Index row = 0; row < data.table.rows(); ++row)
    if (data.id->cells[kept.empty() ? row : kept[row]] == id) return row;
  return {};
}

/// A row by its id, or else by its number, counted from 1.
Index row_called(const DataSet& data, const std::string& what) {
  if (const auto row = row_with_id(data, what)) return *row;
  Index number = 0;
  const auto [end, problem] = std::from_chars(what.data(), what.data() + what.size(), number);
  const bool whole = problem == std::errc() && end == what.data() + what.size();
  if (!whole && data.id) throw UsageError("no row has the id '" + what + "'");
  if (!whole)
    throw UsageError("'" + what +
                     "' is no number of a row; ids are found, too, when --id names their column");
  if (number < 1 || number > data.table.rows())
    throw UsageError("there is no row " + what + "; the last one is row " +
                     std::to_string(data.table.rows()));
  return number - 1;
}

std::string row_told(const std::string& what) {
  const DataSet& data = page().data;
  const Index row = row_called(data, what);
  const TableView one = data.table.values.middle_rows(row, 1);
  std::vector<double> values(data.table.columns());
  one.copy_row(0, values.data());
  Json told = {{"row", row}, {"label", page().labels[row]}, {"values", values}};
  if (page().model.reference) {
    const Confidence sure = confidence(page().model, one, row);
    told.update(
        {{"probability", sure.probability[0]}, {"outlier", sure.outlier[0]}, {"other", sure.other[0]}});
  }
  const auto& kept = data.table.source_rows;
  if (data.id) told["id"] = data.id->cells[kept.empty() ? row : kept[row]];
  if (!data.truth.of_row.empty()) told["class"] = data.truth.names[data.truth.of_row[row]];
  return text_of(told);
}

}  // namespace
}  // namespace scpp::cli

// ---- what web/app/bridge.ts calls; each returns whether there is an answer, else the answer is the sentence

using namespace scpp::cli;
using scpp::Index;

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* scpp_answer() { return page().answer.data(); }
EMSCRIPTEN_KEEPALIVE int scpp_answer_size() { return static_cast<int>(page().answer.size()); }

/// Words of the command fit: reads the table.
EMSCRIPTEN_KEEPALIVE int scpp_read(const char* words, int size) {
  return answered([&] {
    const Arguments arguments = parse(fit_command(), words_in(words, size));
    const scpp::FitOptions options = options_from(arguments);
    take_data(read_rows(arguments, read_options(arguments), page().session));
    page().options = options;
    return facts_of(page().data);
  });
}

/// Words of the command fit: only the file and how it is read count.
EMSCRIPTEN_KEEPALIVE int scpp_columns(const char* words, int size) {
  return answered([&] {
    const Arguments arguments = parse(fit_command(), words_in(words, size));
    return text_of(columns_of(arguments.operand(0), read_options(arguments)));
  });
}

EMSCRIPTEN_KEEPALIVE int scpp_fit() {
  return answered([] {
    if (!page().options) throw UsageError("read a table first");
    const Stopwatch watch;
    const DataSet& data = page().data;
    scpp::Fit found = scpp::fit(data.table.values, *page().options, data.weights, told_to_page());
    remember_data(found.model, data);
    page().model = std::move(found.model);
    page().labels = std::move(found.labels);
    page().seconds = watch.seconds();
    return to_bytes(page().model);
  });
}

/// Words of the command report: a model's file, and rows for it.
EMSCRIPTEN_KEEPALIVE int scpp_open(const char* words, int size) {
  return answered([&] {
    const Arguments arguments = parse(report_command(), words_in(words, size));
    scpp::Model model = scpp::load(arguments.operand(0));
    take_data(read_rows_for(model, arguments.operand(1), arguments, page().session));
    page().options.reset();
    take_model(std::move(model));
    return facts_of(page().data);
  });
}

/// Another model of the rows at hand, such as an earlier one.
EMSCRIPTEN_KEEPALIVE int scpp_use(const char* bytes, int size) {
  return answered([&] {
    take_model(scpp::from_bytes({bytes, bytes + size}));
    return std::string();
  });
}

/// Cuts a cluster of the edited model in two.
EMSCRIPTEN_KEEPALIVE int scpp_split(const char* edits, int cluster) {
  return answered([&] {
    const DataSet& data = page().data;
    const scpp::Model model = shown_with(edits).model;
    const int leaf = model.tree.leaves().at(cluster);
    take_model(split_leaf(model, leaf, data.table.values, data.weights, told_to_page()));
    return to_bytes(page().model);
  });
}

EMSCRIPTEN_KEEPALIVE int scpp_row(const char* what) {
  return answered([&] { return row_told(what); });
}

EMSCRIPTEN_KEEPALIVE int scpp_model(const char* edits) {
  return answered([&] { return to_bytes(shown_with(edits).model); });
}

EMSCRIPTEN_KEEPALIVE int scpp_labels(const char* edits, int scores) {
  return answered([&] {
    const DataSet& data = page().data;
    const Shown shown = shown_with(edits);
    MoreColumns more{shown.names, {}};
    if (scores) more.confidence = confidence(shown.model, data.table.values);
    return labels_text(data, shown.labels, more);
  });
}

EMSCRIPTEN_KEEPALIVE int scpp_report(const char* edits) {
  return answered([&] {
    const DataSet& data = page().data;
    const Shown shown = shown_with(edits);
    return scpp::report_html({shown.model, data.table.values, shown.labels, data.title(), data.truth.of_row,
                              data.truth.names, data.notes, page().seconds, data.weights, shown.names});
  });
}

/// Words of the command generate: writes a table to the page's own files.
EMSCRIPTEN_KEEPALIVE int scpp_generate(const char* words, int size) {
  return answered([&] {
    const Command command = generate_command();
    page().session.quiet = true;
    command.run(parse(command, words_in(words, size)), page().session);
    page().session.quiet = false;
    return std::string();
  });
}
}
