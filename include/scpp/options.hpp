#pragma once
// What a fit can be asked to do. Options nest as the pipeline nests; every default stands here and nowhere
// else.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scpp {

enum class Method {
  divisive,  ///< the paper's Algorithm 2: two-way splits, one after another
  margin,    ///< the same with sigma decreasing until the projection settles (section 4)
  kway       ///< one K-way partition from the sum of the K smallest eigenvalues
};
enum class Laplacian { normalised, standard };
enum class KernelKind { gaussian, laplace };
enum class Parametrisation { direct, polar };
enum class StartKind { principal, random };
enum class SketchRule { automatic, never, always };
enum class Quality { fast, standard };
enum class LeafRule { largest, least_lambda2, size_and_lambda2 };

struct DataOptions {
  bool standardise = true;  ///< unit variance for every column; otherwise columns are only centred
  SketchRule sketch = SketchRule::automatic;  ///< grow the tree on cells of rows: from 16,000 rows on (50,000
                                              ///< where quality is fast or columns are more than 256) if
                                              ///< there are three times as many as cells, never, always
  int cells = 0;  ///< cells of a sketch, about; 0 takes 4,096, or more for many clusters
};

struct PursuitOptions {
  int dimensions = 2;  ///< l >= 1
  Laplacian laplacian = Laplacian::normalised;
  KernelKind kernel = KernelKind::gaussian;
  Parametrisation parametrisation = Parametrisation::direct;
  double omega = 1.0;        ///< weight of the orthogonality penalty, >= 0
  double delta = 0.01;       ///< distance reducing exponent of T_Delta, in (0, 0.5]
  double sigma = 0.0;        ///< scale of the kernel, > 0; 0 takes the paper's rule
  double sigma_scale = 1.0;  ///< multiplies the rule's sigma, > 0
  int max_steps = 50;        ///< steps of one minimisation, >= 1
  double tolerance = 1e-5;   ///< a gradient below this ends a minimisation, > 0
};

struct SplitOptions {
  int microclusters = 200;  ///< m >= 2; at or above the rows of a node every row stands for itself
  double beta_max = 5.0;    ///< first size of Delta in standard deviations, >= beta_min
  double beta_step = 0.2;   ///< decrease after an unbalanced try, > 0
  double beta_min = 0.5;    ///< last size tried, > 0
  double balance = 0.2;     ///< a side holds at least this share of N / K rows, in [0, 1]
  StartKind start = StartKind::principal;
  int random_starts = 0;  ///< further random starts; the least objective is kept, >= 0
  PursuitOptions pursuit;
};

struct TreeOptions {
  LeafRule rule = LeafRule::largest;  ///< which leaf is split next
  int max_clusters = 20;              ///< at most so many when the data decide how many, >= 1
};

/// FitOptions::clusters for "as many as there are" (scpp/suggest.hpp).
inline constexpr int choose_clusters = -1;

struct FitOptions {
  int clusters = 2;                     ///< K >= 1; choose_clusters lets the data decide
  Quality quality = Quality::standard;  ///< the paper's tree; or the best of several partitions, explained
  Method method = Method::divisive;
  DataOptions data;
  SplitOptions split;
  TreeOptions tree;
  int threads = 0;         ///< 0 takes every core it may use; the result does not depend on it
  std::uint64_t seed = 0;  ///< of everything that is drawn: random starts, gradient sampling, samples of rows

  /// The number of clusters at which growing ends at the latest.
  int most_clusters() const { return clusters == choose_clusters ? tree.max_clusters : clusters; }

  /// Throws InvalidArgument that names the option and its value.
  void validate() const;
};

/// One option as command line, Python, report and documentation see it.
struct Parameter {
  std::string name;      ///< for example "beta-max"
  std::string group;     ///< "main", "pursuit", "split", "tree", "run"
  std::string values;    ///< what is allowed: ">= 1", "(0, 0.5]", "normalised|standard"
  std::string sentence;  ///< what it does, without a full stop
  std::function<std::string(const FitOptions&)> get;
  std::function<void(FitOptions&, std::string_view)> set;  ///< throws InvalidArgument naming option and value
};

/// Every option once, in the order in which people should meet them.
const std::vector<Parameter>& parameters();

/// The parameter of that name, or nullptr.
const Parameter* find_parameter(std::string_view name);

}  // namespace scpp
