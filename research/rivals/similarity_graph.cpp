#include "rivals/similarity_graph.hpp"

#include <algorithm>
#include <cmath>

#include "base/isa.hpp"
#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "rivals/graph_kernels.hpp"

namespace scpp {
namespace {

constexpr Index graph_block = 48;
constexpr Index lanes = 8;
constexpr float never =
    1e30F;  // squared distance on the diagonal and in the padding: no similarity at any scale
constexpr double smallest_distance = 1e-12;  // stands for 0 in local scales (7 or more equal rows)

const GraphKernels& kernels() { return SCPP_PICK_KERNELS(graph_kernels); }

Index padded_to_lanes(Index count) { return (count + lanes - 1) / lanes * lanes; }

}  // namespace

SquaredDistances::SquaredDistances(const RowMatrix& rows)
    : count_(rows.rows()), stride_(padded_to_lanes(rows.rows())), values_(count_ * stride_, never) {
  const Vector squares = rows.rowwise().squaredNorm();
  const PackedRight columns(view_of(rows).transposed());
  parallel_blocks(count_, graph_block, [&](Index begin, Index end) {
    RowMatrix products(end - begin, count_);
    columns.multiply_rows(view_of(rows), begin, end, products.data(), count_);
    for (Index j = begin; j < end; ++j)
      for (Index k = 0; k < count_; ++k)
        if (k != j)
          values_[j * stride_ + k] =
              static_cast<float>(std::max(0.0, squares[j] + squares[k] - 2 * products(j - begin, k)));
  });
}

Vector SquaredDistances::neighbour_distance(Index rank) const {
  Vector result(count_);
  const Index place = std::clamp<Index>(rank - 1, 0, std::max<Index>(count_ - 2, 0));
  parallel_blocks(count_, graph_block, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) {
      std::vector<float> sorted(row(j), row(j) + count_);
      std::nth_element(sorted.begin(), sorted.begin() + place, sorted.end());
      result[j] = std::sqrt(static_cast<double>(sorted[place]));
    }
  });
  return result;
}

SimilarityGraph::SimilarityGraph(const SquaredDistances& distances)
    : distances_(distances), values_(distances.count() * distances.stride()) {}

void SimilarityGraph::set_sigma(double sigma) {
  set_scales(Vector::Constant(count(), 1 / (std::sqrt(2.0) * sigma)));
}

void SimilarityGraph::set_local_scaling() {
  constexpr Index neighbour = 7;
  set_scales(distances_.neighbour_distance(neighbour).cwiseMax(smallest_distance).cwiseInverse());
}

void SimilarityGraph::set_scales(const Vector& scales) {
  const Index stride = distances_.stride();
  scales_ = Vector::Ones(stride);
  scales_.head(count()) = scales;
  half_least_ = Vector::Zero(stride);
  spread_ = Vector::Ones(stride);
  const Vector zero = Vector::Zero(stride);
  parallel_blocks(count(), graph_block, [&](Index begin, Index end) {
    Vector similarity(stride);
    for (Index j = begin; j < end; ++j) {
      const ExponentRow row{distances_.row(j), scales_.data(), scales_[j], zero.data(), stride};
      const double least = kernels().least_exponent(row);
      half_least_[j] = least / 2;
      spread_[j] = std::sqrt(kernels().similarities(row, least, similarity.data()));
    }
  });
  parallel_blocks(count(), graph_block, [&](Index begin, Index end) {
    Vector similarity(stride);
    for (Index j = begin; j < end; ++j) {
      const ExponentRow row{distances_.row(j), scales_.data(), scales_[j], half_least_.data(), stride};
      kernels().similarities(row, half_least_[j], similarity.data());
      std::transform(similarity.begin(), similarity.end(), values_.begin() + j * stride,
                     [](double s) { return static_cast<float>(s); });
    }
  });
}

RowMatrix SimilarityGraph::multiply(const RowMatrix& x) const {
  const Index stride = distances_.stride(), panels = (x.cols() + lanes - 1) / lanes;
  RowMatrix out(count(), panels * lanes);
  std::vector<double> packed(panels * stride * lanes, 0.0);
  for (Index k = 0; k < count(); ++k)
    for (Index j = 0; j < x.cols(); ++j)
      packed[(j / lanes * stride + k) * lanes + j % lanes] = x(k, j) / spread_[k];
  parallel_blocks(count(), graph_block, [&](Index begin, Index end) {
    for (Index panel = 0; panel < panels; ++panel)
      kernels().multiply_panel(values_.data() + begin * stride, stride, end - begin,
                               packed.data() + panel * stride * lanes, out.row(begin).data() + panel * lanes,
                               out.cols());
    for (Index j = begin; j < end; ++j) out.row(j) /= spread_[j];
  });
  return out.leftCols(x.cols());
}

RowMatrix SimilarityGraph::shifted(double shift) const {
  const Index stride = distances_.stride();
  RowMatrix out(count(), count());
  parallel_blocks(count(), graph_block, [&](Index begin, Index end) {
    Vector similarity(stride);
    for (Index j = begin; j < end; ++j) {
      const ExponentRow row{distances_.row(j), scales_.data(), scales_[j], half_least_.data(), stride};
      kernels().similarities(row, half_least_[j], similarity.data());
      out.row(j) =
          -(similarity.head(count()).array() / (spread_[j] * spread_.head(count()).array())).matrix();
      out(j, j) += shift;
    }
  });
  return out;
}

RowMatrix SimilarityGraph::directions(const RowMatrix& x) const {
  const Index stride = distances_.stride();
  RowMatrix scaled = RowMatrix::Zero(stride, x.cols());
  for (Index k = 0; k < count(); ++k) scaled.row(k) = x.row(k) / spread_[k];
  const PackedRight packed(view_of(scaled));
  RowMatrix out(count(), x.cols());
  parallel_blocks(count(), graph_block, [&](Index begin, Index end) {
    RowMatrix similarity(end - begin, stride);
    for (Index j = begin; j < end; ++j) {
      const ExponentRow row{distances_.row(j), scales_.data(), scales_[j], half_least_.data(), stride};
      kernels().similarities(row, kernels().least_exponent(row), similarity.row(j - begin).data());
    }
    packed.multiply_rows(view_of(similarity), 0, end - begin, out.row(begin).data(), out.cols());
  });
  return out;
}

Vector SimilarityGraph::degrees() const {
  const Index n = count();
  return spread_.head(n).array().square() * (-2 * half_least_.head(n).array()).exp();
}

}  // namespace scpp
