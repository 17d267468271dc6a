#pragma once
// Models that no fit made, with every field filled, and their comparison bit by bit.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "scpp/model.hpp"

namespace scpp::samples {

struct Shape {
  int splits = 3;
  int ways = 2;        ///< children of the root's split; later splits have two
  bool chain = false;  ///< always the last leaf is split, as deep as there are splits
  std::size_t columns = 3, dimensions = 2, microclusters = 4;
};

inline std::vector<double> random_reals(Random& random, std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = random.normal();
  return values;
}

inline std::vector<double> random_counts(Random& random, std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = 10 * random.uniform();
  return values;
}

inline DenseMatrix random_matrix(Random& random, std::size_t rows, std::size_t columns) {
  return {rows, columns, random_reals(random, rows * columns)};
}

inline Split random_split(Random& random, const Shape& shape, std::uint64_t children) {
  Split split;
  split.centre = random_reals(random, shape.columns);
  split.projection = random_matrix(random, shape.columns, shape.dimensions);
  split.start = random_matrix(random, shape.columns, shape.dimensions);
  split.microclusters = random_matrix(random, shape.microclusters, shape.columns);
  split.weights = random_counts(random, shape.microclusters);
  split.radii = random_counts(random, shape.microclusters);
  for (std::size_t i = 0; i < shape.microclusters; ++i)
    split.side.push_back(static_cast<std::int32_t>(random.below(children)));
  split.sigma = random.uniform();
  split.beta = random.uniform();
  split.lambda2 = random.uniform();
  split.lambda3 = random.uniform();
  split.spread = random_counts(random, shape.dimensions);
  split.evaluations = static_cast<Index>(random.word() >> 1);
  split.stop = stop_reasons()[random.below(stop_reasons().size())];
  split.stop_sentence = "the gradient's norm is below 1e-05";
  for (int step = 0; step < 3; ++step) split.trace.push_back({random.uniform(), random.normal(), step});
  const auto known_or_not = [&] {
    return random.uniform() < 0.5 ? std::optional(random.uniform()) : std::nullopt;
  };
  split.bounds = {known_or_not(), known_or_not()};
  split.neighbour_cut = known_or_not();
  split.cloud_cut = known_or_not();
  split.cloud_least = known_or_not();
  split.stability = known_or_not();
  return split;
}

/// Splits a random leaf again and again, as a fit would number its nodes.
inline Model random_model(std::uint64_t seed, const Shape& shape = {}) {
  Random random(seed, 0);
  Model model;
  model.options.clusters = shape.splits + shape.ways - 1;
  model.options.split.beta_max = 1 + random.uniform();
  model.options.seed = random.word();
  model.transform = {random_reals(random, shape.columns), random_reals(random, shape.columns), {}};
  model.tree.nodes.resize(1);
  for (int order = 0; order < shape.splits; ++order) {
    const std::vector<int> leaves = model.tree.leaves();
    const int leaf = shape.chain ? leaves.back() : leaves[random.below(leaves.size())];
    const int children = order == 0 ? shape.ways : 2;
    for (int i = 0; i < children; ++i) {
      model.tree.nodes[leaf].children.push_back(static_cast<int>(model.tree.nodes.size()));
      model.tree.nodes.emplace_back().parent = leaf;
    }
    model.tree.nodes[leaf].order = order;
    model.tree.nodes[leaf].split = random_split(random, shape, static_cast<std::uint64_t>(children));
  }
  for (Node& node : model.tree.nodes) {
    node.rows = 100 * random.uniform();
    if (node.children.empty())
      node.why_leaf = WhyLeaf(LeafReason::enough_clusters, "enough clusters were found");
  }
  for (std::size_t i = 0; i < shape.columns; ++i) model.columns.push_back("column " + std::to_string(i));
  model.missing_rule = "mean";
  model.missing_fill = random_reals(random, shape.columns);
  model.reference = {random_matrix(random, 5, shape.columns), random_counts(random, 5)};
  return model;
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}
inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
inline bool same_bits(std::optional<double> a, std::optional<double> b) {
  return a.has_value() == b.has_value() && (!a || same_bits(*a, *b));
}

inline void expect_same(const DenseMatrix& a, const DenseMatrix& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_TRUE(same_bits(a.values, b.values));
}

inline void expect_same(const std::vector<TracePoint>& a, const std::vector<TracePoint>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(same_bits(a[i].beta, b[i].beta));
    EXPECT_TRUE(same_bits(a[i].value, b[i].value));
    EXPECT_EQ(a[i].step, b[i].step);
  }
}

inline void expect_same(const Split& a, const Split& b) {
  EXPECT_TRUE(same_bits(a.centre, b.centre));
  expect_same(a.projection, b.projection);
  expect_same(a.start, b.start);
  expect_same(a.microclusters, b.microclusters);
  EXPECT_TRUE(same_bits(a.weights, b.weights));
  EXPECT_TRUE(same_bits(a.radii, b.radii));
  EXPECT_EQ(a.side, b.side);
  EXPECT_TRUE(same_bits(std::vector{a.sigma, a.beta, a.lambda2, a.lambda3},
                        std::vector{b.sigma, b.beta, b.lambda2, b.lambda3}));
  EXPECT_TRUE(same_bits(a.spread, b.spread));
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.stop, b.stop);
  EXPECT_EQ(a.stop_sentence, b.stop_sentence);
  expect_same(a.trace, b.trace);
  EXPECT_TRUE(same_bits(a.bounds.at_projection, b.bounds.at_projection));
  EXPECT_TRUE(same_bits(a.bounds.uniform, b.bounds.uniform));
  EXPECT_TRUE(same_bits(a.neighbour_cut, b.neighbour_cut));
  EXPECT_TRUE(same_bits(a.cloud_cut, b.cloud_cut));
  EXPECT_TRUE(same_bits(a.cloud_least, b.cloud_least));
  EXPECT_TRUE(same_bits(a.stability, b.stability));
}

inline void expect_same(const Tree& a, const Tree& b) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    SCOPED_TRACE("node " + std::to_string(i));
    EXPECT_EQ(a.nodes[i].parent, b.nodes[i].parent);
    EXPECT_EQ(a.nodes[i].children, b.nodes[i].children);
    EXPECT_TRUE(same_bits(a.nodes[i].rows, b.nodes[i].rows));
    EXPECT_EQ(a.nodes[i].order, b.nodes[i].order);
    EXPECT_EQ(a.nodes[i].why_leaf, b.nodes[i].why_leaf);
    ASSERT_EQ(a.nodes[i].split.has_value(), b.nodes[i].split.has_value());
    if (a.nodes[i].split) expect_same(*a.nodes[i].split, *b.nodes[i].split);
  }
}

inline void expect_same(const Model& a, const Model& b) {
  for (const Parameter& parameter : parameters())
    EXPECT_EQ(parameter.get(a.options), parameter.get(b.options)) << parameter.name;
  EXPECT_TRUE(same_bits(a.transform.mean, b.transform.mean));
  EXPECT_TRUE(same_bits(a.transform.scale, b.transform.scale));
  expect_same(a.tree, b.tree);
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_EQ(a.missing_rule, b.missing_rule);
  EXPECT_TRUE(same_bits(a.missing_fill, b.missing_fill));
  ASSERT_EQ(a.reference.has_value(), b.reference.has_value());
  if (!a.reference) return;
  expect_same(a.reference->rows, b.reference->rows);
  EXPECT_TRUE(same_bits(a.reference->weights, b.reference->weights));
}

}  // namespace scpp::samples
