#include "micro/products.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/multiply.hpp"
#include "base/parallel.hpp"
#include "micro/microclusters.hpp"

namespace scpp {
namespace {

constexpr Index products_block = 64;
using Membership = std::vector<std::int32_t>;

/// Farthest first: every row's nearest of the chosen.
Membership nearest_of_farthest(const RowMatrix& products, Index count) {
  const Index n = products.rows();
  Membership owner(n, 0);
  Vector squared = Vector::Constant(n, std::numeric_limits<double>::infinity());
  Index chosen = 0;
  products.diagonal().maxCoeff(&chosen);
  for (std::int32_t number = 0;; ++number) {
    for (Index i = 0; i < n; ++i) {
      const double now = products(i, i) + products(chosen, chosen) - 2 * products(chosen, i);
      if (!(now < squared[i])) continue;
      squared[i] = now;
      owner[i] = number;
    }
    if (number + 1 == count || !(squared.maxCoeff(&chosen) > 0)) return owner;
  }
}

/// The nearest mean of `members`' rows to every row. x_i . c = sum_j in c w_j x_i . x_j / sum_j w_j
Membership nearest_means(const RowMatrix& products, const Vector& weights, const Membership& members,
                         Index count) {
  const Index n = products.rows();
  Vector totals = Vector::Zero(count), squares = Vector::Zero(count);
  for (Index i = 0; i < n; ++i) totals[members[i]] += weights[i];
  RowMatrix with_means = RowMatrix::Zero(n, count);
  parallel_blocks(n, products_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (Index j = 0; j < n; ++j)
        with_means(i, members[j]) += weights[j] * products(i, j);
      with_means.row(i).array() /= totals.transpose().array();
    }
  });
  for (Index i = 0; i < n; ++i) {
    const std::int32_t own = members[i];
    squares[own] += weights[i] * with_means(i, own);
  }
  squares.array() /= totals.array();
  Membership nearest(members.size());
  for (Index i = 0; i < n; ++i)
    (squares.transpose() / 2 - with_means.row(i)).minCoeff(&nearest[i]);
  return nearest;
}

/// Numbers without gaps; gives how many there are.
Index renumber(Membership& members) {
  std::vector<std::int32_t> number(members.size(), -1);
  for (const auto member : members) number[member] = 0;
  std::int32_t used = 0;
  for (auto& each : number)
    if (each == 0) each = used++;
  for (auto& member : members) member = number[member];
  return used;
}

}  // namespace

RowMatrix products_of(const RowMatrix& rows) { return gram(view_of(rows).transposed()); }

RowMatrix centred_products(const RowMatrix& products, const Vector& weights) {
  const Index n = products.rows();
  Vector with_mean(n);
  dot_rows(products.data(), n, n, n, weights.data(), with_mean.data());
  with_mean /= weights.sum();
  const double square = weights.dot(with_mean) / weights.sum();
  RowMatrix centred(n, n);
  // The sum first, so that the matrix stays symmetric to the last bit.
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) centred(i, j) = products(i, j) - (with_mean[i] + with_mean[j] - square);
  return centred;
}

std::vector<std::int32_t> microclusters_by_products(const RowMatrix& products, const Vector& weights,
                                                    Index count) {
  Membership members = nearest_of_farthest(products, count);
  for (int step = 0; step < kmeans_iterations; ++step) {
    const Index used = renumber(members);
    Membership moved = nearest_means(products, weights, members, used);
    if (moved == members) break;
    members = std::move(moved);
  }
  renumber(members);
  return members;
}

}  // namespace scpp
