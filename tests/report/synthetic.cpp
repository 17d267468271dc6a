#include "report/synthetic.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace scpp::test {
namespace {

using Centres = std::vector<std::vector<double>>;

Centres make_centres(const SyntheticShape& shape) {
  const std::size_t leading = std::min<std::size_t>(shape.columns, 24);  // the others hold noise alone
  Centres centres(shape.clusters, std::vector<double>(shape.columns));
  for (std::size_t cluster = 0; cluster < shape.clusters; ++cluster) {
    Random random(11, cluster);
    for (std::size_t column = 0; column < leading; ++column) centres[cluster][column] = 3.2 * random.normal();
  }
  return centres;
}

std::vector<double> mean_of(const Centres& centres, std::size_t begin, std::size_t end) {
  std::vector<double> mean(centres[0].size());
  for (std::size_t cluster = begin; cluster < end; ++cluster)
    for (std::size_t column = 0; column < mean.size(); ++column)
      mean[column] += centres[cluster][column] / static_cast<double>(end - begin);
  return mean;
}

void set_unit_column(DenseMatrix& matrix, std::size_t j, std::vector<double> direction,
                     std::size_t orthogonal_to) {
  for (std::size_t other = 0; other < orthogonal_to; ++other) {
    double product = 0;
    for (std::size_t i = 0; i < direction.size(); ++i) product += direction[i] * matrix(i, other);
    for (std::size_t i = 0; i < direction.size(); ++i) direction[i] -= product * matrix(i, other);
  }
  double length = 0;
  for (const double x : direction) length += x * x;
  for (std::size_t i = 0; i < direction.size(); ++i) matrix(i, j) = direction[i] / std::sqrt(length);
}

std::vector<double> random_direction(std::uint64_t stream, std::size_t columns) {
  Random random(5, stream);
  std::vector<double> direction(columns);
  for (double& x : direction) x = random.normal();
  return direction;
}

/// A plane whose first direction joins the means of the two sides; the start is a random plane.
Split make_split(const Centres& centres, std::size_t begin, std::size_t middle, std::size_t end) {
  const std::size_t columns = centres[0].size();
  Split split;
  split.centre = mean_of(centres, begin, end);
  const auto left = mean_of(centres, begin, middle), right = mean_of(centres, middle, end);
  std::vector<double> apart(columns), within(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    apart[i] = right[i] - left[i];
    within[i] = centres[begin][i] - centres[end - 1][i] + 1e-3 * std::sin(static_cast<double>(i + begin));
  }
  split.projection = split.start = {columns, 2, std::vector<double>(columns * 2)};
  set_unit_column(split.projection, 0, apart, 0);
  set_unit_column(split.projection, 1, random_direction(begin, columns), 1);
  set_unit_column(split.start, 0, random_direction(begin + 1000, columns), 0);
  set_unit_column(split.start, 1, within, 1);
  split.sigma = 0.8;
  split.beta = 3.4;
  split.lambda2 = 0.02 + 0.01 * static_cast<double>(end - begin);
  split.lambda3 = 3 * split.lambda2;
  split.spread = {2.5, 1.2};
  split.weights.assign(200, 1);
  split.evaluations = 120;
  split.stop = StopReason::gradient_small;
  split.stop_sentence = "the gradient fell below the tolerance";
  for (int step = 0; step < 30; ++step)
    split.trace.push_back(
        {step < 12 ? 3.6 : 3.4, split.lambda2 + 0.3 * std::exp(-0.25 * (step % 12)), step % 12});
  split.bounds.at_projection = 0.04;
  return split;
}

/// Clusters [begin, end) below `node`, split unevenly so that the tree has some depth, or one by one.
void grow(Tree& tree, const Centres& centres, int node, std::size_t begin, std::size_t end, bool chain,
          int& order) {
  if (end - begin == 1) {
    tree.nodes[node].why_leaf = LeafReason::enough_clusters;
    return;
  }
  const std::size_t middle = chain ? end - 1 : begin + std::max<std::size_t>(1, (end - begin) * 2 / 5);
  tree.nodes[node].split = make_split(centres, begin, middle, end);
  tree.nodes[node].order = order++;
  for (int child = 0; child < 2; ++child) {
    const int id = static_cast<int>(tree.nodes.size());
    tree.nodes.emplace_back().parent = node;
    tree.nodes[node].children.push_back(id);
  }
  const std::vector<int> children = tree.nodes[node].children;
  grow(tree, centres, children[0], begin, middle, chain, order);
  grow(tree, centres, children[1], middle, end, chain, order);
}

std::size_t cluster_of_row(std::size_t row, std::size_t clusters) {
  const double u = Random(3, row).uniform();
  return std::min(clusters - 1, static_cast<std::size_t>(std::pow(u, 1.4) * static_cast<double>(clusters)));
}

void add_rows(Synthetic& made, const Centres& centres, std::size_t rows) {
  const std::size_t columns = centres[0].size(), noisy = std::min<std::size_t>(columns, 64);
  made.values.resize(rows * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t cluster = row < centres.size() ? row : cluster_of_row(row, centres.size());
    made.labels.push_back(static_cast<std::int32_t>(cluster));
    Random random(7, row);
    made.truth.push_back(
        static_cast<std::int32_t>(random.below(12) ? cluster : random.below(centres.size())));
    for (std::size_t column = 0; column < columns; ++column)
      made.values[row * columns + column] = static_cast<float>(
          centres[cluster][column] + (column < noisy ? random.normal() : random.uniform()));
  }
}

}  // namespace

