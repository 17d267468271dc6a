#include "rivals/rivals.hpp"

#include <algorithm>
#include <numeric>

#include "base/parallel.hpp"
#include "data/standardise.hpp"
#include "rivals/drsc.hpp"
#include "rivals/isvr.hpp"
#include "rivals/row_kmeans.hpp"
#include "rivals/spectral_clustering.hpp"
#include "scpp/errors.hpp"

namespace scpp {

namespace {

StageWatch stage_watch(const RivalObserver& observer) {
  return [&observer](const std::string& stage) {
    if (observer && !observer(stage)) throw Cancelled();
  };
}

RivalResult spectral(std::string_view name, const RowMatrix& rows, Index clusters, const StageWatch& watch) {
  const auto candidates = candidates_of(name, rows, clusters, watch);
  const SpectralCandidate& best = least_distortion(candidates);
  const bool by_distortion = &best != &candidates.back();
  return {
      best.labels, best.scale + (by_distortion ? " by least distortion" : ", since no sigma was usable"), {}};
}

RivalResult plain_kmeans(const RowMatrix& rows, Index clusters, const StageWatch& watch) {
  watch("k-means");
  RowClusters found = cluster_rows(rows, clusters);
  return {std::move(found.labels), "least distortion of eleven starts", {found.distortion}};
}

}  // namespace

const std::vector<Rival>& rivals() {
  static const std::vector<Rival> all = {
      {"kmeans", "k-means, the best of eleven starts"},
      {"sc", "spectral clustering (Ng, Jordan, Weiss) of all columns"},
      {"sc-pc", "spectral clustering of K-1 principal components"},
      {"sc-ic", "spectral clustering of K-1 independent components (FastICA)"},
      {"drsc", "dimensionality reduction for spectral clustering (Niu, Dy, Jordan)"},
      {"isvr", "maximum margin clustering by iterative support vector regression (Zhang, Tsang, Kwok)"}};
  return all;
}

bool is_rival(std::string_view name) {
  return std::ranges::any_of(rivals(), [&](const Rival& rival) { return rival.name == name; });
}

RowMatrix rows_for_rival(const TableView& table, const FitOptions& options) {
  options.validate();
  if (options.clusters == choose_clusters)
    throw InvalidArgument("clusters is auto, but the methods that the paper compares with need a number");
  const Scaled scaled = standardise(table, {}, options.data.standardise);
  if (options.clusters > table.rows())
    throw InvalidArgument("clusters is " + std::to_string(options.clusters) + ", but the table has only " +
                          std::to_string(table.rows()) + " rows");
  std::vector<Index> all(table.rows());
  std::iota(all.begin(), all.end(), Index{0});
  return gather(scaled, all);
}

RivalResult run_rival(std::string_view name, const TableView& table, const FitOptions& options,
                      const RivalObserver& observer) {
  if (!is_rival(name)) throw InvalidArgument("there is no method '" + std::string(name) + "'");
  const ScopedThreads threads(options.threads);
  const RowMatrix rows = rows_for_rival(table, options);
  const Index clusters = options.clusters;
  if (clusters == 1)
    return {std::vector<std::int32_t>(table.rows(), 0), "one cluster, nothing to choose", {}};
  const StageWatch watch = stage_watch(observer);
  if (name == "kmeans") return plain_kmeans(rows, clusters, watch);
  if (name == "drsc") return drsc(rows, clusters, watch);
  if (name == "isvr") return isvr(rows, clusters, watch);
  return spectral(name, rows, clusters, watch);
}

}  // namespace scpp
