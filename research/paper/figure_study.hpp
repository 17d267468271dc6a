#pragma once
// The paper's pictures of fitted models; each cell holds finished figures.
#include <vector>

#include "paper/table_study.hpp"

namespace scpp::paper {

/// Phoneme tree, PCA against optimal projection, optidigits with three metrics, the T_Delta curve.
std::vector<CellTask> figure_tasks(const StudyOptions& options);

/// Yeast with decreasing sigma, in one and two dimensions.
std::vector<CellTask> margin_tasks(const StudyOptions& options);

/// Relative purity and NMI of the rivals from finished table cells (DRSC apart, as in the paper). Relative to
/// the mean of the methods shown, over the data sets where all of them have a result.
Json box_figures(const CellStore& store, const StudyOptions& options);

}  // namespace scpp::paper
