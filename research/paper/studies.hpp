#pragma once
// What the study computes: the table, the pictures of fitted models, and what microclusters cost and save.
#include <cstdint>
#include <string>
#include <vector>

#include "base/types.hpp"
#include "paper/cells.hpp"
#include "paper/data_sets.hpp"

namespace scpp::paper {

// Table 1: every method on every data set present.

struct StudyOptions {
  std::string data;                  ///< folder of the data sets
  std::vector<std::string> only;     ///< data sets; empty takes all that are present
  std::vector<std::string> methods;  ///< empty takes the paper's six and further_methods()
  double drsc_limit = 500;           ///< seconds of CPU time, after which DRSC is shown as "-"
};

/// SCPP in the two qualities beyond the paper's one search a split; shown apart, never as SCPP.
const std::vector<std::string>& further_methods();
/// Methods that --methods accepts.
std::vector<std::string> known_methods();

std::vector<std::string> methods_of(const StudyOptions& options);
/// Names of the sets that are wanted and present.
std::vector<std::string> sets_of(const StudyOptions& options);

std::string table_key(const std::string& set, const std::string& method);
std::vector<CellTask> table_tasks(const StudyOptions& options);

/// What one cell computes: purity, nmi, choice, and for methods with several scales all of them.
Json table_cell(const std::string& folder, const std::string& set, const std::string& method);

// The paper's pictures of fitted models; each cell holds finished figures.

/// Phoneme tree, PCA against optimal projection, optidigits with three metrics, the T_Delta curve.
std::vector<CellTask> figure_tasks(const StudyOptions& options);

/// Yeast with decreasing sigma, in one and two dimensions.
std::vector<CellTask> margin_tasks(const StudyOptions& options);

/// Relative purity and NMI of the rivals from finished table cells (DRSC apart, as in the paper). Relative to
/// the mean of the methods shown, over the data sets where all of them have a result.
Json box_figures(const CellStore& store, const StudyOptions& options);

// Section 6.4: what microclusters cost and save, on random Gaussian mixtures.

inline constexpr int mixtures = 30, mixture_components = 5, mixture_columns = 50;

struct Mixture {
  RowMatrix rows;
  std::vector<std::int32_t> component;
};

/// `rows` rows of the mixture number `number`. Its parameters do not depend on `rows`: means are normal with
/// standard deviation 0.5 in each coordinate, covariances B B' / 50 with B of standard normal entries, times
/// a random size in [0.5, 1.5]; components are equally likely.
Mixture draw_mixture(int number, Index rows);

/// For each mixture a cell with m = 100 ... 1000 at N = 1000 (and the error of lambda_2 against its bounds),
/// and one with N = 1000 ... 10000 at m = 200.
std::vector<CellTask> micro_tasks();

/// {"figures", "by_m", "by_n", "errors", "mixtures_by_m", "mixtures_by_n"} from the finished cells.
Json micro_summary(const CellStore& store);

/// One finished figure inside a cell: {"name", "caption", "svg"}.
Json figure(const std::string& name, const std::string& caption, const std::string& svg);

}  // namespace scpp::paper
