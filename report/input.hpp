#pragma once
// What a report is made of.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scpp/model.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// The spans and the table are read while the report is made and not kept.
struct ReportInput {
  const Model& model;
  TableView table;                       ///< the rows to show, columns as in the fit
  std::span<const std::int32_t> labels;  ///< one for each row, as `fit` or `assign` gave them
  std::string title;                     ///< what was clustered
  std::span<const std::int32_t> truth;   ///< known classes, 0 .. classes-1; empty if there are none
  std::vector<std::string> class_names;  ///< names of the known classes
  std::vector<std::string> warnings;     ///< sentences from whoever read the data
  std::optional<double> seconds;         ///< time that the fit took
};

/// Throws InvalidArgument when lengths or labels do not fit together.
void validate(const ReportInput& input);

}  // namespace scpp
