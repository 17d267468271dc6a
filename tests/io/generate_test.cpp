// Laws of the made-up data: shapes, reproducibility, and that the clusters are where they are said to be.
#include "scpp/generate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

std::vector<double> values_of(const Table& table) {
  std::vector<double> values(table.rows() * table.columns());
  for (std::size_t row = 0; row < table.rows(); ++row)
    table.values.copy_row(row, values.data() + row * table.columns());
  return values;
}

/// Mean of a column over the rows of one class.
double class_mean(const Generated& made, std::size_t column, int wanted) {
  double sum = 0, count = 0;
  for (std::size_t row = 0; row < made.table.rows(); ++row) {
    if (made.classes[row] != wanted) continue;
    sum += made.table.values(row, column);
    ++count;
  }
  return sum / count;
}

class EveryKind : public testing::TestWithParam<std::string> {};

TEST_P(EveryKind, HasTheShapeThatWasAskedFor) {
  GenerateOptions options;
  options.rows = 300;
  const Generated made = generate(GetParam(), options);
  EXPECT_EQ(made.table.rows(), 300u);
  EXPECT_EQ(made.table.columns(), options.columns);
  EXPECT_EQ(made.table.names.front(), "x1");
  EXPECT_EQ(made.table.names.back(), "noise20");
  EXPECT_EQ(made.classes.size(), 300u);
  const std::set<std::int32_t> classes(made.classes.begin(), made.classes.end());
  EXPECT_EQ(classes.size(), made.class_names.size());
  EXPECT_EQ(*classes.rbegin() + 1, static_cast<std::int32_t>(classes.size()));
  for (const double value : values_of(made.table)) EXPECT_TRUE(std::isfinite(value));
}

TEST_P(EveryKind, IsTheSameForTheSameSeedOnly) {
  GenerateOptions options;
  const auto first = values_of(generate(GetParam(), options).table);
  EXPECT_EQ(first, values_of(generate(GetParam(), options).table));
  options.seed = 1;
  EXPECT_NE(first, values_of(generate(GetParam(), options).table));
}

TEST_P(EveryKind, BlocksAreTheWhole) {
  GenerateOptions options;
  options.rows = 300;
  const Generated whole = generate(GetParam(), options);
  Generator generator(GetParam(), options);
  std::vector<double> values;
  std::vector<std::int32_t> classes;
  for (const std::size_t rows : {1, 250, 49}) {
    const Generated block = generator.next(rows);
    const std::vector<double> more = values_of(block.table);
    values.insert(values.end(), more.begin(), more.end());
    classes.insert(classes.end(), block.classes.begin(), block.classes.end());
  }
  EXPECT_EQ(values, values_of(whole.table));
  EXPECT_EQ(classes, whole.classes);
}

TEST_P(EveryKind, NoiseColumnsTellNothingAboutTheClasses) {
  GenerateOptions options;
  options.rows = 4000;
  const Generated made = generate(GetParam(), options);
  // A mean of at least 100 unit normal values is within 6 / sqrt(100) of 0 but once in 5e8; the seed is
  // fixed.
  for (std::size_t column = options.columns - options.noise_columns; column < options.columns; ++column)
    for (int k = 0; k < 2; ++k) EXPECT_LT(std::abs(class_mean(made, column, k)), 0.83);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind, testing::Values("gaussians", "moons", "scales", "outliers"));

TEST(Generate, ListsEveryKind) {
  for (const GeneratorKind& kind : generator_kinds()) EXPECT_NO_THROW(generate(kind.name, {})) << kind.name;
  EXPECT_EQ(generator_kinds().size(), 4u);
}

TEST(Generate, ScalesPartsEachSplitInItsOwnColumns) {
  GenerateOptions options;
  options.rows = 4000;
  options.clusters = 4;
  options.columns = 9;
  options.noise_columns = 0;
  const Generated made = generate("scales", options);
  const double half = options.separation / 2;
  // Columns 1-3 part a from b, 4-6 part {a, b} from {c, d}, 7-9 part c from d. Clusters are 1, 1.5, 1.5
  // and 2.25 wide; six standard errors of 1000 rows are 0.19 times that.
  const double expected[4][3] = {{-half, -half, 0}, {half, -half, 0}, {0, half, -half}, {0, half, half}};
  const double width[4] = {1, 1.5, 1.5, 2.25};
  for (int k = 0; k < 4; ++k)
    for (std::size_t column = 0; column < 9; ++column)
      EXPECT_NEAR(class_mean(made, column, k), width[k] * expected[k][column / 3], 0.19 * width[k]);
}

TEST(Generate, OutliersAreTheShareAskedForAndFarAway) {
  GenerateOptions options;
  options.outliers = 0.1;
  const Generated made = generate("outliers", options);
  std::size_t count = 0;
  for (std::size_t row = 0; row < made.table.rows(); ++row) {
    if (made.class_names[static_cast<std::size_t>(made.classes[row])] != "outlier") continue;
    ++count;
    for (std::size_t column = 0; column < 30; ++column)
      EXPECT_GE(std::abs(made.table.values(row, column)), 6.0);
  }
  EXPECT_EQ(count, 100u);
}

TEST(Generate, RefusesWhatCannotBe) {
  GenerateOptions options;
  EXPECT_THROW(generate("circles", options), InvalidArgument);
  options.noise_columns = options.columns;
  for (const std::string kind : {"gaussians", "moons", "scales", "outliers"})
    EXPECT_THROW(generate(kind, options), InvalidArgument) << kind;
  options = {};
  options.rows = 0;
  EXPECT_THROW(generate("moons", options), InvalidArgument);
  options = {};
  options.clusters = 40;
  EXPECT_THROW(generate("scales", options), InvalidArgument);
}

TEST(Generate, EveryParameterReadsWhatItWrites) {
  for (const GenerateParameter& parameter : generate_parameters()) {
    GenerateOptions options;
    parameter.set(options, parameter.get(options));
    EXPECT_EQ(parameter.get(options), parameter.get(GenerateOptions{})) << parameter.name;
    EXPECT_THROW(parameter.set(options, "x"), InvalidArgument);
  }
}

}  // namespace
}  // namespace scpp
