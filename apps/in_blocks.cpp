// --memory: tables that are read in blocks, so that memory stays within a promise.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "clustering.hpp"
#include "model.hpp"
#include "scpp/fit.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

constexpr Index rows_of_text = Index{1} << 16;  // labels that become text at a time

OpenTable opened(const Arguments& arguments, Index operand, const ReadOptions& options,
                 ProgressLine& progress, Session& session) {
  const std::string& path = arguments.operand(operand);
  const Observer watch = progress.observer();
  OpenTable table = reading("", [&] {
    return open_table(path, options, [&](std::size_t bytes) {
      report_progress(watch, {Stage::convert, 0, static_cast<double>(bytes)});
    });
  });
  if (table.rows->rows() == 0) throw FileError(path + " has no rows");
  if (table.rows->columns() == 0) throw FileError(path + " has no columns of numbers");
  for (const std::string& note : reading_notes(path, table.columns)) session.note(note);
  return table;
}

/// Labels on their way to text: each row has a number in the file, and each number a label.
struct StoredLabels {
  ScratchFile numbers;
  std::vector<std::int32_t> label_of_number;
  Index rows = 0;

  void append(std::span<const std::int32_t> more) {
    numbers.append(more.data(), more.size_bytes());
    rows += more.size();
  }

  /// give(number of the first row, labels) for one stretch of at most `most` rows after another.
  template <class Give>
  void each(Index most, const Give& give) const {
    std::vector<std::int32_t> labels;
    for (Index first = 0; first < rows; first += labels.size()) {
      labels.resize(std::min(most, rows - first));
      numbers.read(first * sizeof(std::int32_t), labels.data(), labels.size() * sizeof(std::int32_t));
      for (auto& number : labels) number = label_of_number[number];
      give(first, labels);
    }
  }
};

/// Calls `work`, which stays within --memory or says that it cannot. What else it refuses is the fault of the
/// data.
template <class Work>
auto within_memory(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const TooLittleMemory& problem) {
    const bool advise = problem.sketch_needs_less();
    throw UsageError(problem.what() +
                     std::string(advise ? "; with --sketch always they are read in blocks" : ""));
  } catch (const InvalidArgument& problem) {
    throw FileError(path + ": " + problem.what());
  }
}

std::vector<Index> counted_labels(const StoredLabels& labels, Index clusters) {
  std::vector<Index> counts(clusters);
  labels.each(rows_of_text, [&](Index, std::span<const std::int32_t> part) {
    for (const auto label : part) ++counts[label];
  });
  return counts;
}

/// The label of each row of a block that is in the model's columns; NA where a cell is missing and such rows
/// are dropped.
void append_labels(std::string& text, Table block, const Model& model, const MissingPlan& plan, bool scores,
                   Index first_row, std::vector<bool>& used) {
  if (!plan.fill.empty()) fill_missing(block, plan.fill);
  const Index rows = block.rows();
  std::vector<bool> whole(rows, true);
  if (plan.rule == MissingRule::drop_row) {
    std::vector<Index> kept;
    for (Index row = 0; row < rows; ++row) {
      for (Index j = 0; j < block.columns(); ++j)
        whole[row] = whole[row] && !std::isnan(block.values(row, j));
      if (whole[row]) kept.push_back(row);
    }
    if (std::ssize(kept) < rows) block = select(block, {kept, {}, nullptr});
  }
  std::vector<std::int32_t> labels;
  std::optional<Confidence> sure;
  if (block.rows() > 0) labels = assign(model, block.values, first_row);
  if (scores && block.rows() > 0) sure = confidence(model, block.values, first_row);
  Index next = 0;
  for (Index row = 0; row < rows; ++row) {
    if (whole[row]) used[labels[next]] = true;
    text += whole[row] ? label_cells(labels[next], sure, next) : no_label_cells(scores);
    text += '\n';
    next += whole[row];
  }
}

}  // namespace

Flag memory_flag() {
  return {"memory", "SIZE",
          "read NPY, HDF5 and CSV files in blocks and use at most this much memory, for example 1G or 512M",
          "Run"};
}

