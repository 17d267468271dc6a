// Laws of the made-up data: shapes, reproducibility, and that the clusters are where they are said to be.
#include "scpp/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

/// Standard deviation of a column over the rows of one class.
double class_deviation(const Generated& made, std::size_t column, int wanted) {
  const double mean = class_mean(made, column, wanted);
  double sum = 0, count = 0;
  for (std::size_t row = 0; row < made.table.rows(); ++row) {
    if (made.classes[row] != wanted) continue;
    sum += std::pow(made.table.values(row, column) - mean, 2);
    ++count;
  }
  return std::sqrt(sum / count);
}

/// Mean of the products of two columns.
double mean_product(const Generated& made, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t row = 0; row < made.table.rows(); ++row)
    sum += made.table.values(row, a) * made.table.values(row, b);
  return sum / static_cast<double>(made.table.rows());
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

/// Means of clusters have E |a - b|^2 = separation^2 d / 4, and rows a variance of 1 around them in every
/// column, half of it by a random matrix. Of 40 clusters in 10 columns both averages are right to a tenth,
/// three standard errors or more; of 200 rows each the means' own error adds 1 / 100.
TEST(Generate, GaussiansLieAsFarApartAsAskedForAndAreOneWide) {
  GenerateOptions options;
  options.rows = 8000;
  options.clusters = 40;
  options.columns = 10;
  options.noise_columns = 0;
  for (const double separation : {2.0, 8.0}) {
    options.separation = separation;
    const Generated made = generate("gaussians", options);
    double apart = 0, variance = 0, pairs = 0;
    for (std::size_t column = 0; column < 10; ++column)
      for (int a = 0; a < 40; ++a) {
        variance += std::pow(class_deviation(made, column, a), 2) / 400;
        for (int b = 0; b < a; ++b, ++pairs)
          apart += std::pow(class_mean(made, column, a) - class_mean(made, column, b), 2);
      }
    EXPECT_NEAR(apart / pairs / (separation * separation / 4), 1, 0.15);
    EXPECT_NEAR(variance, 1, 0.1);
    std::vector<double> size(40);
    for (const int k : made.classes) ++size[static_cast<std::size_t>(k)];
    const auto [least, most] = std::ranges::minmax(size);
    // Weights are drawn from [0.5, 1.5); 3, and what 100 rows may be off by.
    EXPECT_GT(most / least, 2);
    EXPECT_LT(most / least, 4.2);
  }
}

TEST(Generate, MoonsAreHalfCirclesAsThickAsAskedFor) {
  GenerateOptions options;
  options.rows = 4000;
  options.noise_columns = 47;
  for (const double separation : {2.0, 10.0}) {
    options.separation = separation;
    const Generated made = generate("moons", options);
    const double width = 1 / (2 * separation);
    double squares = 0;
    std::array<double, 2> left{0, 0};
    for (std::size_t row = 0; row < made.table.rows(); ++row) {
      const bool second = made.classes[row] == 1;
      EXPECT_EQ(second, row % 2 == 1);
      const double x = second ? 1 - made.table.values(row, 0) : made.table.values(row, 0);
      const double y = second ? 0.5 - made.table.values(row, 1) : made.table.values(row, 1);
      squares += std::pow(std::hypot(x, y) - 1, 2);
      EXPECT_GT(y, -5 * width);
      left[second] += x < 0;
    }
    // Across a circle that is thin for its width the deviation is that of one coordinate: 4,000 rows tell it
    // to one in 90, and width^2 / 2 is what the circle bends.
    EXPECT_NEAR(std::sqrt(squares / 4000) / width, 1, 0.05 + width * width);
    for (const double count : left) EXPECT_NEAR(count, 1000, 120) << "angles are drawn evenly";
    EXPECT_NEAR(class_deviation(made, 2, 0), 1, 0.1) << "a third column tells nothing";
  }
}

TEST(Generate, ScalesHidesAFactorInASeventhOfTheNoise) {
  GenerateOptions options;
  options.rows = 4000;
  options.clusters = 1;
  options.columns = 16;
  options.noise_columns = 14;
  const Generated made = generate("scales", options);
  // Columns 3 and 4 follow the factor by 0.9. Products of 4,000 rows are right to 0.08, five standard errors.
  for (std::size_t a = 0; a < 16; ++a)
    for (std::size_t b = 0; b <= a; ++b)
      EXPECT_NEAR(mean_product(made, a, b),
                  a == b             ? 1
                  : a == 3 && b == 2 ? 0.81
                                     : 0,
                  a == b ? 0.12 : 0.08)
          << a << ' ' << b;
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
    for (std::size_t column = 0; column < 9; ++column) {
      EXPECT_NEAR(class_mean(made, column, k), width[k] * expected[k][column / 3], 0.19 * width[k]);
      EXPECT_NEAR(class_deviation(made, column, k), width[k], 0.14 * width[k]);
    }
}

TEST(Generate, OutliersAreTheShareAskedForAndFarAway) {
  GenerateOptions options;
  options.outliers = 0.1;
  const Generated made = generate("outliers", options);
  std::size_t count = 0, positive = 0;
  double sum = 0;
  for (std::size_t row = 0; row < made.table.rows(); ++row) {
    const bool outlier = made.class_names[static_cast<std::size_t>(made.classes[row])] == "outlier";
    EXPECT_EQ(outlier, row >= 900);
    if (!outlier) continue;
    ++count;
    const double reach = std::abs(made.table.values(row, 0));  // between one and two times 6
    EXPECT_TRUE(reach >= 6 && reach < 12);
    sum += reach;
    for (std::size_t column = 0; column < 30; ++column) {
      EXPECT_EQ(std::abs(made.table.values(row, column)), reach);
      positive += made.table.values(row, column) > 0;
    }
    EXPECT_LT(std::abs(made.table.values(row, 30)), 6) << "noise stays";
  }
  EXPECT_EQ(count, 100u);
  // Five standard errors of 3,000 signs and of 100 numbers spread over 6.
  EXPECT_NEAR(static_cast<double>(positive) / 3000, 0.5, 0.046);
  EXPECT_NEAR(sum / 100, 9, 0.87);
}

/// Clusters part two by two, so K of them need K - 1 columns.
TEST(Generate, ScalesNeedsOneColumnForEachSplitAndNoMore) {
  GenerateOptions options;
  options.noise_columns = 0;
  for (const int clusters : {1, 2, 3, 5}) {
    options.clusters = clusters;
    options.columns = std::max(1, clusters - 1);
    const Generated made = generate("scales", options);
    EXPECT_EQ(made.class_names.size(), static_cast<std::size_t>(clusters));
    options.noise_columns = 1;
    EXPECT_THROW(generate("scales", options), InvalidArgument) << clusters;
    options.columns += 1;
    EXPECT_NO_THROW(generate("scales", options)) << clusters;
    options.noise_columns = 0;
  }
}

TEST(Generate, MoonsNeedsTwoColumnsAndOthersOne) {
  GenerateOptions options;
  options.columns = 3;
  options.clusters = 2;
  options.noise_columns = 2;
  for (const std::string kind : {"gaussians", "outliers", "scales"})
    EXPECT_EQ(generate(kind, options).table.columns(), 3u) << kind;
  EXPECT_THROW(generate("moons", options), InvalidArgument);
  options.noise_columns = 1;
  EXPECT_EQ(generate("moons", options).table.columns(), 3u);
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
