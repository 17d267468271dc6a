// Bytes of summaries, plans and sketches that are damaged, and sound ones that do not belong together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "model/model_bytes.hpp"
#include "scpp/sketch.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

using testing::StartsWith;

FitOptions few_cells() {
  FitOptions options;
  options.data.cells = 4;
  options.split.microclusters = 6;
  return options;
}

struct SmallPasses {
  Summary summary;
  SketchPlan plan;
  Sketch cells;
};

SmallPasses passes_over(Index columns) {
  const RowMatrix rows = build::normal_matrix(12, columns, 3);
  SmallPasses passes;
  passes.summary = summarise(build::view(rows), 0, 12, few_cells());
  passes.plan = plan_cells(passes.summary, few_cells());
  passes.cells = sketch(build::view(rows), passes.plan, few_cells());
  return passes;
}

using Reader = std::function<void(const std::string&)>;

/// The sentence with which a reader refuses; both kinds of Error are refusals.
std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

struct Kind {
  std::string bytes;
  Reader read;
};

std::vector<Kind> kinds() {
  const SmallPasses passes = passes_over(1);
  return {{to_bytes(passes.summary), [](const std::string& bytes) { summary_from_bytes(bytes, "the.part"); }},
          {to_bytes(passes.plan), [](const std::string& bytes) { plan_from_bytes(bytes, "the.part"); }},
          {to_bytes(passes.cells), [](const std::string& bytes) { sketch_from_bytes(bytes, "the.part"); }}};
}

TEST(SketchBytes, WithAnyOneBitFlippedAreRefused) {
  for (const Kind& kind : kinds()) {
    const std::string& bytes = kind.bytes;
    std::string flipped = bytes;
    ASSERT_EQ(refusal([&] { kind.read(flipped); }), "accepted");
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      flipped[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      ASSERT_THAT(refusal([&] { kind.read(flipped); }), StartsWith("the.part ")) << "bit " << bit;
      flipped[bit / 8] = bytes[bit / 8];
    }
  }
}

TEST(SketchBytes, CutShortAnywhereAreRefusedEvenIfSignedAgain) {
  for (const Kind& kind : kinds()) {
    const std::string& bytes = kind.bytes;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string cut = bytes.substr(0, size);
      ASSERT_THAT(refusal([&] { kind.read(cut); }), StartsWith("the.part ")) << size << " bytes";
      if (size < 8 || size + 4 >= bytes.size()) continue;
      ASSERT_THAT(refusal([&] { kind.read(samples::with_checksum(cut)); }), StartsWith("the.part ")) << size;
    }
  }
}

/// The refusal of a summary whose one piece and sample were changed.
std::string summary_refusal(const std::function<void(Summary&)>& change) {
  Summary summary = passes_over(1).summary;
  change(summary);
  return refusal([&] { summary_from_bytes(to_bytes(summary), "it"); });
}

TEST(SketchBytes, ASummaryOfNoTableIsRefused) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto moments = [](auto change) {
    return summary_refusal([&](Summary& summary) { change(summary.pieces[0].moments); });
  };
  EXPECT_EQ(summary_refusal([](Summary&) {}), "accepted");
  EXPECT_EQ(moments([](Moments& m) { m.weight = nan; }), "it is damaged (a piece has a wrong weight)");
  EXPECT_EQ(moments([](Moments& m) { m.weight = -1; }), "it is damaged (a piece has a wrong weight)");
  EXPECT_EQ(moments([](Moments& m) { m.mean[0] = m.high[0] + 100; }),
            "it is damaged (a piece has wrong moments)");
  EXPECT_EQ(moments([](Moments& m) { m.squares[0] = nan; }), "it is damaged (a piece has wrong moments)");
  EXPECT_EQ(moments([](Moments& m) { std::swap(m.low, m.high); }),
            "it is damaged (a piece has wrong moments)");
  EXPECT_EQ(summary_refusal([](Summary& s) { s.pieces[0].end = 0; }),
            "it is damaged (a piece has wrong rows)");
  EXPECT_EQ(summary_refusal([](Summary& s) { s.pieces[0].end = (Index{1} << 62) + 1; }),
            "it is damaged (a piece has wrong rows)");
  EXPECT_EQ(summary_refusal([](Summary& s) { std::swap(s.sample.rows[0], s.sample.rows[1]); }),
            "it is damaged (its sample has wrong rows)");
  EXPECT_EQ(summary_refusal([](Summary& s) { s.sample.rows.back() = 12; }),
            "it is damaged (its sample has rows of no piece)");
  EXPECT_EQ(summary_refusal([](Summary& s) { s.sample.values.values[3] = nan; }),
            "it is damaged (its sample has values beyond those of its piece)");
}

TEST(SketchBytes, APlanOrSketchOfNoTableIsRefused) {
  const auto plan_refusal = [](auto change) {
    SketchPlan plan = passes_over(1).plan;
    change(plan);
    return refusal([&] { plan_from_bytes(to_bytes(plan), "it"); });
  };
  EXPECT_EQ(plan_refusal([](SketchPlan& p) { p.weight = 0; }), "it is damaged (it has a wrong weight)");
  EXPECT_EQ(plan_refusal([](SketchPlan& p) { p.clusters = 0; }),
            "it is damaged (it has a wrong number of clusters)");
  EXPECT_EQ(plan_refusal([](SketchPlan& p) { p.fine.values[0] = samples::inf; }),
            "it is damaged (it has a number that is not finite)");
  EXPECT_EQ(plan_refusal([](SketchPlan& p) { p.begin[1] = 0; }),
            "it is damaged (its groups of cells do not fit its cells)");
  EXPECT_EQ(plan_refusal([](SketchPlan& p) { p.begin.clear(); }),
            "it is damaged (its groups of cells do not fit its cells)");
  Sketch cells = passes_over(1).cells;
  cells.weights[0] = -1;
  EXPECT_EQ(refusal([&] { sketch_from_bytes(to_bytes(cells), "it"); }),
            "it is damaged (it has a cell of negative weight)");
}

TEST(SketchBytes, PartsThatDoNotBelongTogetherAreRefused) {
  const SmallPasses narrow = passes_over(1), wide = passes_over(3);
  EXPECT_EQ(refusal([&] { merge(narrow.cells, wide.cells); }),
            "the sketches to merge are of different plans");
  EXPECT_EQ(refusal([&] { finish(narrow.summary, wide.plan, wide.cells, few_cells()); }),
            "the summary is not the one that the plan was made from");
  EXPECT_EQ(refusal([&] { finish(wide.summary, wide.plan, narrow.cells, few_cells()); }),
            "the sketch is of another plan");
  Sketch full = narrow.cells;
  full.sums[0] = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(refusal([&] { merge(full, full); }), "the sketches to merge hold more than their table");
  Summary unsampled = narrow.summary;
  unsampled.sample.keys.clear();
  unsampled.sample.rows.clear();
  unsampled.sample.values = {0, 1, {}};
  EXPECT_EQ(refusal([&] { plan_cells(unsampled, few_cells()); }), "the summary has no rows in its sample");
}

}  // namespace
}  // namespace scpp
