#pragma once
// How well a clustering agrees with known classes. All are 1 for perfect agreement.
#include <cstdint>
#include <span>
#include <vector>

#include "scpp/index.hpp"

namespace scpp {

struct Scores {
  double purity = 0;     ///< share of rows in the majority class of their cluster
  double nmi = 0;        ///< I(C; T) / sqrt(H(C) H(T))
  double ari = 0;        ///< Rand index adjusted for chance (Hubert and Arabie)
  double v_measure = 0;  ///< harmonic mean of homogeneity and completeness
  double accuracy = 0;   ///< share of rows right under the best one-to-one match of clusters to classes
};

/// counts[i][j]: rows in the i-th smallest cluster label and the j-th smallest class label that occur.
std::vector<std::vector<Index>> confusion_table(std::span<const std::int32_t> clusters,
                                                std::span<const std::int32_t> classes);

/// Throws InvalidArgument when the lengths differ, there are no rows, or a label is negative.
Scores score(std::span<const std::int32_t> clusters, std::span<const std::int32_t> classes);

}  // namespace scpp
