#pragma once
// The edits that a report exports, given back to the model they were made for.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scpp/model.hpp"

namespace scpp {

/// Node numbers are those of the model before any edit.
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

}  // namespace scpp
