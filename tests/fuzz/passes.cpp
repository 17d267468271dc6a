// What passes over blocks of rows leave - summaries, plans, sketches - with its checksum put right: it is
// merged with sound parts and a model grown of it, or refused.
#include "fuzz/entries.hpp"
#include "model/model_bytes.hpp"
#include "scpp/sketch.hpp"

namespace scpp::fuzz {
namespace {

constexpr std::size_t rows = 40, columns = 2, half = 25;

FitOptions pass_options() {
  FitOptions options;
  options.threads = 1;
  options.quality = Quality::fast;
  options.data.cells = 4;
  options.split.microclusters = 6;
  options.split.beta_max = options.split.beta_min = 1;
  options.split.pursuit.max_steps = 2;
  return options;
}

TableView pass_table() {
  static const std::vector<double> values = [] {
    std::vector<double> made(rows * columns);
    for (std::size_t i = 0; i < made.size(); ++i)
      made[i] = static_cast<double>(i * 37 % 23) + (i % 4 < 2 ? 40 : 0);
    return made;
  }();
  return TableView::row_major(values.data(), rows, columns);
}

/// The passes over a sound table in two blocks.
struct Sound {
  FitOptions options = pass_options();
  Summary first = summarise(pass_table().middle_rows(0, half), 0, rows, options);
  Summary last = summarise(pass_table().middle_rows(half, rows - half), half, rows, options);
  Summary summary = merge(first, last);
  SketchPlan plan = plan_cells(summary, options);
  Sketch first_sketch = sketch(pass_table().middle_rows(0, half), plan, options);
  Sketch last_sketch = sketch(pass_table().middle_rows(half, rows - half), plan, options);
};

const Sound& sound() {
  static const Sound made;
  return made;
}

/// The value, once it has come back from its own bytes.
template <class Value, class Read>
Value come_back(const std::string& bytes, const Read& read) {
  Value value = read(bytes, "f");
  require(to_bytes(read(to_bytes(value), "f")) == to_bytes(value),
          "what was read can be written and read again");
  return value;
}

template <class Value>
Value merged_both_ways(const Value& value, const Value& other) {
  Value merged = merge(value, other);
  require(to_bytes(merged) == to_bytes(merge(other, value)), "the order of merging does not matter");
  return merged;
}

void grow(const Summary& summary, const SketchPlan& plan, const Sketch& cells, const FitOptions& options) {
  const Model model = finish(summary, plan, cells, options);
  const auto clusters = static_cast<std::int32_t>(from_bytes(to_bytes(model)).tree.clusters());
  for (const std::int32_t label : assign(model, pass_table()))
    require(label >= 0 && label < clusters, "labels are 0 .. K-1");
}

void run_passes(std::string_view bytes) {
  static const std::string frames[] = {to_bytes(sound().first), to_bytes(sound().plan),
                                       to_bytes(sound().first_sketch)};
  Choices choices(bytes);
  const int first = choices.byte(), kind = first % 3;
  const std::uint64_t header = choices.byte() + 256u * choices.byte();
  const std::string framed = samples::with_checksum(
      frames[kind].substr(0, 12) + samples::little_endian(header, 8) + std::string(choices.rest()));
  FitOptions options = sound().options;
  if (first >= 240) options.quality = Quality::standard;  // seldom, since it takes much longer
  if (kind == 0) {
    const Summary summary = merged_both_ways(come_back<Summary>(framed, summary_from_bytes), sound().last);
    const SketchPlan plan = plan_cells(summary, options);
    grow(summary, plan, sketch(pass_table(), plan, options), options);
  } else if (kind == 1) {
    const auto plan = come_back<SketchPlan>(framed, plan_from_bytes);
    grow(sound().summary, plan, sketch(pass_table(), plan, options), options);
  } else {
    const auto cells = come_back<Sketch>(framed, sketch_from_bytes);
    grow(sound().summary, sound().plan, merged_both_ways(cells, sound().last_sketch), options);
  }
}

std::vector<std::string> passes_seeds() {
  std::vector<std::string> seeds;
  char kind = 0;
  for (const std::string& bytes :
       {to_bytes(sound().first), to_bytes(sound().plan), to_bytes(sound().first_sketch)}) {
    const samples::Parts parts(bytes);
    seeds.push_back(std::string(1, kind++) + samples::little_endian(parts.header.size(), 2) + parts.header +
                    parts.data);
  }
  return seeds;
}

}  // namespace

std::vector<Entry> pass_entries() { return {{"passes", run_passes, passes_seeds}}; }

}  // namespace scpp::fuzz
