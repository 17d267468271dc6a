#include "data/standardise.hpp"

#include "base/parallel.hpp"
#include "data/moments.hpp"

namespace scpp {
namespace {

constexpr Index row_block = 4096;

}  // namespace

Scaled standardise(const TableView& table, std::span<const double> weights, bool standardise) {
  const Moments moments = total_of(moments_of(table, weights, 0));
  const Index rows = table.rows();
  return {table, transform_of(moments, standardise),
          weights.empty() ? Vector(Vector::Ones(rows)) : Vector(Eigen::Map<const Vector>(weights.data(), rows)), {}};
}

void transformed_row(const TableView& table, const Transform& transform, Index row, double* out) {
  table.copy_row(row, out);
  for (Index column = 0; column < table.columns(); ++column)
    out[column] = (out[column] - transform.mean[column]) * transform.scale[column];
}

RowMatrix transformed_rows(const TableView& table, const Transform& transform, Index begin, Index end) {
  RowMatrix rows(end - begin, table.columns());
  for (Index row = begin; row < end; ++row)
    transformed_row(table, transform, row, rows.row(row - begin).data());
  return rows;
}

RowMatrix gather(const Scaled& scaled, const std::vector<Index>& rows) {
  RowMatrix values(rows.size(), scaled.columns());
  parallel_blocks(values.rows(), row_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      transformed_row(scaled.table, scaled.transform, rows[i],
                      values.row(i).data());
  });
  return values;
}

}  // namespace scpp
