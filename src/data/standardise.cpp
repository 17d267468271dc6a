#include "data/standardise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/parallel.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 4096;

// Differences of two values must not overflow, and the inverse of a spread must be finite.
constexpr double largest_value = std::numeric_limits<double>::max() / 4;
constexpr double smallest_range = 1e-300;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

[[noreturn]] void refuse_value(std::size_t row, std::size_t column, double value) {
  const std::string place = "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
  if (std::isnan(value)) throw InvalidArgument(place + " is not a number (NaN)");
  if (std::isinf(value)) throw InvalidArgument(place + " is infinite");
  throw InvalidArgument(place + " is larger than 4e307 in size");
}

void check_shape(const TableView& table, std::span<const double> weights) {
  if (table.rows() == 0) throw InvalidArgument("the table has no rows");
  if (table.columns() == 0) throw InvalidArgument("the table has no columns");
  if (!weights.empty() && weights.size() != table.rows())
    throw InvalidArgument("there are " + std::to_string(weights.size()) + " weights for " +
                          std::to_string(table.rows()) + " rows");
}

Vector checked_weights(const TableView& table, std::span<const double> weights) {
  if (weights.empty()) return Vector::Ones(static_cast<Index>(table.rows()));
  double total = 0;
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (!(weights[row] >= 0) || std::isinf(weights[row]))
      throw InvalidArgument("the weight of row " + std::to_string(row + 1) + " is " + std::to_string(weights[row]) +
                            ", but weights are finite and not negative");
    total += weights[row];
  }
  if (total == 0) throw InvalidArgument("all weights are 0");
  if (total < 2)
    throw InvalidArgument("the weights add up to " + std::to_string(total) +
                          ", but they count rows and must add up to at least 2");
  if (std::isinf(total)) throw InvalidArgument("the weights add up to more than a double holds");
  return Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
}

/// Smallest and largest value of every column among rows that count; refuses the first bad value.
std::vector<Range> ranges_of(const TableView& table, const Vector& weights) {
  const std::size_t columns = table.columns();
  const Index rows = static_cast<Index>(table.rows());
  std::vector<std::vector<Range>> partial(static_cast<std::size_t>((rows + row_block - 1) / row_block));
  parallel_blocks(rows, row_block, [&](Index begin, Index end) {
    std::vector<Range> ranges(columns);
    std::vector<double> values(columns);
    for (Index row = begin; row < end; ++row) {
      table.copy_row(static_cast<std::size_t>(row), values.data());
      for (std::size_t column = 0; column < columns; ++column) {
        const double value = values[column];
        if (!(std::abs(value) <= largest_value)) refuse_value(static_cast<std::size_t>(row), column, value);
        if (weights[row] == 0) continue;
        ranges[column].low = std::min(ranges[column].low, value);
        ranges[column].high = std::max(ranges[column].high, value);
      }
    }
    partial[static_cast<std::size_t>(begin / row_block)] = std::move(ranges);
  });
  std::vector<Range> all(columns);
  for (const auto& ranges : partial)
    for (std::size_t column = 0; column < columns; ++column) {
      all[column].low = std::min(all[column].low, ranges[column].low);
      all[column].high = std::max(all[column].high, ranges[column].high);
    }
  return all;
}

/// Weighted sums over rows of f(x in unit range), added up block by block in order.
template <class Term>
Vector column_sums(const TableView& table, const Vector& weights, const Term& term) {
  const Index columns = static_cast<Index>(table.columns()), rows = static_cast<Index>(table.rows());
  ColMatrix partial = ColMatrix::Zero(columns, (rows + row_block - 1) / row_block);
  parallel_blocks(rows, row_block, [&](Index begin, Index end) {
    Vector values(columns);
    auto sums = partial.col(begin / row_block);
    for (Index row = begin; row < end; ++row) {
      if (weights[row] == 0) continue;
      table.copy_row(static_cast<std::size_t>(row), values.data());
      for (Index column = 0; column < columns; ++column) sums[column] += weights[row] * term(column, values[column]);
    }
  });
  Vector total = Vector::Zero(columns);
  for (Index block = 0; block < partial.cols(); ++block) total += partial.col(block);
  return total;
}

}  // namespace

Scaled standardise(const TableView& table, std::span<const double> row_weights, bool standardise) {
  check_shape(table, row_weights);
  const Vector weights = checked_weights(table, row_weights);
  const std::vector<Range> ranges = ranges_of(table, weights);
  const Index columns = static_cast<Index>(table.columns());
  const double total = weights.sum();

  // Sums are taken of (x - low) / width, which lies in [0, 1]: no square can overflow or vanish.
  Vector low(columns), width(columns);
  for (Index column = 0; column < columns; ++column) {
    const Range& range = ranges[static_cast<std::size_t>(column)];
    low[column] = range.low;
    width[column] = range.high - range.low >= smallest_range ? range.high - range.low : 0.0;
  }
  const auto unit = [&](Index column, double x) { return width[column] > 0 ? (x - low[column]) / width[column] : 0.0; };
  const Vector mean = column_sums(table, weights, unit) / total;
  const Vector squares = column_sums(table, weights, [&](Index column, double x) {
    const double deviation = unit(column, x) - mean[column];
    return deviation * deviation;
  });
  const Vector spread = (squares / (total - 1)).cwiseSqrt().cwiseProduct(width);

  Scaled scaled{table, {}, weights, {}};
  scaled.transform.mean.resize(static_cast<std::size_t>(columns));
  scaled.transform.scale.resize(static_cast<std::size_t>(columns));
  const double largest = spread.maxCoeff();
  const double common = largest > 0 ? largest * std::sqrt((spread / largest).squaredNorm() / static_cast<double>(columns)) : 1.0;
  for (Index column = 0; column < columns; ++column) {
    const auto at = static_cast<std::size_t>(column);
    scaled.transform.mean[at] = low[column] + mean[column] * width[column];
    scaled.transform.scale[at] = spread[column] > 0 ? 1.0 / (standardise ? spread[column] : common) : 0.0;
  }
  return scaled;
}

void transformed_row(const TableView& table, const Transform& transform, std::size_t row, double* out) {
  table.copy_row(row, out);
  for (std::size_t column = 0; column < table.columns(); ++column)
    out[column] = (out[column] - transform.mean[column]) * transform.scale[column];
}

RowMatrix gather(const Scaled& scaled, const std::vector<Index>& rows) {
  RowMatrix values(static_cast<Index>(rows.size()), scaled.columns());
  parallel_blocks(values.rows(), row_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      transformed_row(scaled.table, scaled.transform, static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]),
                      values.row(i).data());
  });
  return values;
}

}  // namespace scpp
