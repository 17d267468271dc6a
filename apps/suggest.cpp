#include <algorithm>
#include <iostream>

#include "clustering.hpp"
#include "commands.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

/// Nodes that were split, in that order: split i makes i + 2 clusters of i + 1.
std::vector<int> nodes_in_order(const Tree& tree) {
  std::vector<int> nodes;
  for (Index node = 0; node < std::ssize(tree.nodes); ++node)
    if (tree.nodes[node].split) nodes.push_back(static_cast<int>(node));
  std::ranges::sort(nodes, {}, [&](int node) { return tree.nodes[node].order; });
  return nodes;
}

void print_splits(const Tree& tree) {
  std::cout << "clusters   node       rows   its cut   of one cloud          stability\n";
  int clusters = 1;
  for (const int number : nodes_in_order(tree)) {
    const Node& node = tree.nodes[number];
    const Split& split = *node.split;
    std::cout << right(std::to_string(++clusters), 8) << right(std::to_string(number), 7)
              << right(four_digits(node.rows), 11) << right(four_digits(split.neighbour_cut), 10) << "   "
              << left(four_digits(split.cloud_cut) + ", >= " + four_digits(split.cloud_least), 22)
              << (split.stability <= -1 ? "-" : four_digits(split.stability)) << '\n';
  }
}

int run_suggest(const Arguments& arguments, Session& session) {
  Choice choice = choice_from(arguments);
  if (!choice.baseline.empty())
    throw UsageError("method " + choice.baseline +
                     " cannot suggest a number of clusters; divisive and margin can");
  choice.options.clusters = choose_clusters;
  choice.options.validate();
  DataSet data = read_data(arguments.operand(0), arguments, read_options(arguments), session);
  settle_missing(data, missing_rule(arguments.value_or("missing", to_word(MissingRule{}))), session);
  require_usable(data);
  const Tree tree = cluster(data, choice, session).model->tree;

  if (tree.clusters() > 1) print_splits(tree);
  for (const int leaf : tree.leaves()) {
    const Node& node = tree.nodes[leaf];
    std::cout << "node " << leaf << " stays whole, " << counted(node.rows, "row") << ": " << node.leaf_reason
              << '\n';
  }
  std::cout << styled("suggested: -k " + std::to_string(tree.clusters()), Style::bold) << '\n';
  return 0;
}

}  // namespace

Command suggest_command() {
  std::vector<Flag> library = library_flags();
  std::erase_if(library, [](const Flag& flag) { return flag.name == "clusters"; });
  return {"suggest",
          "Say how many clusters a table shows, and why",
          {{"DATA", "a table, as for fit"}},
          joined({column_flags(), {missing_flag()}, reading_flags(), library, common_flags()}),
          {{"scpp suggest data.csv", "how many clusters, split by split"},
           {"scpp fit data.csv -k auto --report report.html", "the same, with labels and pictures"}},
          run_suggest};
}

}  // namespace scpp::cli
