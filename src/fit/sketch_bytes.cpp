// Summaries, plans and sketches as bytes, in the frame of the model file.
#include "model/archive.hpp"
#include "fit/check_sketch.hpp"
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
