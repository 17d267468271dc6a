#include "graph/eigenvectors.hpp"

#include <Spectra/SymEigsSolver.h>

#include <cmath>
#include <exception>
#include <limits>

#include "base/random.hpp"
#include "micro/kmeans.hpp"

namespace scpp {
namespace {

constexpr int restarts = 5, most_lloyd_steps = 50;

/// D^-1/2 W D^-1/2 + I, whose eigenvalues are all positive.
class ShiftedAdjacency {
 public:
  using Scalar = double;
  explicit ShiftedAdjacency(const Graph& graph) : graph_(graph), scale_(graph.nodes()) {
    for (Index i = 0; i < graph.nodes(); ++i)
      scale_[i] = graph.degree[i] > 0 ? 1 / std::sqrt(graph.degree[i]) : 0;
  }
  Index rows() const { return graph_.nodes(); }
  Index cols() const { return graph_.nodes(); }
  void perform_op(const double* in, double* out) const {
    for (Index i = 0; i < rows(); ++i) {
      double sum = graph_.loop[i] * scale_[i] * in[i];
      for (Index at = graph_.begin[i]; at < graph_.begin[i + 1]; ++at)
        sum += graph_.weight[at] * scale_[graph_.to[at]] * in[graph_.to[at]];
      out[i] = scale_[i] * sum + in[i];
    }
  }

 private:
  const Graph& graph_;
  Vector scale_;
};

std::optional<RowMatrix> leading_eigenvectors(const Graph& graph, Index count) {
  ShiftedAdjacency adjacency(graph);
  const Index size = std::min(graph.nodes(), 3 * count + 10);
  if (size <= count) return std::nullopt;
  try {
    Spectra::SymEigsSolver<ShiftedAdjacency> solver(adjacency, count, size);
    solver.init();
    if (solver.compute(Spectra::SortRule::LargestAlge, 300, 1e-5) < count) return std::nullopt;
    return RowMatrix(solver.eigenvectors());
  } catch (const std::exception&) {  // a graph without edges is too little for it
    return std::nullopt;
  }
}

/// Each next seed with a probability that grows with its squared distance from those before (Arthur and
/// Vassilvitskii, 2007).
std::vector<Index> spread_seeds(const RowMatrix& rows, Index count, Random random) {
  std::vector<Index> seeds{static_cast<Index>(random.below(rows.rows()))};
  Vector squared = Vector::Constant(rows.rows(), std::numeric_limits<double>::infinity());
  while (std::ssize(seeds) < count) {
    squared = squared.cwiseMin((rows.rowwise() - rows.row(seeds.back())).rowwise().squaredNorm());
    double left = random.uniform() * squared.sum();
    Index next = 0;
    while (next + 1 < rows.rows() && (left -= squared[next]) > 0) ++next;
    seeds.push_back(next);
  }
  return seeds;
}

}  // namespace

std::optional<Parts> parts_by_eigenvectors(const Graph& graph, Index count) {
  std::optional<RowMatrix> rows = leading_eigenvectors(graph, count);
  if (!rows) return std::nullopt;
  rows->rowwise().normalize();
  const Vector ones = Vector::Ones(rows->rows());
  std::optional<Parts> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t restart = 0; restart < restarts; ++restart) {
    const std::vector<Index> seeds = spread_seeds(*rows, count, Random(restart, 0));
    const KMeans found = kmeans(*rows, ones, (*rows)(seeds, Eigen::all), most_lloyd_steps);
    if (found.centres.rows() < count) continue;
    double squares = 0;
    for (Index i = 0; i < rows->rows(); ++i)
      squares += (rows->row(i) - found.centres.row(found.membership[i])).squaredNorm();
    if (squares < least) {
      least = squares;
      best = found.membership;
    }
  }
  return best;
}

}  // namespace scpp
