#include "micro/cells.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "micro/microclusters.hpp"

namespace scpp {
namespace {

// Of a coarse group: more than a cell has neighbours, so that the neighbour graph sees a rare cluster.
constexpr Index enough_cells = 16;

RowMatrix rows_in(const RowMatrix& rows, const std::vector<std::int32_t>& group_of_row, std::int32_t group) {
  RowMatrix members(std::count(group_of_row.begin(), group_of_row.end(), group), rows.cols());
  Index next = 0;
  for (Index row = 0; row < rows.rows(); ++row)
    if (group_of_row[row] == group) members.row(next++) = rows.row(row);
  return members;
}

}  // namespace

Cells::Cells(RowMatrix coarse, RowMatrix fine, std::vector<Index> begin)
    : coarse_(std::move(coarse)), fine_(std::move(fine)), begin_(std::move(begin)), nearest_coarse_(coarse_) {
  for (Index group = 0; group + 1 < std::ssize(begin_); ++group)
    nearest_fine_.emplace_back(RowMatrix(fine_.middleRows(begin_[group], begin_[group + 1] - begin_[group])));
}

void Cells::find(const RowMatrix& rows, std::int32_t* cell) const {
  const Index count = rows.rows();
  std::vector<std::int32_t> group(count), within(count);
  nearest_coarse_.find(rows, 0, count, group.data());
  std::vector<Index> end(nearest_fine_.size() + 1, 0), member(count);  // where the members of each group end
  for (const auto g : group) ++end[g + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  for (Index row = 0; row < count; ++row) member[end[group[row]]++] = row;
  RowMatrix gathered;
  for (Index g = 0, begin = 0; g < std::ssize(nearest_fine_); begin = end[g++]) {
    if (begin == end[g]) continue;
    gathered.resize(end[g] - begin, rows.cols());
    for (Index i = 0; i < gathered.rows(); ++i) gathered.row(i) = rows.row(member[begin + i]);
    nearest_fine_[g].find(gathered, 0, gathered.rows(), within.data());
    for (Index i = 0; i < gathered.rows(); ++i)
      cell[member[begin + i]] = static_cast<std::int32_t>(begin_[g]) + within[i];
  }
}

Cells make_cells(const RowMatrix& sample, KMeans coarse, Index count) {
  const Index groups = coarse.centres.rows(), least = std::min(enough_cells, count / groups);
  std::vector<RowMatrix> fine(groups);
  parallel_each(groups, [&](Index group) {
    const RowMatrix members = rows_in(sample, coarse.membership, static_cast<std::int32_t>(group));
    const Index share = std::max<Index>(
        least, std::lround(static_cast<double>(count) * coarse.weights[group] / coarse.weights.sum()));
    fine[group] = make_microclusters(members, Vector::Ones(members.rows()), share).centres;
  });
  std::vector<Index> begin{0};
  for (const RowMatrix& part : fine) begin.push_back(begin.back() + part.rows());
  RowMatrix all(begin.back(), sample.cols());
  for (Index group = 0; group < std::ssize(fine); ++group)
    all.middleRows(begin[group], fine[group].rows()) = fine[group];
  return {std::move(coarse.centres), std::move(all), std::move(begin)};
}

Cells make_cells(const RowMatrix& sample, Index count) {
  const Index groups = std::lround(std::sqrt(static_cast<double>(count)));
  Microclusters coarse = make_microclusters(sample, Vector::Ones(sample.rows()), groups);
  return make_cells(
      sample, KMeans{std::move(coarse.centres), std::move(coarse.membership), std::move(coarse.weights)},
      count);
}

Index rows_at_once(Index columns) { return std::clamp<Index>((Index{1} << 16) / columns, 512, 2048); }

}  // namespace scpp
