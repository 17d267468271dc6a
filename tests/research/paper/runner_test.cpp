#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "paper/cells.hpp"
#include "paper/scratch_folder.hpp"

namespace scpp::paper {
namespace {

const auto silent = [](const RunProgress&) {};

TEST(Runner, StoresResultTimeAndMemoryOfEveryCell) {
  const ScratchFolder folder;
  const CellStore store(folder.path());
  std::vector<std::size_t> done;
  run_cells({{"a", 1, 60,
              [] {
                return Json{{"value", 1}};
              }},
             {"b", 2, 60,
              [] {
                return Json{{"value", 2}};
              }}},
            store, 2, [&](const RunProgress& progress) {
              done.push_back(progress.done);
              EXPECT_EQ(progress.total, 2U);
            });
  EXPECT_EQ(done, (std::vector<std::size_t>{1, 2}));
  for (const char* key : {"a", "b"}) {
    const Json cell = store.read(key).value();
    EXPECT_GE(cell.at("seconds").get<double>(), 0);
    EXPECT_GT(cell.at("peak_mb").get<double>(), 0);
  }
  EXPECT_EQ(store.read("b")->at("value"), 2);
}

TEST(Runner, DoesNotComputeAFinishedCellAgain) {
  const ScratchFolder folder;
  const CellStore store(folder.path());
  store.write("a", {{"value", "before"}});
  run_cells({{"a", 1, 60, [] { return Json{{"value", "again"}}; }}}, store, 1, silent);
  EXPECT_EQ(store.read("a")->at("value"), "before");
}

TEST(Runner, SurvivesExceptionsAndCrashes) {
  const ScratchFolder folder;
  const CellStore store(folder.path());
  run_cells({{"throws", 1, 60, []() -> Json { throw std::runtime_error("no luck"); }},
             {"crashes", 1, 60, []() -> Json { std::abort(); }},
             {"works", 1, 60,
              [] {
                return Json{{"value", 3}};
              }}},
            store, 1, silent);
  EXPECT_EQ(store.read("throws")->at("failed"), "no luck");
  EXPECT_TRUE(store.read("crashes")->contains("failed"));
  EXPECT_EQ(store.read("works")->at("value"), 3);
}

TEST(Runner, EndsACellThatTakesTooLong) {
  const ScratchFolder folder;
  const CellStore store(folder.path());
  run_cells({{"endless", 1, 1,
              []() -> Json {
                volatile double x = 1;
                while (true) x = x * 0.5 + 1;
              }}},
            store, 1, silent);
  EXPECT_EQ(store.read("endless")->at("timeout"), 1);
}

}  // namespace
}  // namespace scpp::paper
