#pragma once
// What tests of partitions say again and again.
#include "scpp/scpp.hpp"
#include "support/builders.hpp"
#include "tree/parted_cloud.hpp"

namespace scpp::build {

inline Parts in_turn(Index rows, Index count) {
  Parts parts;
  for (Index i = 0; i < rows; ++i) parts.push_back(static_cast<std::int32_t>(i % count));
  return parts;
}

inline Cloud cloud_of(RowMatrix rows) { return {rows, Vector::Ones(rows.rows()), {}}; }

inline double rand_index(const Parts& a, const Parts& b) { return score(a, b).ari; }

/// Of the default quality, by one thread.
inline FitOptions asking_for(int clusters) {
  FitOptions options;
  options.quality = Quality::standard;
  options.clusters = clusters;
  options.threads = 1;
  return options;
}

}  // namespace scpp::build
