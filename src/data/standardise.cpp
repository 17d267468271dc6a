#include "data/standardise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "base/types.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

// Differences of two values must not overflow, and the inverse of a width must be finite.
constexpr double largest_value = std::numeric_limits<double>::max() / 4;
constexpr double smallest_width = 1e-300;

/// A column narrower than can be divided by counts as constant.
double width_between(double low, double high) { return high - low >= smallest_width ? high - low : 0.0; }
double inverse_of(double width) { return width > 0 ? 1 / width : 0.0; }

[[noreturn]] void refuse_value(Index row, Index column, double value) {
  const std::string place = "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
  if (std::isnan(value)) throw InvalidArgument(place + " is not a number (NaN)");
  if (std::isinf(value)) throw InvalidArgument(place + " is infinite");
  throw InvalidArgument(place + " is larger than 4e307 in size");
}

[[noreturn]] void refuse_weight(Index row, double weight) {
  throw InvalidArgument("the weight of row " + std::to_string(row + 1) + " is " + std::to_string(weight) +
                        ", but weights are finite and not negative");
}

/// Some rows of a table, all within one chunk.
class Chunk {
 public:
  Chunk(const TableView& table, std::span<const double> weights, Index begin, Index end)
      : table_(table), weights_(weights), begin_(begin), end_(end), columns_(table.columns()) {}

  /// `first_row` is the number of the table's first row, for messages.
  Moments moments(Index first_row) const {
    Moments result = ranges(first_row);
    if (result.weight == 0) return result;
    std::vector<double> inverse(columns_);
    for (Index c = 0; c < columns_; ++c)
      inverse[c] = inverse_of(width_between(result.low[c], result.high[c]));
    // Sums are taken of (x - low) / width, which lies in [0, 1]: no square can overflow or vanish.
    std::vector<double> mean(columns_);
    each_row([&](double weight, const double* x) {
      for (Index c = 0; c < columns_; ++c) mean[c] += weight * ((x[c] - result.low[c]) * inverse[c]);
    });
    for (double& value : mean) value /= result.weight;
    each_row([&](double weight, const double* x) {
      for (Index c = 0; c < columns_; ++c) {
        const double deviation = (x[c] - result.low[c]) * inverse[c] - mean[c];
        result.squares[c] += weight * (deviation * deviation);
      }
    });
    for (Index c = 0; c < columns_; ++c)
      result.mean[c] = result.low[c] + mean[c] * width_between(result.low[c], result.high[c]);
    return result;
  }

 private:
  double weight(Index row) const { return weights_.empty() ? 1.0 : weights_[row]; }

  template <class Visit>
  void each_row(const Visit& visit) const {
    std::vector<double> values(columns_);
    for (Index row = begin_; row < end_; ++row) {
      if (weight(row) == 0) continue;
      table_.copy_row(row, values.data());
      visit(weight(row), values.data());
    }
  }

  Moments ranges(Index first_row) const {
    const double infinity = std::numeric_limits<double>::infinity();
    Moments result{0, std::vector<double>(columns_, infinity), std::vector<double>(columns_, -infinity),
                   std::vector<double>(columns_, 0.0), std::vector<double>(columns_, 0.0)};
    std::vector<double> values(columns_);
    for (Index row = begin_; row < end_; ++row) {
      if (!(weight(row) >= 0) || std::isinf(weight(row))) refuse_weight(first_row + row, weight(row));
      table_.copy_row(row, values.data());
      check(first_row + row, values);
      if (weight(row) == 0) continue;
      result.weight += weight(row);
      for (Index c = 0; c < columns_; ++c) {
        result.low[c] = std::min(result.low[c], values[c]);
        result.high[c] = std::max(result.high[c], values[c]);
      }
    }
    return result;
  }

  void check(Index row, const std::vector<double>& values) const {
    bool usable = true;
    for (const double value : values) usable &= std::abs(value) <= largest_value;
    if (usable) return;
    for (Index c = 0; c < columns_; ++c)
      if (!(std::abs(values[c]) <= largest_value)) refuse_value(row, c, values[c]);
  }

  const TableView& table_;
  std::span<const double> weights_;
  Index begin_, end_, columns_;
};

/// a and b together, a standing before b; squares are in units of the width, so those of both need the common
/// one.
Moments joined(const Moments& a, const Moments& b) {
  if (a.weight == 0) return b;
  if (b.weight == 0) return a;
  Moments both = a;
  both.weight = a.weight + b.weight;
  const double share = b.weight / both.weight;
  for (Index c = 0; c < std::ssize(a.mean); ++c) {
    both.low[c] = std::min(a.low[c], b.low[c]);
    both.high[c] = std::max(a.high[c], b.high[c]);
    const double inverse = inverse_of(width_between(both.low[c], both.high[c]));
    const double from_a = width_between(a.low[c], a.high[c]) * inverse;
    const double from_b = width_between(b.low[c], b.high[c]) * inverse;
    const double apart = b.mean[c] - a.mean[c];
    both.mean[c] = a.mean[c] + apart * share;
    both.squares[c] = joined_squares(a.weight, a.squares[c] * (from_a * from_a), b.weight,
                                     b.squares[c] * (from_b * from_b), apart * inverse);
  }
  return both;
}

