#include "report/input.hpp"

#include <algorithm>

#include "scpp/errors.hpp"

namespace scpp {
namespace {

void check_labels(std::span<const std::int32_t> labels, Index rows, Index count,
                  const std::string& what) {
  if (std::ssize(labels) != rows)
    throw InvalidArgument("the report got " + std::to_string(labels.size()) + " " + what + " for " +
                          std::to_string(rows) + " rows");
  const auto outside = std::ranges::find_if(
      labels, [&](std::int32_t label) { return label < 0 || label >= count; });
  if (outside != labels.end())
    throw InvalidArgument("row " + std::to_string(outside - labels.begin() + 1) + " of the report has " +
                          what + " " + std::to_string(*outside) + ", outside 0 .. " + std::to_string(count) +
                          " - 1");
}

}  // namespace

void validate(const ReportInput& input) {
  const Index columns = input.model.transform.mean.size();
  if (input.table.rows() == 0) throw InvalidArgument("a report needs at least one row");
  if (input.table.columns() != columns)
    throw InvalidArgument("the report's table has " + std::to_string(input.table.columns()) +
                          " columns, but the model was fitted to " + std::to_string(columns));
  check_labels(input.labels, input.table.rows(), input.model.tree.clusters(), "labels");
  if (!input.truth.empty())
    check_labels(input.truth, input.table.rows(), input.class_names.size(), "known classes");
}

}  // namespace scpp
