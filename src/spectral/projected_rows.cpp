#include "spectral/projected_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/multiply.hpp"
#include "base/parallel.hpp"

namespace scpp {
namespace {

constexpr Index projected_block = 512;  // stays in the second-level cache from one direction to the next

}  // namespace

ProjectedRows::ProjectedRows(const NodeData& node, double beta, double delta, Index dimensions)
    : node_(node),
      beta_(beta),
      squash_(delta),
      covariance_v_(node.centres.cols(), dimensions),
      spread_(dimensions),
      t_(dimensions, node.centres.rows()),
      slope_(t_.rows(), t_.cols()),
      per_bound_(t_.rows(), t_.cols()) {}

void ProjectedRows::project(const ColMatrix& v) {
  const Index m = node_.centres.rows(), d = node_.centres.cols();
  v_ = v;
  for (Index i = 0; i < v.cols(); ++i) {
    dot_rows(node_.covariance.data(), d, d, d, v.col(i).data(), covariance_v_.col(i).data());
    spread_[i] = std::sqrt(std::max(0.0, dot(v.col(i).data(), covariance_v_.col(i).data(), d)));  // s_i
  }
  parallel_blocks(m, projected_block, [&](Index begin, Index end) {
    for (Index i = 0; i < v.cols(); ++i) {
      double* t = t_.row(i).data();
      dot_rows(node_.centres.row(begin).data(), d, end - begin, d, v.col(i).data(), t + begin);  // P = C V
      for (Index j = begin; j < end; ++j) {
        const Squash::Value squashed = squash_(t[j], beta_ * spread_[i]);
        t[j] = squashed.t;
        slope_(i, j) = squashed.slope;
        per_bound_(i, j) = squashed.per_bound;
      }
    }
  });
}

ColMatrix ProjectedRows::pull_back(const RowMatrix& by_point) const {
  const Index m = node_.centres.rows(), d = node_.centres.cols(), blocks = (m + projected_block - 1) / projected_block;
  // dT_ij/dV_i = kappa_j c_j + (dT_ij/db) (beta / s_i) Sigma V_i   (appendix B as mended in docs/method.md)
  const RowMatrix through_slope = by_point.cwiseProduct(slope_);
  ColMatrix parts = ColMatrix::Zero(d, blocks * v_.cols());
  parallel_blocks(m, projected_block, [&](Index begin, Index end) {
    for (Index i = 0; i < v_.cols(); ++i)
      add_weighted_rows(node_.centres.row(begin).data(), d, end - begin, d,
                        through_slope.row(i).data() + begin,
                        parts.col(begin / projected_block * v_.cols() + i).data());
  });
  ColMatrix gradient = parts.leftCols(v_.cols());
  for (Index block = 1; block < blocks; ++block) gradient += parts.middleCols(block * v_.cols(), v_.cols());
  for (Index i = 0; i < v_.cols(); ++i)
    if (spread_[i] > 0)
      gradient.col(i) += by_point.row(i).dot(per_bound_.row(i)) * beta_ / spread_[i] * covariance_v_.col(i);
  return gradient;
}

}  // namespace scpp