MomentsPiece joined(const MomentsPiece& a, const MomentsPiece& b) {
  return {a.begin, b.end, joined(a.moments, b.moments)};
}

/// Sisters of the tree over chunks: two whole branches of one size that stand side by side under one parent.
bool are_sisters(const MomentsPiece& a, const MomentsPiece& b) {
  const Index size = a.end - a.begin;
  return size >= chunk_rows && a.end == b.begin && b.end - b.begin == size && a.begin % (2 * size) == 0;
}

/// Where the parts of the chunk that ends with pieces.back() begin, if all of them are there.
Index first_part_of_last_chunk(const std::vector<MomentsPiece>& pieces) {
  const Index end = pieces.back().end;
  Index first = pieces.size() - 1;
  if (end % chunk_rows != 0) return first;
  while (pieces[first].begin > end - chunk_rows && first > 0 && pieces[first - 1].end == pieces[first].begin)
    --first;
  return pieces[first].begin == end - chunk_rows ? first : pieces.size() - 1;
}

/// Adds a piece behind the others, and joins what has become whole.
void append(std::vector<MomentsPiece>& pieces, MomentsPiece piece) {
  if (!pieces.empty() && pieces.back().end > piece.begin)
    throw InvalidArgument("row " + std::to_string(piece.begin + 1) + " is in two of the merged parts");
  pieces.push_back(std::move(piece));
  const Index first = first_part_of_last_chunk(pieces);
  for (Index part = first + 1; part < std::ssize(pieces); ++part)
    pieces[first] = joined(pieces[first], pieces[part]);
  pieces.resize(first + 1);
  while (std::ssize(pieces) > 1 && are_sisters(pieces[pieces.size() - 2], pieces.back())) {
    pieces[pieces.size() - 2] = joined(pieces[pieces.size() - 2], pieces.back());
    pieces.pop_back();
  }
}

void check_weight(double total, Index rows) {
  if (total == 1 && rows == 1) return;  // a table of one row is no mistake of weights
  if (total == 0) throw InvalidArgument("all weights are 0");
  if (total < 2)
    throw InvalidArgument("the weights add up to " + std::to_string(total) +
                          ", but they count rows and must add up to at least 2");
  if (std::isinf(total)) throw InvalidArgument("the weights add up to more than a double holds");
}

}  // namespace

std::vector<MomentsPiece> moments_of(const TableView& table, std::span<const double> weights,
                                     Index first_row) {
  if (table.rows() == 0) throw InvalidArgument("the table has no rows");
  if (table.columns() == 0) throw InvalidArgument("the table has no columns");
  if (!weights.empty() && std::ssize(weights) != table.rows())
    throw InvalidArgument("there are " + std::to_string(weights.size()) + " weights for " +
                          std::to_string(table.rows()) + " rows");
  const Index end = first_row + table.rows(), first_chunk = first_row / chunk_rows;
  std::vector<MomentsPiece> parts((end - 1) / chunk_rows - first_chunk + 1);
  parallel_each(parts.size(), [&](Index number) {
    const Index chunk = (first_chunk + number) * chunk_rows;
    const Index from = std::max(chunk, first_row), to = std::min(chunk + chunk_rows, end);
    const Chunk rows(table, weights, from - first_row, to - first_row);
    parts[number] = {from, to, rows.moments(first_row)};
  });
  return merged({}, parts);
}

std::vector<MomentsPiece> merged(std::vector<MomentsPiece> a, const std::vector<MomentsPiece>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::stable_sort(a.begin(), a.end(), [](const auto& x, const auto& y) { return x.begin < y.begin; });
  std::vector<MomentsPiece> pieces;
  for (MomentsPiece& piece : a) {
    if (!pieces.empty() && std::ssize(pieces.back().moments.mean) != std::ssize(piece.moments.mean))
      throw InvalidArgument("row " + std::to_string(piece.begin + 1) + " has " +
                            std::to_string(piece.moments.mean.size()) + " columns, but rows before it have " +
                            std::to_string(pieces.back().moments.mean.size()));
    append(pieces, std::move(piece));
  }
  return pieces;
}

Moments total_of(const std::vector<MomentsPiece>& pieces) {
  Moments total;
  Index rows = 0;
  for (const MomentsPiece& piece : pieces) {
    if (piece.begin != rows)
      throw InvalidArgument("rows " + std::to_string(rows + 1) + " to " + std::to_string(piece.begin) +
                            " are missing from the merged parts");
    total = joined(total, piece.moments);
    rows = piece.end;
  }
  check_weight(total.weight, rows);
  return total;
}

