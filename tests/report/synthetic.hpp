#pragma once
// Blobs with a tree over them, made without a fit: as many rows, columns and clusters as a test wants, at
// once.
#include <cstdint>
#include <string>
#include <vector>

#include "scpp/report.hpp"

namespace scpp::test {

struct SyntheticShape {
  std::size_t rows = 500, columns = 6, clusters = 4;
  bool chain = false;  ///< every split takes off one cluster
};

struct Synthetic {
  Model model;
  std::vector<float> values;  ///< row-major
  std::vector<std::int32_t> labels, truth;
  std::vector<std::string> class_names;

  TableView table() const {
    return TableView::row_major(values.data(), labels.size(), model.transform.mean.size());
  }
  ReportInput input(const std::string& title) const {
    return {.model = model,
            .table = table(),
            .labels = labels,
            .title = title,
            .truth = truth,
            .class_names = class_names,
            .warnings = {},
            .seconds = 1.5};
  }
};

Synthetic make_synthetic(const SyntheticShape& shape);

/// Names that would break a page which trusts them, one for each column and class, and further ones as
/// warnings.
void make_hostile(Synthetic& synthetic);

}  // namespace scpp::test
