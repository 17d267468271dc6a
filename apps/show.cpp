// The command show: a tree and its planes in characters.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iostream>
#include <map>
#include <numeric>

#include "model.hpp"
#include "scpp/verdict.hpp"
#include "session.hpp"

namespace scpp::cli {
namespace {

constexpr Index width = 60, height = 18;

struct Marks {
  std::string few, many;
};

/// K-way splits have more sides than shapes: those get letters.
Marks marks_of(Index side, bool utf8) {
  static const std::array<Marks, 2> shapes = {{{"∙", "●"}, {"◦", "○"}}};
  static const std::array<Marks, 2> plain = {{{"x", "X"}, {"o", "O"}}};
  if (side < 2) return utf8 ? shapes[side] : plain[side];
  const char letter = static_cast<char>('a' + (side - 2) % 26);
  return {std::string(1, letter), std::string(1, static_cast<char>(letter - 'a' + 'A'))};
}

std::string coloured(const std::string& mark, Index side) {
  if (side > 1) return mark;
  return styled(mark, side == 0 ? Style::first_side : Style::second_side);
}

double along(const Split& split, Index microcluster, Index direction) {
  double sum = 0;
  for (Index j = 0; j < split.projection.rows; ++j)
    sum += split.microclusters(microcluster, j) * split.projection(j, direction);
  return sum;
}

std::vector<double> coordinates(const Split& split, Index direction) {
  if (direction >= split.projection.columns) return split.weights;
  std::vector<double> at(split.microclusters.rows);
  for (Index i = 0; i < std::ssize(at); ++i) at[i] = along(split, i, direction);
  return at;
}

/// Coordinates as cells 0 .. cells-1.
std::vector<Index> binned(const std::vector<double>& at, Index cells) {
  const auto [low, high] = std::ranges::minmax(at);
  std::vector<Index> bins;
  for (const double x : at) {
    const double share = (x - low) / (high - low);  // no number where all are the same or one is infinite
    bins.push_back(share >= 0 ? std::min(cells - 1, static_cast<Index>(share * static_cast<double>(cells)))
                              : cells / 2);
  }
  return bins;
}

/// Rows of each side in one cell of the picture.
using Cell = std::map<Index, double>;

std::string mark_for(const Cell& cell, double many, bool utf8) {
  if (cell.empty()) return " ";
  const auto most = std::ranges::max_element(cell, {}, &Cell::value_type::second);
  const Marks marks = marks_of(most->first, utf8);
  return coloured(most->second > many ? marks.many : marks.few, most->first);
}

/// The mark of a side, for the legend.
std::string side_mark(Index side, bool utf8) { return coloured(marks_of(side, utf8).many, side); }

/// A node's microclusters in its plane, as lines of a picture. Each microcluster is a mark of its side, large
/// where a cell holds many rows. With one direction the height is the rows of a microcluster.
std::vector<std::string> scatter(const Split& split, bool utf8) {
  const auto x = binned(coordinates(split, 0), width), y = binned(coordinates(split, 1), height);
  std::vector<std::array<Cell, width>> picture(height);
  double rows = 0;
  for (Index i = 0; i < std::ssize(x); ++i) {
    picture[height - 1 - y[i]][x[i]][split.side[i]] += split.weights[i];
    rows += split.weights[i];
  }
  const double many = rows / static_cast<double>(x.size());  // more than a microcluster has on average
  std::vector<std::string> lines;
  for (const auto& line : picture) {
    std::string text;
    for (const Cell& cell : line) text += mark_for(cell, many, utf8);
    lines.push_back(text);
  }
  return lines;
}

constexpr Index shown_features = 5;

struct Branches {
  std::string fork, last, line;
};

Branches branches() { return shows_utf8() ? Branches{"├─ ", "└─ ", "│  "} : Branches{"|- ", "`- ", "|  "}; }

const Node& node_of(const Model& model, int node) { return model.tree.nodes[node]; }

std::string column_name(const Model& model, Index column) {
  return model.columns.empty() ? "column " + std::to_string(column + 1) : printable(model.columns[column]);
}

/// "+0.71 width, -0.70 length": the largest entries of one direction.
std::string top_features(const Model& model, const DenseMatrix& axes, Index direction) {
  const auto entry = [&](Index column) { return axes(column, direction); };
  std::vector<Index> columns(axes.rows);
  std::iota(columns.begin(), columns.end(), Index{0});
  std::ranges::stable_sort(columns,
                           [&](Index a, Index b) { return std::abs(entry(a)) > std::abs(entry(b)); });
  std::string list;
  for (Index i = 0; i < std::min(shown_features, std::ssize(columns)); ++i)
    list += (i ? ", " : "") + std::string(entry(columns[i]) < 0 ? "" : "+") + four_digits(entry(columns[i])) +
            " " + column_name(model, columns[i]);
  return list;
}

void print_features(const Model& model, int node, const std::string& indent) {
  const DenseMatrix axes = axes_in_columns(model, node).directions;
  for (Index direction = 0; direction < axes.columns; ++direction)
    std::cout << indent << left("axis " + std::to_string(direction + 1), 8)
              << top_features(model, axes, direction) << '\n';
}

/// "clear (0.93)"
std::string clarity_text(double clarity) {
  return std::string(word(clarity_of(clarity))) + " (" + four_digits(clarity) + ")";
}

/// ", weak (0.5), nearest to 3"
std::string cluster_text(const ClusterVerdict& cluster) {
  if (!cluster.nearest) return "";
  const bool apart = clarity_of(cluster.clarity) == Clarity::clear;
  return ", " + clarity_text(cluster.clarity) +
         (apart ? "" : ", nearest to cluster " + std::to_string(*cluster.nearest));
}

/// How sure a split is, as far as that was asked.
std::string sureness(const Split& split) {
  std::string text;
  if (split.neighbour_cut) text += ", cut " + four_digits(*split.neighbour_cut);
  if (split.cloud_cut) text += " (one cloud " + four_digits(*split.cloud_cut) + ")";
  if (split.stability) text += ", stability " + four_digits(*split.stability);
  return text;
}

std::string split_facts(const Split& split) {
  return "lambda2 " + four_digits(split.lambda2) + ", beta " + four_digits(split.beta) + ", sigma " +
         four_digits(split.sigma) + sureness(split);
}

// Deeper nodes stand under each other: each line of a long chain would be longer than the one before.
constexpr Index drawn_depth = 100;

/// Prints the tree, parents before their children.
class TreePrinter {
 public:
  explicit TreePrinter(const Model& model) : model_(model), label_(model.tree.nodes.size()) {
    const std::vector<int> leaves = model.tree.leaves();
    for (Index label = 0; label < std::ssize(leaves); ++label) label_[leaves[label]] = label;
    if (has_verdict(model)) verdict_ = verdict(model);
  }

