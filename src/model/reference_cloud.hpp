#pragma once
// The reference rows of a model as it sees them.
#include "scpp/model.hpp"
#include "tree/parted_cloud.hpp"

namespace scpp {

/// After mean and scale of the model's Transform, before its metric: a metric that the clusters taught would
/// praise them. Or the leading components of that; each with its cluster.
struct ReferenceCloud {
  PartedCloud parted;
  std::optional<RowMatrix> components;
};

/// Throws InvalidArgument when the model has none.
ReferenceCloud reference_cloud(const Model& model);

}  // namespace scpp
