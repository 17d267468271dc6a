#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <numeric>

#include "commands.hpp"
#include "model_argument.hpp"
#include "options.hpp"
#include "scatter.hpp"
#include "session.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

constexpr Index shown_features = 5;

struct Branches {
  std::string fork, last, line;
};

Branches branches() { return shows_utf8() ? Branches{"├─ ", "└─ ", "│  "} : Branches{"|- ", "`- ", "|  "}; }

const Node& node_of(const Model& model, int node) { return model.tree.nodes[node]; }

std::string column_name(const Model& model, Index column) {
  return model.columns.empty() ? "column " + std::to_string(column + 1) : model.columns[column];
}

/// "+0.71 width, -0.70 length": the largest entries of one direction.
std::string top_features(const Model& model, const Split& split, Index direction) {
  const auto entry = [&](Index column) { return split.projection(column, direction); };
  std::vector<Index> columns(split.projection.rows);
  std::iota(columns.begin(), columns.end(), Index{0});
  std::ranges::stable_sort(
      columns, [&](Index a, Index b) { return std::abs(entry(a)) > std::abs(entry(b)); });
  std::string list;
  for (Index i = 0; i < std::min(shown_features, std::ssize(columns)); ++i)
    list += (i ? ", " : "") + std::string(entry(columns[i]) < 0 ? "" : "+") + four_digits(entry(columns[i])) +
            " " + column_name(model, columns[i]);
  return list;
}

void print_features(const Model& model, const Split& split, const std::string& indent) {
  for (Index direction = 0; direction < split.projection.columns; ++direction)
    std::cout << indent << left("axis " + std::to_string(direction + 1), 8)
              << top_features(model, split, direction) << '\n';
}

/// How sure a split is, as far as that was asked; a split that the other candidates do not agree on is marked.
std::string sureness(const Split& split) {
  constexpr double doubtful_below = 0.5;  // others cut elsewhere more often than not
  std::string text;
  if (split.neighbour_cut >= 0) text += ", cut " + four_digits(split.neighbour_cut);
  if (split.cloud_cut >= 0) text += " (one cloud " + four_digits(split.cloud_cut) + ")";
  if (split.stability > -1) text += ", stability " + four_digits(split.stability);
  if (split.stability > -1 && split.stability < doubtful_below) text += ", doubtful";
  return text;
}

std::string split_facts(const Split& split) {
  return "lambda2 " + four_digits(split.lambda2) + ", beta " + four_digits(split.beta) + ", sigma " +
         four_digits(split.sigma) + sureness(split);
}

/// Prints a node and everything below it.
class TreePrinter {
 public:
  explicit TreePrinter(const Model& model) : model_(model), leaves_(model.tree.leaves()) {}

  void print(int node, const std::string& before, const std::string& indent) const {
    const Node& here = node_of(model_, node);
    std::cout << before << styled("node " + std::to_string(node), Style::bold) << ": "
              << counted(here.rows, "row") << ", ";
    if (!here.split) {
      const auto label = std::ranges::find(leaves_, node) - leaves_.begin();
      std::cout << "cluster " << label << " (" << here.leaf_reason << ")\n";
      return;
    }
    std::cout << split_facts(*here.split) << '\n';
    print_features(model_, *here.split, indent + (here.children.empty() ? "" : branch_.line));
    for (Index i = 0; i < std::ssize(here.children); ++i) {
      const bool last = i + 1 == std::ssize(here.children);
      print(here.children[i], indent + (last ? branch_.last : branch_.fork),
            indent + (last ? "   " : branch_.line));
    }
  }

 private:
  const Model& model_;
  std::vector<int> leaves_;
  Branches branch_ = branches();
};

int node_number(const std::string& text, const Model& model) {
  int number = -1;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  const Index last = std::ssize(model.tree.nodes) - 1;
  if (parsed.ec != std::errc() || parsed.ptr != end || number < 0 || number > last)
    throw UsageError("node is '" + text + "', but must be 0 to " + std::to_string(last));
  return number;
}

void print_picture(const Node& node) {
  const bool utf8 = shows_utf8();
  std::cout << '\n';
  for (const std::string& line : scatter(*node.split, utf8)) std::cout << "  |" << line << "|\n";
  std::cout << "  ";
  for (Index side = 0; side < std::ssize(node.children); ++side)
    std::cout << (side ? ", " : "") << side_mark(side, utf8) << " node " << node.children[side];
  std::cout << "; a mark is a microcluster, a large one holds more rows than most\n";
}

void print_node(const Model& model, int number) {
  const Node& node = node_of(model, number);
  std::cout << styled("node " + std::to_string(number), Style::bold) << ": " << counted(node.rows, "row")
            << '\n';
  if (!node.split) {
    std::cout << "a leaf: " << node.leaf_reason << '\n';
    return;
  }
  std::cout << split_facts(*node.split) << ", lambda3 " << four_digits(node.split->lambda3) << '\n'
            << node.split->evaluations << " evaluations; " << node.split->stop_sentence << '\n';
  print_features(model, *node.split, "");
  print_picture(node);
}

int run_show(const Arguments& arguments, Session&) {
  const Model model = load_cut(arguments.operand(0), clusters_from(arguments));
  if (const auto node = arguments.value("node")) {
    print_node(model, node_number(*node, model));
    return 0;
  }
  std::cout << counted(static_cast<double>(model.tree.clusters()), "cluster") << ", "
            << counted(static_cast<double>(model.transform.mean.size()), "column") << ", "
            << counted(model.tree.nodes.front().rows, "row") << '\n';
  if (!model.missing_rule.empty()) std::cout << "missing cells: " << model.missing_rule << '\n';
  TreePrinter(model).print(0, "", "");
  return 0;
}

}  // namespace

Command show_command() {
  return {"show",
          "Print the tree of a model",
          {model_operand()},
          joined({{clusters_flag("only the first splits, so that at most this many clusters are left"),
                   {"node", "N", "show one node, with a picture of its microclusters", "Main options"}},
                  common_flags()}),
          {{"scpp show model.scpp", "the tree"}, {"scpp show model.scpp --node 0", "the first split"}},
          run_show};
}

}  // namespace scpp::cli