  std::string sentence() const { return verdict_ ? verdict_->sentence : ""; }

  /// A loop and no recursion: a chain of splits may be longer than a stack is deep.
  void print() const {
    std::vector<Line> open{{0, 0, "", ""}};
    while (!open.empty()) {
      const Line line = std::move(open.back());
      open.pop_back();
      print_line(line);
      const std::vector<int>& children = node_of(model_, line.node).children;
      for (Index i = std::ssize(children) - 1; i >= 0; --i)
        open.push_back(below(line, children[i], i + 1 == std::ssize(children)));
    }
  }

 private:
  struct Line {
    int node;
    Index depth;
    std::string before, indent;
  };

  Line below(const Line& line, int child, bool last) const {
    const Index depth = line.depth + 1;
    if (depth > drawn_depth)
      return {child, depth, line.indent + std::to_string(depth) + " deep: ", line.indent};
    return {child, depth, line.indent + (last ? branch_.last : branch_.fork),
            line.indent + (last ? "   " : branch_.line)};
  }

  void print_line(const Line& line) const {
    const Node& here = node_of(model_, line.node);
    std::cout << line.before << styled("node " + std::to_string(line.node), Style::bold) << ": "
              << counted(here.rows, "row") << ", ";
    if (!here.split) {
      std::cout << "cluster " << label_[line.node];
      if (verdict_) std::cout << cluster_text(verdict_->clusters[label_[line.node]]);
      std::cout << ": " << here.why_leaf->sentence << '\n';
      return;
    }
    if (verdict_) std::cout << clarity_text(*verdict_->splits[line.node]) << ", ";
    std::cout << split_facts(*here.split) << '\n';
    print_features(model_, line.node, line.indent + branch_.line);
  }

  const Model& model_;
  std::vector<Index> label_;        // of every leaf's node
  std::optional<Verdict> verdict_;  // models of earlier versions cannot give one
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
    std::cout << "a leaf: " << node.why_leaf->sentence << '\n';
    return;
  }
  std::cout << split_facts(*node.split) << ", lambda3 " << four_digits(node.split->lambda3) << '\n'
            << node.split->evaluations << " evaluations; " << node.split->stop_sentence << '\n';
  print_features(model, number, "");
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
  const TreePrinter printer(model);
  if (!printer.sentence().empty()) std::cout << printer.sentence() << '\n';
  printer.print();
  return 0;
}

}  // namespace

Command show_command() {
  return {"show",
          "Print the tree of a model",
          {model_operand()},
          joined({{clusters_flag("show only the first splits, so that at most this many clusters remain"),
                   {"node", "N", "show one node, with a picture of its microclusters", "Main options"}},
                  common_flags()}),
          {{"scpp show model.scpp", "the tree"}, {"scpp show model.scpp --node 0", "the first split"}},
          run_show};
}

}  // namespace scpp::cli
