#pragma once
// The paper's thirteen data sets: what Table 1 says of each, and how to read it.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scpp/io.hpp"

namespace scpp::paper {

struct PurityNmi {
  double purity, nmi;
};

/// The columns of Table 1, in its order.
struct PaperMethod {
  std::string method;  ///< as in --methods
  std::string title;
};
const std::vector<PaperMethod>& paper_methods();

struct PaperSet {
  std::string name;             ///< of the file, without extension
  std::string title;            ///< in the paper
  int rows, columns, clusters;  ///< in the paper
  bool stand_in;                ///< other data of the same kind: not the paper's own
  std::vector<std::optional<PurityNmi>>
      published;  ///< one for each of paper_methods(); absent where the paper has "-"
};
const std::vector<PaperSet>& paper_sets();
const PaperSet& paper_set(const std::string& name);

struct LabelledTable {
  Table table;
  std::vector<std::int32_t> classes;
  std::vector<std::string> class_names;
};

/// DIR/NAME.csv or DIR/NAME.csv.gz.
std::optional<std::string> path_of_set(const std::string& folder, const std::string& name);
/// Throws FileError when there is no such file or its last column is not `label`.
LabelledTable load_set(const std::string& folder, const std::string& name);
/// Any table; without a class column the classes are empty.
LabelledTable read_labelled(const std::string& path, const std::string& class_column);

}  // namespace scpp::paper