std::optional<Index> memory_from(const Arguments& arguments) {
  const auto text = arguments.value("memory");
  if (!text) return {};
  Index size = 0;
  const char* end = text->data() + text->size();
  const auto parsed = std::from_chars(text->data(), end, size);
  const std::string unit(parsed.ptr, end);
  const std::size_t power = std::string(" KMGT").find(unit.empty() ? ' ' : unit[0]);
  if (parsed.ec != std::errc() || size < 0 || std::ssize(unit) > 1 || power == std::string::npos ||
      size > (Index{1} << 20))
    throw UsageError("memory is '" + *text + "', but must be a size like 1G, 512M or 800000K");
  for (const char* flag : {"truth", "weights", "id", "report", "missing", "transpose"})
    if (arguments.has(flag))
      throw UsageError("--memory reads the rows in blocks, and --" + std::string(flag) +
                       " needs all of them at once");
  return size << (10 * power);
}

int fit_in_blocks(const Arguments& arguments, const FitOptions& options, Index memory, Outputs& outputs,
                  Session& session) {
  const Stopwatch total;
  const std::string& path = arguments.operand(0);
  ProgressLine progress(session);
  const OpenTable table = opened(arguments, 0, read_options(arguments), progress, session);
  warn_of_suspects(table.columns, session);
  Answer answer{path, {table.rows->rows(), table.rows->columns(), 0, 0, 0, {}}, {}};
  answer.facts.seconds_reading = total.seconds();
  StoredLabels labels;
  StreamedFit found = within_memory(path, [&] {
    const NumberSink sink = [&](std::span<const std::int32_t> numbers) { labels.append(numbers); };
    return fit(*table.rows, options, sink, memory, {}, progress.observer());
  });
  labels.label_of_number = std::move(found.label_of_number);
  Model& model = found.model;
  remember_columns(model, table.columns);
  answer.facts.seconds_fitting = total.seconds() - answer.facts.seconds_reading;
  answer.rows_of_label = counted_labels(labels, model.tree.clusters());
  const bool scores = arguments.has("scores");
  const Index at_once =
      scores ? std::min(rows_of_text, block_rows_within(memory, table.rows->columns(), options))
             : rows_of_text;
  outputs.put_stream("--labels", [&](AtomicFile& file) {
    file.write(labels_header(scores) + "\n");
    labels.each(at_once, [&](Index first, std::span<const std::int32_t> part) {
      std::optional<Confidence> sure;
      if (scores) sure = confidence(model, table.rows->read(first, std::ssize(part)), first);
      std::string text;
      for (Index row = 0; row < std::ssize(part); ++row) text += label_cells(part[row], sure, row) + "\n";
      file.write(text);
    });
  });
  outputs.put("--model", to_bytes(model));
  answer.facts.seconds_in_all = total.seconds();
  outputs.put("--summary", summary_json(model, answer.facts));
  outputs.commit();
  return tell(answer, model, outputs, session);
}

int predict_in_blocks(const Arguments& arguments, const Model& model, Index memory, Outputs& outputs,
                      Session& session) {
  const std::string& path = arguments.operand(1);
  Index rows = 0, clusters = 0;
  outputs.put_stream("--labels", [&](AtomicFile& file) {
    ProgressLine progress(session);
    const OpenTable table = opened(arguments, 1, read_options_for_model(arguments), progress, session);
    const ColumnOrder order = columns_for(model, table.columns, path, session);
    const MissingPlan plan = missing_plan(model, arguments);
    // Rows may be copied once to bring columns into order, and once to fill cells.
    const Index block_rows = within_memory(
        path, [&] { return block_rows_within(memory, 3 * table.rows->columns(), model.options); });
    std::vector<bool> used(model.tree.clusters());
    Index missing = 0;
    const Observer watch = progress.observer();
    const bool scores = arguments.has("scores");
    file.write(labels_header(scores) + "\n");
    for (Index first = 0; first < table.rows->rows(); first += block_rows) {
      const Index count = std::min(block_rows, table.rows->rows() - first);
      Table block = table.columns;
      block.values = table.rows->read(first, count);
      bring_into_order(block, order);
      std::string text;
      if (plan.rule != MissingRule::error || !plan.fill.empty()) missing += find_missing(block).cells;
      append_labels(text, std::move(block), model, plan, scores, first, used);
      file.write(text);
      report_progress(watch, {Stage::label, 0, static_cast<double>(first + count)});
    }
    if (missing > 0)
      session.note(counted(static_cast<double>(missing), "missing cell") +
                   (plan.fill.empty() ? ": rows without a label" : ": filled with values of the fit"));
    rows = table.rows->rows();
    clusters = std::ranges::count(used, true);
  });
  outputs.commit();
  if (const std::string written = outputs.sentence(); !written.empty())
    session.say(written + ": " + counted(static_cast<double>(rows), "row") + " in " +
                counted(static_cast<double>(clusters), "cluster"));
  return 0;
}

}  // namespace scpp::cli
