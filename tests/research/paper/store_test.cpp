#include <gtest/gtest.h>

#include "paper/cells.hpp"
#include "paper/scratch_folder.hpp"

namespace scpp::paper {
namespace {

TEST(CellStore, GivesBackWhatWasWritten) {
  const ScratchFolder folder;
  const CellStore store(folder.path());
  EXPECT_FALSE(store.has("table/yeast/sc"));
  const Json cell = {{"purity", 0.1 + 0.2}, {"choice", "sigma = 2"}};
  store.write("table/yeast/sc", cell);
  EXPECT_EQ(store.read("table/yeast/sc"), cell);
  EXPECT_EQ(CellStore(folder.path()).read("table/yeast/sc"), cell);
}

TEST(CellStore, TreatsADamagedCellAsAbsent) {
  const ScratchFolder folder;
  const CellStore store(folder.path());
  store.write("one", {{"nmi", 1}});
  std::ofstream(store.path_of("one")) << "{\"nmi\": 1";
  EXPECT_FALSE(store.has("one"));
}

}  // namespace
}  // namespace scpp::paper
