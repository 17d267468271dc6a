#pragma once
// A node's microclusters in its plane, drawn in characters.
#include <string>
#include <vector>

#include "scpp/model.hpp"

namespace scpp::cli {

/// Lines of a picture. Each microcluster is a mark of its side, large where a cell holds many rows. With one
/// direction the height is the rows of a microcluster.
std::vector<std::string> scatter(const Split& split, bool utf8);

/// The mark of a side, for the legend.
std::string side_mark(Index side, bool utf8);

}  // namespace scpp::cli