Transform transform_of(const Moments& moments, bool standardise) {
  const Index columns = moments.mean.size();
  std::vector<double> spread(columns);
  double largest = 0;
  for (Index c = 0; c < columns; ++c) {
    spread[c] =
        std::sqrt(moments.squares[c] / (moments.weight - 1)) * width_between(moments.low[c], moments.high[c]);
    largest = std::max(largest, spread[c]);
  }
  double squares = 0;
  for (const double value : spread) squares += largest > 0 ? (value / largest) * (value / largest) : 0.0;
  const double common = largest * std::sqrt(squares / static_cast<double>(columns));
  Transform transform{moments.mean, std::vector<double>(columns, 0.0), {}};
  for (Index c = 0; c < columns; ++c)
    if (spread[c] > 0) transform.scale[c] = 1.0 / (standardise ? spread[c] : common);
  return transform;
}

// ---- rows behind their transform

namespace {

/// Writes transformed rows; the metric is laid out once for all of them.
class RowTransformer {
 public:
  RowTransformer(const TableView& table, const Transform& transform) : table_(table), transform_(transform) {
    if (transform.metric) {
      const RowMatrix metric = view(*transform.metric);
      metric_.emplace(view_of(metric));
    }
  }

  /// Rows number(0) .. number(count - 1), one after the other; on the calling thread.
  template <class Number>
  void write(Index count, const Number& number, double* out) const {
    if (!metric_) {
      for (Index i = 0; i < count; ++i) standardise_row(number(i), out + i * table_.columns());
      return;
    }
    constexpr Index rows_at_a_time = 24;  // as many as products like; of many columns they fill the cache
    RowMatrix standardised(std::min(count, rows_at_a_time), table_.columns());
    for (Index first = 0; first < count; first += rows_at_a_time) {
      const Index some = std::min(count - first, rows_at_a_time);
      for (Index i = 0; i < some; ++i) standardise_row(number(first + i), standardised.row(i).data());
      metric_->multiply_rows(view_of(standardised), 0, some, out + first * metric_->cols(), metric_->cols());
    }
  }

 private:
  void standardise_row(Index row, double* out) const {
    table_.copy_row(row, out);
    for (Index column = 0; column < table_.columns(); ++column)
      out[column] = (out[column] - transform_.mean[column]) * transform_.scale[column];
  }

  const TableView& table_;
  const Transform& transform_;
  std::optional<PackedRight> metric_;
};

}  // namespace

Scaled standardise(const TableView& table, std::span<const double> weights, bool standardise) {
  const Moments moments = total_of(moments_of(table, weights, 0));
  const Index rows = table.rows();
  return {
      table,
      transform_of(moments, standardise),
      weights.empty() ? Vector(Vector::Ones(rows)) : Vector(Eigen::Map<const Vector>(weights.data(), rows)),
      {}};
}

RowMatrix transformed_rows(const TableView& table, const Transform& transform, Index begin, Index end) {
  const RowTransformer transformer(table, transform);
  RowMatrix rows(end - begin, transform.dimensions());
  transformer.write(
      end - begin, [&](Index i) { return begin + i; }, rows.data());
  return rows;
}

RowMatrix gather(const Scaled& scaled, const std::vector<Index>& rows) {
  const RowTransformer transformer(scaled.table, scaled.transform);
  RowMatrix values(rows.size(), scaled.columns());
  parallel_blocks(values.rows(), rows_of_a_block(scaled.table.columns()), [&](Index begin, Index end) {
    transformer.write(
        end - begin, [&](Index i) { return rows[begin + i]; }, values.row(begin).data());
  });
  return values;
}

namespace {

/// use(i, row) for each of the given rows, transformed, one after the other.
template <class Use>
void each_transformed(const Scaled& scaled, const std::vector<Index>& rows, const Use& use) {
  const RowTransformer transformer(scaled.table, scaled.transform);
  parallel_blocks(std::ssize(rows), rows_of_a_block(scaled.columns()), [&](Index begin, Index end) {
    Vector row(scaled.columns());
    for (Index i = begin; i < end; ++i) {
      transformer.write(
          1, [&](Index) { return rows[i]; }, row.data());
      use(i, row);
    }
  });
}

}  // namespace

RoundedRows gather_rounded(const Scaled& scaled, const std::vector<Index>& rows) {
  RoundedRows values(std::ssize(rows), scaled.columns());
  each_transformed(scaled, rows, [&](Index i, const Vector& row) { values.set(i, row.data()); });
  return values;
}

Vector squared_norms(const Scaled& scaled, const std::vector<Index>& rows) {
  Vector squares(rows.size());  // not by Eigen, whose sums depend on where a row lies in memory
  each_transformed(scaled, rows,
                   [&](Index i, const Vector& row) { squares[i] = dot(row.data(), row.data(), row.size()); });
  return squares;
}

}  // namespace scpp
