#pragma once
// The header of a NumPy array file (format versions 1 to 3).
#include "scpp/index.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scpp {

struct NpyHeader {
  std::string descr;  ///< byte order, kind and size of an element, as "<f8"
  bool fortran_order = false;
  std::vector<Index> shape;
  Index size = 0;  ///< bytes before the elements
};

/// Throws FileError naming the path and what cannot be understood.
NpyHeader parse_npy_header(const std::string& path, std::string_view bytes);

}  // namespace scpp
