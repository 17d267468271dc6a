// Stability hears refits on resampled rows.
#include "tree/refits.hpp"

#include <gtest/gtest.h>

#include "scpp/fit.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

std::optional<double> stability_of_first_split(const RowMatrix& rows, Quality quality) {
  FitOptions options;
  options.quality = quality;
  options.split.microclusters = 60;
  return fit(build::view(rows), options).model.tree.nodes.at(0).split->stability;
}

TEST(Refits, AgreeOnCloudsThatStandApart) {
  RowMatrix rows = build::normal_matrix(300, 5, 3);
  rows.topRows(120).array() += 12;
  // Nearest centres are always of the own cloud, so every search on whatever rows finds the same two.
  EXPECT_EQ(stability_of_first_split(rows, Quality::best), 1);
}

TEST(Refits, DisagreeOnARoundCloud) {
  // Any direction is as good as any other. Two halves by directions at a right angle agree by 0; for refits
  // to agree by more than 0.8 (halves that differ in a twentieth of the rows) in the mean they would have to
  // know the direction.
  EXPECT_LT(stability_of_first_split(build::normal_matrix(300, 5, 4), Quality::best).value(), 0.8);
}

TEST(Refits, LeaveTheTreeAsItIs) {
  const RowMatrix rows = build::blobs(200, 4, 3, 1.0, 5).rows;
  const Scaled scaled = standardise(build::view(rows), {}, true);
  FitOptions options;
  options.clusters = 3;
  const NeighbourGraph none;
  const GrownTree before = grow(scaled, {none, {}}, options, {});
  GrownTree after = before;
  ask_refits(after, scaled, {none, {}}, options, {});
  EXPECT_EQ(after.leaf_of_row, before.leaf_of_row);
  for (std::size_t node = 0; node < before.tree.nodes.size(); ++node) {
    if (!before.tree.nodes[node].split) continue;
    EXPECT_FALSE(before.tree.nodes[node].split->stability) << "one search has no other candidates";
    EXPECT_EQ(after.tree.nodes[node].split->side, before.tree.nodes[node].split->side);
    EXPECT_GT(after.tree.nodes[node].split->stability.value(), -1);
    EXPECT_LE(after.tree.nodes[node].split->stability.value(), 1);
  }
}

}  // namespace
}  // namespace scpp
