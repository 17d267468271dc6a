#include "baselines/row_kmeans.hpp"

#include "micro/distances.hpp"
#include "micro/farthest_first.hpp"
#include "micro/kmeans.hpp"

namespace scpp {

RowClusters cluster_rows(const RowMatrix& rows, Index clusters) {
  constexpr int most_iterations =
      300;  // Lloyd's method ends far earlier; the limit only excludes endless ties
  const Vector mean = rows.colwise().mean().transpose();
  const std::vector<Index> first = farthest_first(rows, mean, clusters);
  KMeans found = kmeans(rows, Vector::Ones(rows.rows()), rows(first, Eigen::all), most_iterations);
  RowClusters result{std::move(found.membership), 0};
  for (Index i = 0; i < rows.rows(); ++i)
    result.distortion +=
        squared_distance(rows.row(i).data(),
                         found.centres.row(result.labels[static_cast<std::size_t>(i)]).data(), rows.cols());
  return result;
}

}  // namespace scpp
