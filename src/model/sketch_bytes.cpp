// Summaries, plans and sketches as bytes, in the frame of the model file.
#include "model/archive.hpp"
#include "model/frame.hpp"
#include "scpp/sketch.hpp"

namespace scpp {
namespace {

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
}

template <class Archive>
void visit(Archive& archive, typename Archive::template Field<Sketch>& sketch) {
  archive.field("rows", sketch.rows);
  archive.field("columns", sketch.columns);
  archive.int64_array("weights", sketch.weights);
  archive.int64_array("sums", sketch.sums);
}

void require(bool condition, const char* fault) {
  if (!condition) throw Damage(fault);
}

void check(const Summary& summary) {
  const std::size_t columns = summary.sample.values.columns;
  for (const MomentsPiece& piece : summary.pieces) {
    const Moments& moments = piece.moments;
    require(piece.begin < piece.end, "a piece has no rows");
    for (const auto* values : {&moments.low, &moments.high, &moments.mean, &moments.squares})
      require(values->size() == columns, "its parts differ in the number of columns");
  }
  require(summary.sample.keys.size() == summary.sample.rows.size() &&
              summary.sample.values.rows == summary.sample.rows.size(),
          "its sample has not one key and row for each number");
}

void check(const SketchPlan& plan) {
  const std::size_t columns = plan.transform.mean.size();
  require(plan.transform.scale.size() == columns && plan.coarse.columns == columns &&
              plan.fine.columns == columns,
          "its parts differ in the number of columns");
  bool ascending = plan.begin.size() == plan.coarse.rows + 1 && plan.begin.front() == 0 &&
                   static_cast<std::size_t>(plan.begin.back()) == plan.fine.rows;
  for (std::size_t g = 0; ascending && g + 1 < plan.begin.size(); ++g)
    ascending = plan.begin[g] < plan.begin[g + 1];
  require(ascending && plan.coarse.rows > 0, "its groups of cells do not fit its cells");
}

void check(const Sketch& sketch) {
  require(sketch.columns > 0 && sketch.sums.size() / sketch.columns == sketch.weights.size() &&
              sketch.sums.size() % sketch.columns == 0,
          "it has not one sum for each cell and column");
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
    std::size_t position = 0;
    archive::Reader reader(content.header, content.data, position);
    Value value;
    visit(reader, value);
    require(position == content.data.size(), "it has bytes behind its last array");
    check(value);
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
