#pragma once
// scpp::report: a model and rows as one HTML page, and the edits made on that page given back to the model.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scpp/model.hpp"
#include "scpp/table_view.hpp"

namespace scpp {

/// A page with more would be too large to look at.
inline constexpr Index most_clusters_drawn = 5000;

/// What a report is made of. The spans and the table are read while the report is made and not kept.
struct ReportInput {
  const Model& model;
  TableView table;                       ///< the rows to show, columns as in the fit
  std::span<const std::int32_t> labels;  ///< one for each row, as `fit` or `assign` gave them
  std::string title;                     ///< what was clustered
  std::span<const std::int32_t> truth;   ///< known classes, 0 .. classes-1; empty if there are none
  std::vector<std::string> class_names;  ///< names of the known classes
  std::vector<std::string> warnings;     ///< sentences from whoever read the data
  std::optional<double> seconds;         ///< time that the fit took
  /// One for each row, as the fit had them: a row of weight 3 counts as three rows. Empty: all are 1.
  std::span<const double> weights = {};
  std::span<const std::string> names =
      {};  ///< of the clusters, "" where none was given; empty: there are none

  double weight(Index row) const { return weights.empty() ? 1 : weights[row]; }
};

/// False when the library was built without the page (see docs/report-format.md); report_html then throws
/// Error.
bool has_report_page();

/// The report as one HTML file that needs nothing else. Throws InvalidArgument when lengths or labels do not
/// fit together.
std::string report_html(const ReportInput& input);

/// Written to a file beside `path` and renamed, so that a reader never sees half of it.
void write_report(const ReportInput& input, const std::string& path);

/// What a report exports after it was edited. Node numbers are those of the model before any edit.
struct Edits {
  std::string digest;                              ///< of the model that was edited
  int clusters = 0;                                ///< the tree is cut to at most this many leaves
  std::vector<int> pruned;                         ///< then everything below these nodes is removed
  std::vector<std::pair<int, std::string>> names;  ///< names of leaves of the edited tree
};

/// Throws FileError that names the file and what is wrong in it.
Edits read_edits(const std::string& path);
Edits parse_edits(const std::string& json, const std::string& name_for_errors);

struct Edited {
  Model model;
  std::vector<std::string> names;        ///< one for each cluster; "" where none was given
  std::vector<std::int32_t> label_from;  ///< cluster of the model before -> cluster of the edited model
};

/// Throws InvalidArgument when the edits were made for another model or name a node that cannot be edited so.
Edited apply_edits(const Model& model, const Edits& edits);

/// Labels of the model before -> labels of the edited model.
std::vector<std::int32_t> relabelled(const Edited& edited, std::span<const std::int32_t> labels);

/// Sixteen hexadecimal digits that tell one fitted tree from another, so that edits are given back to the
/// model they were made for.
std::string model_digest(const Model& model);

}  // namespace scpp
