// Summaries, plans and sketches as bytes, in the frame of the model file; checked when they are read.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "model/archive.hpp"
#include "model/check_model.hpp"
#include "scpp/sketch.hpp"

namespace scpp {
namespace {

// ---- what can be wrong with them, in words; nullptr when nothing is

constexpr Index most_rows = Index{1} << 62;                               // twice as many still have a number
constexpr double largest_value = std::numeric_limits<double>::max() / 4;  // as data/moments.cpp lets pass

bool is_moment(const Moments& moments, Index c) {
  const double low = moments.low[c], high = moments.high[c], width = high - low;
  return low >= -largest_value && high <= largest_value && low <= high && moments.mean[c] >= low - width &&
         moments.mean[c] <= high + width && moments.squares[c] >= 0 && moments.squares[c] <= moments.weight;
}

const char* fault_in(const Moments& moments, Index columns) {
  for (const auto* values : {&moments.low, &moments.high, &moments.mean, &moments.squares})
    if (std::ssize(*values) != columns) return "its parts differ in the number of columns";
  if (!(moments.weight >= 0) || std::isinf(moments.weight)) return "a piece has a wrong weight";
  for (Index c = 0; c < columns && moments.weight > 0; ++c)
    if (!is_moment(moments, c)) return "a piece has wrong moments";
  return nullptr;
}

const char* fault_in_pieces(const Summary& summary) {
  Index end = 0;
  for (const MomentsPiece& piece : summary.pieces) {
    if (piece.begin < end || piece.end <= piece.begin || piece.end > most_rows)
      return "a piece has wrong rows";
    end = piece.end;
    if (const char* fault = fault_in(piece.moments, summary.sample.values.columns)) return fault;
  }
  return nullptr;
}

/// Rows of the sample ascend, each in a piece and between the least and the greatest value there.
const char* fault_in_sample(const Summary& summary) {
  const RowSample& sample = summary.sample;
  if (std::ssize(sample.keys) != std::ssize(sample.rows) || sample.values.rows != std::ssize(sample.rows))
    return "its sample has not one key and row for each number";
  auto piece = summary.pieces.begin();
  for (Index i = 0; i < std::ssize(sample.rows); ++i) {
    if (sample.keys[i] < 0 || sample.rows[i] < 0 || (i > 0 && sample.rows[i] <= sample.rows[i - 1]))
      return "its sample has wrong rows";
    const auto row = sample.rows[i];
    while (piece != summary.pieces.end() && piece->end <= row) ++piece;
    if (piece == summary.pieces.end() || row < piece->begin) return "its sample has rows of no piece";
    for (Index c = 0; c < sample.values.columns; ++c) {
      const double value = sample.values.row(i)[c];
      if (!(value >= piece->moments.low[c] && value <= piece->moments.high[c]))
        return "its sample has values beyond those of its piece";
    }
  }
  return nullptr;
}

const char* fault_in(const Summary& summary) {
  if (!summary.pieces.empty() && summary.sample.values.columns == 0) return "it has no columns";
  if (const char* fault = fault_in_pieces(summary)) return fault;
  return fault_in_sample(summary);
}

const char* fault_in(const SketchPlan& plan) {
  const Index columns = plan.transform.mean.size();
  if (columns == 0 || std::ssize(plan.transform.scale) != columns || plan.coarse.columns != columns ||
      plan.fine.columns != columns)
    return "its parts differ in the number of columns";
  if (!all_finite(plan.transform.mean) || !all_finite(plan.transform.scale) ||
      !all_finite(plan.coarse.values) || !all_finite(plan.fine.values))
    return "it has a number that is not finite";
  if (!(plan.weight >= 1) || std::isinf(plan.weight)) return "it has a wrong weight";
  if (plan.clusters < 1) return "it has a wrong number of clusters";
  const bool covers = !plan.begin.empty() && std::ssize(plan.begin) == plan.coarse.rows + 1 &&
                      plan.begin.front() == 0 && plan.begin.back() == plan.fine.rows && plan.coarse.rows > 0;
  if (!covers || std::ranges::adjacent_find(plan.begin, std::ranges::greater_equal()) != plan.begin.end())
    return "its groups of cells do not fit its cells";
  return nullptr;
}

const char* fault_in(const Sketch& sketch) {
  if (sketch.columns == 0 || std::ssize(sketch.sums) % sketch.columns != 0 ||
      std::ssize(sketch.sums) / sketch.columns != std::ssize(sketch.weights))
    return "it has not one sum for each cell and column";
  if (std::ranges::any_of(sketch.weights, [](std::int64_t weight) { return weight < 0; }))
    return "it has a cell of negative weight";
  return nullptr;
}

// ---- their fields, each once, for writing and for reading

using archive::Damage;
using archive::Json;

constexpr archive::Frame summary_frame{std::string_view("SCPPsum\x1a", 8), 1, "an scpp summary"};
constexpr archive::Frame plan_frame{std::string_view("SCPPpln\x1a", 8), 1, "an scpp plan"};
constexpr archive::Frame sketch_frame{std::string_view("SCPPskt\x1a", 8), 1, "an scpp sketch"};

template <class Archive>
void visit(Archive& archive, typename Archive::template Field<Moments>& moments) {
  archive.field("weight", moments.weight);
  archive.field("low", moments.low);
  archive.field("high", moments.high);
  archive.field("mean", moments.mean);
  archive.field("squares", moments.squares);
}

template <class Archive>
void visit(Archive& archive, typename Archive::template Field<Summary>& summary) {
  archive.parts("pieces", summary.pieces, [](auto& inner, auto& piece) {
    inner.field("begin", piece.begin);
    inner.field("end", piece.end);
    visit(inner, piece.moments);
  });
  archive.field("wanted", summary.sample.wanted);
  archive.int64_array("keys", summary.sample.keys);
  archive.int64_array("rows", summary.sample.rows);
  archive.field("values", summary.sample.values);
}

template <class Archive>
void visit(Archive& archive, typename Archive::template Field<SketchPlan>& plan) {
  archive.field("rows", plan.rows);
  archive.field("weight", plan.weight);
  archive.field("mean", plan.transform.mean);
  archive.field("scale", plan.transform.scale);
  archive.field("coarse", plan.coarse);
  archive.field("fine", plan.fine);
  archive.int32_array("begin", plan.begin);
  archive.field("clusters", plan.clusters);
  archive.field("reason", plan.reason);
}

template <class Archive>
void visit(Archive& archive, typename Archive::template Field<Sketch>& sketch) {
  archive.field("rows", sketch.rows);
  archive.field("columns", sketch.columns);
  archive.int64_array("weights", sketch.weights);
  archive.int64_array("sums", sketch.sums);
}

template <class Value>
std::string bytes_of(const archive::Frame& frame, const Value& value) {
  Json header;
  std::string data;
  archive::Writer writer(header, data);
  visit(writer, value);
  return archive::framed(frame, header, data);
}

template <class Value>
Value value_in(const archive::Frame& frame, const std::string& bytes, const std::string& name) {
  return archive::read_framed(frame, bytes, name, [](const archive::Content& content) {
    Index position = 0;
    archive::Reader reader(content.header, content.data, position);
    Value value;
    visit(reader, value);
    if (position != std::ssize(content.data)) throw Damage("it has bytes behind its last array");
    if (const char* fault = fault_in(value)) throw Damage(fault);
    return value;
  });
}

}  // namespace

std::string to_bytes(const Summary& summary) { return bytes_of(summary_frame, summary); }
std::string to_bytes(const SketchPlan& plan) { return bytes_of(plan_frame, plan); }
std::string to_bytes(const Sketch& sketch) { return bytes_of(sketch_frame, sketch); }

Summary summary_from_bytes(const std::string& bytes, const std::string& name_for_errors) {
  return value_in<Summary>(summary_frame, bytes, name_for_errors);
}

SketchPlan plan_from_bytes(const std::string& bytes, const std::string& name_for_errors) {
  return value_in<SketchPlan>(plan_frame, bytes, name_for_errors);
}

Sketch sketch_from_bytes(const std::string& bytes, const std::string& name_for_errors) {
  return value_in<Sketch>(sketch_frame, bytes, name_for_errors);
}

}  // namespace scpp
