#pragma once
// Coordinates in the span of rows by Householder's QR of X': X = L Q' with L triangular. Right to rounding for all rows.
#include <vector>

#include "base/types.hpp"

namespace scpp {

class ReflectedSpan {
 public:
  /// n rows, fewer than columns.
  explicit ReflectedSpan(RowMatrix rows);

  /// L, n x n: the rows in the orthonormal basis Q of their span.
  const RowMatrix& coordinates() const { return coordinates_; }

  /// p Q for points p of the span, one a row: their coordinates.
  RowMatrix project(RowMatrix points) const;

  /// Q w for every column w: from the span's coordinates to the columns of the data.
  ColMatrix lift(const ColMatrix& w) const;

 private:
  /// Some reflections I - tau v v' one after the other, as I - V' T V: V has them as rows, from column
  /// `first` on.
  struct Reflections {
    Index first;
    RowMatrix v;
    ColMatrix t;  // upper triangle
  };
  Reflections reflect_panel(RowMatrix& rows, Index first, Index last) const;
  static void reflect(RowMatrix& rows, Index begin, const Reflections& reflections);

  std::vector<Reflections> reflections_;
  RowMatrix coordinates_;
  Index columns_;
};

}  // namespace scpp
