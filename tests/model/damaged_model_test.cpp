#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "model/model_bytes.hpp"
#include "support/sanitized.hpp"

namespace scpp {
namespace {

using nlohmann::json;
using samples::inf;
using samples::little_endian;
using samples::Parts;
using samples::random_model;
using samples::refusal;
using samples::Shape;
using samples::small;
using samples::with_checksum;
using testing::HasSubstr;
using testing::StartsWith;

/// The refusal after a change to the JSON header of a valid file.
std::string refusal_with(const std::function<void(json&)>& change, const Shape& shape = {}) {
  Parts parts(to_bytes(random_model(4, shape)));
  json header = json::parse(parts.header);
  change(header);
  parts.header = header.dump();
  return refusal(parts.signed_again());
}

/// The refusal to save a changed model.
std::string save_refusal(const std::function<void(Model&)>& change) {
  Model model = random_model(4);
  change(model);
  try {
    to_bytes(model);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ModelBytes, WithAnyOneBitFlippedAreRefused) {
  std::string bytes = to_bytes(random_model(5, small));
  ASSERT_EQ(refusal(bytes), "accepted");
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const char before = bytes[bit / 8];
    bytes[bit / 8] = static_cast<char>(before ^ (1 << (bit % 8)));
    ASSERT_THAT(refusal(bytes), StartsWith("the.model ")) << "bit " << bit;
    bytes[bit / 8] = before;
  }
}

TEST(ModelBytes, PlacesThatAreNoneAreRefused) {
  for (const std::vector<int>& places : {std::vector<int>{0, 1}, {0, 2, 1}, {1, 1, 2}, {-1, 0, 1}})
    EXPECT_THAT(save_refusal([&](Model& model) { model.places = Places{places}; }), HasSubstr("place"));
}

/// Three coarse centres with 2, 1 and 3 cells.
CellIndex some_cells(const Model& model) {
  const std::size_t columns = model.transform.mean.size();
  Random random(1, 2);
  const auto leaf = static_cast<std::int32_t>(model.tree.nodes.size() - 1);
  return {samples::random_matrix(random, 3, columns),
          samples::random_matrix(random, 6, columns),
          {0, 2, 3, 6},
          std::vector<std::int32_t>(6, leaf)};
}

TEST(ModelBytes, CellsThatAreNoneAreRefused) {
  const auto refusal_of = [](const std::function<void(CellIndex&)>& change) {
    return save_refusal([&](Model& model) { change(model.cells.emplace(some_cells(model))); });
  };
  ASSERT_EQ(refusal_of([](CellIndex&) {}), "accepted");
  for (const std::vector<std::int32_t>& begin : {std::vector<std::int32_t>{0, 2, 6},
                                                 {0, 2, 3, 3, 6},
                                                 {1, 2, 3, 6},
                                                 {0, 2, 3, 5},
                                                 {0, 2, 3, 7},
                                                 {0, 3, 2, 6},
                                                 {0, 0, 3, 6}})
    EXPECT_THAT(refusal_of([&](CellIndex& cells) { cells.begin = begin; }), HasSubstr("groups of cells"));
  const std::vector<std::function<void(CellIndex&)>> changes{
      [](CellIndex& cells) { cells.coarse = {}, cells.begin = {0}; },
      [](CellIndex& cells) { cells.coarse.values.pop_back(); },
      [](CellIndex& cells) { cells.fine.values.pop_back(); },
      [](CellIndex& cells) { cells.fine.columns += 1; },
      [](CellIndex& cells) { cells.fine.values[1] = inf; },
      [](CellIndex& cells) { cells.leaf.pop_back(); },
      [](CellIndex& cells) { cells.leaf[2] = -1; },
      [](CellIndex& cells) { cells.leaf[2] = 0; },  // the root is no leaf
      [](CellIndex& cells) { cells.leaf[2] += 1; }};
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_THAT(refusal_of(changes[i]), HasSubstr("cell")) << "change " << i;
}

TEST(ModelBytes, ReferenceRowsThatAreNoneAreRefused) {
  const std::vector<std::function<void(ReferenceRows&)>> changes{
      [](ReferenceRows& rows) { rows = {}; },
      [](ReferenceRows& rows) { rows.rows.values.pop_back(); },
      [](ReferenceRows& rows) { rows.rows.values[0] = inf; },
      [](ReferenceRows& rows) { rows.rows.columns += 1; },
      [](ReferenceRows& rows) { rows.weights.pop_back(); },
      [](ReferenceRows& rows) { rows.weights[1] = 0; },
      [](ReferenceRows& rows) { rows.weights[1] = inf; }};
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_THAT(save_refusal([&](Model& model) { changes[i](*model.reference); }),
                HasSubstr("reference rows"))
        << "change " << i;
}

TEST(ModelBytes, CutShortAnywhereAreRefused) {
  const std::string bytes = to_bytes(random_model(5, small));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_THAT(refusal(bytes.substr(0, size)), StartsWith("the.model ")) << size << " bytes";
}

TEST(ModelBytes, CutShortAndSignedAgainAreRefused) {
  const std::string bytes = to_bytes(random_model(5, small));
  for (std::size_t size = 8; size + 4 < bytes.size(); ++size)
    ASSERT_THAT(refusal(with_checksum(bytes.substr(0, size))), StartsWith("the.model ")) << size << " bytes";
}

TEST(ModelBytes, WithBytesBehindAreRefused) {
  Parts parts(to_bytes(random_model(5)));
  parts.data += std::string(8, '\0');
  EXPECT_EQ(refusal(parts.signed_again()), "the.model is damaged (it has bytes behind its last array)");
}

TEST(ModelBytes, ThatAreGarbageAreRefused) {
  Random random(6, 0);
  const std::string begin = to_bytes(random_model(5, small)).substr(0, 12);
  for (int round = 0; round < 3000; ++round) {
    std::string garbage;
    for (std::uint64_t size = random.below(200); size > 0; --size)
      garbage.push_back(static_cast<char>(random.word()));
    EXPECT_THAT(refusal(garbage), StartsWith("the.model ")) << round;
    EXPECT_THAT(refusal(with_checksum(begin + garbage)), StartsWith("the.model ")) << round;
    // A sensible header length lets the garbage reach the JSON parser.
    EXPECT_THAT(refusal(with_checksum(begin + little_endian(garbage.size(), 8) + garbage)),
                StartsWith("the.model "));
  }
}

TEST(ModelBytes, WithOneByteChangedInTheHeaderAndSignedAgainDoNoHarm) {
  const Parts original(to_bytes(random_model(5, small)));
  const std::size_t step = sanitized ? 10 : 1;  // the entry signed_model of tests/fuzz tries them all
  std::size_t refused = 0;
  for (std::size_t i = 0; i < original.header.size(); i += step)
    for (const char byte : {'9', '-', '"', ']', ' ', '.'}) {
      Parts parts = original;
      parts.header[i] = byte;
      const std::string sentence = refusal(parts.signed_again());
      if (sentence == "accepted") continue;  // a letter of a text, the count of evaluations
      ++refused;
      ASSERT_THAT(sentence, StartsWith("the.model is damaged ("));
    }
  EXPECT_GT(refused, original.header.size() / step);
}

TEST(ModelBytes, SayWhatTheyAreNot) {
  EXPECT_EQ(refusal(""), "the.model is not an scpp model");
  EXPECT_EQ(refusal("a,b,c\n1,2,3\n"), "the.model is not an scpp model");
  const Parts parts(to_bytes(random_model(5)));
  EXPECT_EQ(refusal(parts.signed_again(2)),
            "the.model is from a newer version of scpp (format 2, this one reads up to 1)");
  EXPECT_EQ(refusal(parts.signed_again(0)), "the.model has the unknown format 0");
  std::string flipped = parts.signed_again();
  flipped[flipped.size() - 10] ^= 1;
  EXPECT_EQ(refusal(flipped), "the.model is damaged (checksum)");
}

TEST(ModelBytes, WithHugeSizesAreRefusedBeforeAnythingIsAllocated) {
  const auto huge = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t size : {std::uint64_t{1} << 61, huge, huge / 8, std::uint64_t{1} << 33}) {
    EXPECT_THAT(refusal_with([&](json& h) { h["mean"]["shape"] = {size}; }), HasSubstr("beyond the end"));
    EXPECT_THAT(refusal_with([&](json& h) {
                  h["nodes"][0]["split"]["projection"]["shape"] = {size, size};
                }),
                HasSubstr("beyond the end"));
    EXPECT_THAT(refusal_with([&](json& h) {
                  h["nodes"][0]["split"]["projection"]["shape"] = {2, size};
                }),
                HasSubstr("beyond the end"));
    EXPECT_THAT(refusal_with([&](json& h) { h["nodes"][0]["split"]["side"]["shape"] = {size}; }),
                HasSubstr("beyond the end"));
  }
  Parts parts(to_bytes(random_model(5)));
  parts.header = std::string(1'000'000, '[');
  EXPECT_THAT(refusal(parts.signed_again()), HasSubstr("header"));
  parts.header = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_THAT(refusal(parts.signed_again()), HasSubstr("header"));
}

TEST(ModelBytes, WithAWrongHeaderAreRefused) {
  const std::vector<std::function<void(json&)>> changes{
      [](json& h) { h.erase("nodes"); },
      [](json& h) { h["nodes"] = json::array(); },
      [](json& h) { h["nodes"] = 3; },
      [](json& h) {
        h["nodes"] = {{"0", h["nodes"][0]}};
      },
      [](json& h) { h["nodes"][0] = nullptr; },
      [](json& h) { h["nodes"][0].erase("split"); },
      [](json& h) {
        h["nodes"][0]["children"] = {1, 1};
      },
      [](json& h) {
        h["nodes"][0]["children"] = {2, 1};
      },
      [](json& h) { h["nodes"][0]["children"] = {1}; },
      [](json& h) { h["nodes"][0]["children"] = json::array(); },
      [](json& h) {
        h["nodes"][0]["children"] = {0, 1};
      },
      [](json& h) {
        h["nodes"][0]["children"] = {-1, 1};
      },
      [](json& h) {
        h["nodes"][0]["children"] = {1, 1000};
      },
      [](json& h) {
        h["nodes"][0]["children"] = {1, 4294967297};
      },
      [](json& h) {
        h["nodes"][0]["children"] = {1, 2.5};
      },
      [](json& h) { h["nodes"][0]["parent"] = 1; },
      [](json& h) { h["nodes"][1]["parent"] = -1; },
      [](json& h) { h["nodes"][1]["parent"] = 2; },
      [](json& h) { h["nodes"][1]["parent"] = 1e300; },
      [](json& h) { h["nodes"][0]["order"] = 1; },
      [](json& h) { h["nodes"][0]["order"] = -1; },
      [](json& h) { h["nodes"][0]["leaf_reason"] = 3; },
      [](json& h) {
        h["nodes"][0]["leaf_reason"] = {{"bytes", {256}}};
      },
      [](json& h) { h["nodes"][0]["leaf_reason"] = "enough clusters"; },
      [](json& h) { h["nodes"].back()["leaf_reason"] = ""; },
      [](json& h) { h["nodes"].back()["leaf_reason"] = "bored"; },
      [](json& h) { h["nodes"].back()["leaf_reason"] = "enough_clusters"; },
      [](json& h) { h["nodes"][0]["split"]["stop"] = ""; },
      [](json& h) { h["nodes"][0]["split"]["stop"] = "tired"; },
      [](json& h) { h["nodes"][0]["split"]["stop"] = "the gradient is small "; },
      [](json& h) { h["nodes"][0]["split"]["evaluations"] = -1; },
      [](json& h) { h["nodes"][0]["split"]["side"]["type"] = "float64"; },
      [](json& h) { h["nodes"][0]["split"]["centre"]["offset"] = 0; },
      [](json& h) {
        h["nodes"][0]["split"]["centre"]["shape"] = {1, 3};
      },
      [](json& h) {
        h["nodes"][0]["split"]["projection"]["shape"] = {2, 3};
      },
      [](json& h) { h["mean"] = "none"; },
      [](json& h) { h["columns"].push_back("one more"); },
      [](json& h) { h["options"]["method"] = "guess"; },
      [](json& h) { h["options"]["clusters"] = "0"; },
      [](json& h) { h["options"]["clusters"] = 3; },
      [](json& h) { h["options"]["beta-max"] = "0.1"; },
      [](json& h) { h["options"]["colour"] = "red"; },
      [](json& h) { h["options"] = nullptr; },
      [](json& h) { h = json::array(); }};
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_THAT(refusal_with(changes[i]), StartsWith("the.model is damaged (")) << "change " << i;
}

TEST(ModelBytes, KeepTheDefaultOfAnOptionThatTheFileDoesNotKnow) {
  Parts parts(to_bytes(random_model(4)));
  json header = json::parse(parts.header);
  header["options"].erase("beta-step");
  parts.header = header.dump();
  EXPECT_EQ(from_bytes(parts.signed_again()).options.split.beta_step, FitOptions{}.split.beta_step);
}

TEST(ModelBytes, OfEarlierVersionsMayHoldTheOptionsThatHaveRetired) {
  const std::string now = to_bytes(random_model(4));
  Parts parts(now);
  json header = json::parse(parts.header);
  header["options"]["affinity"] = "auto";
  header["options"]["grid-step"] = "0.75";
  parts.header = header.dump();
  EXPECT_EQ(to_bytes(from_bytes(parts.signed_again())), now);
}

TEST(ModelBytes, AreNotMadeFromAModelThatCouldNotBeLoaded) {
  const auto split = [](Model& m) -> Split& { return *m.tree.nodes[0].split; };
  const std::vector<std::function<void(Model&)>> changes{
      [](Model& m) { m.tree.nodes.clear(); },
      [](Model& m) { m.transform.scale.pop_back(); },
      [](Model& m) { m.transform.mean[0] = inf; },
      [](Model& m) { m.columns.pop_back(); },
      [](Model& m) { m.missing_fill.pop_back(); },
      [](Model& m) { m.missing_fill[0] = std::nan(""); },
      [](Model& m) { m.tree.nodes[0].rows = -1; },
      [](Model& m) { m.tree.nodes[0].split.reset(); },
      [](Model& m) { m.tree.nodes[0].why_leaf = LeafReason::pruned; },
      [](Model& m) { m.tree.nodes.back().why_leaf.reset(); },
      [](Model& m) { m.tree.nodes.back().why_leaf->reason = LeafReason::cut; },
      [](Model& m) { m.tree.nodes.back().why_leaf->sentence = "no reason"; },
      [](Model& m) { m.tree.nodes[0].order = 1; },
      [](Model& m) { std::swap(m.tree.nodes[0].order, m.tree.nodes[m.tree.nodes[3].parent].order); },
      [](Model& m) { m.tree.nodes.back().order = 3; },
      [](Model& m) { m.tree.nodes.emplace_back().parent = 0; },
      [&](Model& m) { split(m).side[0] = 2; },
      [&](Model& m) { split(m).side[0] = -1; },
      [&](Model& m) { split(m).side.pop_back(); },
      [&](Model& m) { split(m).weights[1] = -1; },
      [&](Model& m) { split(m).radii.clear(); },
      [&](Model& m) { split(m).centre.push_back(0); },
      [&](Model& m) { split(m).spread.pop_back(); },
      [&](Model& m) { split(m).sigma = inf; },
      [&](Model& m) { split(m).projection.values[0] = std::nan(""); },
      [&](Model& m) { split(m).projection.values.pop_back(); },
      [&](Model& m) { split(m).start = {}; },
      [&](Model& m) { std::swap(split(m).microclusters.rows, split(m).microclusters.columns); }};
  ASSERT_EQ(save_refusal([](Model&) {}), "accepted");
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_THAT(save_refusal(changes[i]), StartsWith("the model cannot be saved: ")) << "change " << i;
}

TEST(ModelBytes, AreNotMadeWhenTwoSplitsClaimTheSameOrder) {
  const auto both_children_split = [](const Model& m) {
    return m.tree.nodes[1].split && m.tree.nodes[2].split;
  };
  std::uint64_t seed = 0;
  while (!both_children_split(random_model(seed))) ++seed;
  Model model = random_model(seed);
  model.tree.nodes[1].order = model.tree.nodes[2].order = 1;
  EXPECT_THROW(to_bytes(model), InvalidArgument);
}

}  // namespace
}  // namespace scpp