Synthetic make_synthetic(const SyntheticShape& shape) {
  const Centres centres = make_centres(shape);
  Synthetic made;
  made.model.options.clusters = static_cast<int>(shape.clusters);
  made.model.transform = {
      std::vector<double>(shape.columns, 0.0), std::vector<double>(shape.columns, 1.0), {}};
  made.model.tree.nodes.push_back({});
  int order = 0;
  grow(made.model.tree, centres, 0, 0, shape.clusters, shape.chain, order);
  add_rows(made, centres, shape.rows);
  for (std::size_t column = 0; column < shape.columns; ++column)
    made.model.columns.push_back(std::string("f").append(std::to_string(column + 1)));
  for (std::size_t cluster = 0; cluster < shape.clusters; ++cluster)
    made.class_names.push_back(std::string("kind ").append(std::to_string(cluster)));
  const std::vector<int> leaves = made.model.tree.leaves();
  for (const std::int32_t label : made.labels)
    for (int node = leaves[label]; node >= 0; node = made.model.tree.nodes[node].parent)
      made.model.tree.nodes[node].rows += 1;
  return made;
}

void make_hostile(Synthetic& synthetic) {
  const std::vector<std::string> names = {"</script><script>alert(1)</script>",
                                          "<img src=x onerror=alert(1)>",
                                          "\"quoted\" 'twice' `thrice`",
                                          "<!--",
                                          "\xd7\xa2\xd7\x91\xd7\xa8\xd7\x99\xd7\xaa \xe2\x80\xae"
                                          "reversed",
                                          "\xf0\x9f\xa6\x84\xf0\x9f\x8f\xb3\xef\xb8\x8f",
                                          "&lt;b&gt; &amp;",
                                          "a,b\nc",
                                          "",
                                          "=1+1",
                                          std::string(300, 'w'),
                                          "not UTF-8: \xff\xfe",
                                          "${7*7} {{7*7}}",
                                          "__proto__"};
  for (std::size_t i = 0; i < synthetic.model.columns.size(); ++i)
    synthetic.model.columns[i] = names[i % names.size()] + (i < names.size() ? "" : std::to_string(i));
  for (std::size_t i = 0; i < synthetic.class_names.size(); ++i)
    synthetic.class_names[i] = names[i % names.size()] + (i < names.size() ? "" : std::to_string(i));
  synthetic.model.tree.nodes.back().why_leaf->sentence += names[0];
}

}  // namespace scpp::test
