#pragma once
// One split as a picture: where the drawn rows lie in the plane that was found and in the plane it started
// from.
#include <cstdint>
#include <vector>

#include "report/input.hpp"
#include "report/sample.hpp"

namespace scpp {

inline constexpr Index most_shown_dimensions = 3;

struct PlaneView {
  Index dimensions = 0;               ///< directions shown: the first three at most
  std::vector<float> points, start_points;  ///< drawn rows x dimensions, relative to the node's mean
  std::vector<double> gram, cross;  ///< dimensions^2: V'V and start'V, for the rotation between the two

  std::vector<std::uint32_t> loading_columns;   ///< columns by the length of their row of V, longest first
  std::vector<float> loadings, start_loadings;  ///< loading_columns x dimensions
};

/// Loadings kept for each node so that all of them fit into the file.
Index loadings_limit(const Model& model);

PlaneView make_plane(const ReportInput& input, int node, const std::vector<std::uint32_t>& rows);

}  // namespace scpp
