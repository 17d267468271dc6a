// Cells: the nearest coarse centre, then the nearest of its own fine ones.
#include "micro/cells.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"

namespace scpp {
namespace {

std::vector<std::int32_t> cells_of_rows(const Cells& cells, const RowMatrix& rows) {
  std::vector<std::int32_t> cell(rows.rows());
  cells.find(rows, cell.data());
  return cell;
}

Index nearest_of(const RowMatrix& centres, const Eigen::RowVectorXd& row) {
  Index nearest = 0;
  (centres.rowwise() - row).rowwise().squaredNorm().minCoeff(&nearest);
  return nearest;
}

TEST(Cells, ARowTakesTheNearestFineCentreOfItsNearestCoarseOne) {
  const RowMatrix rows = build::normal_matrix(500, 5, 1);
  const Cells cells = make_cells(rows, 100);
  const std::vector<std::int32_t> found = cells_of_rows(cells, rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    const Index group = nearest_of(cells.coarse(), rows.row(i)), begin = cells.begin()[group];
    const RowMatrix own = cells.fine().middleRows(begin, cells.begin()[group + 1] - begin);
    EXPECT_EQ(found[i], begin + nearest_of(own, rows.row(i))) << "row " << i;
  }
}

TEST(Cells, NoneHasRowsOfTwoGroupsThatAreKnown) {
  const RowMatrix rows = build::normal_matrix(600, 4, 2);
  const KMeans groups = kmeans(rows, Vector::Ones(600), rows.topRows(3), 50);
  const Cells cells = make_cells(rows, groups, 90);
  EXPECT_EQ(cells.coarse(), groups.centres);
  const std::vector<std::int32_t> found = cells_of_rows(cells, rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    EXPECT_GE(found[i], cells.begin()[groups.membership[i]]) << "row " << i;
    EXPECT_LT(found[i], cells.begin()[groups.membership[i] + 1]) << "row " << i;
  }
  for (Index group = 0; group < 3; ++group) {  // every group has cells after its share of the rows
    const double cells_of_group = static_cast<double>(cells.begin()[group + 1] - cells.begin()[group]);
    EXPECT_NEAR(cells_of_group, 90 * groups.weights[group] / 600, 0.5) << "rounded";
  }
}

}  // namespace
}  // namespace scpp
