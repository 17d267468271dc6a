#include "model.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>

#include "session.hpp"

namespace scpp::cli {
namespace {

Model load_from(const std::string& path) {
  if (path != "-") return load(path);
  const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
  return from_bytes(bytes, "standard input");
}

std::string listed(const std::vector<std::string>& names) {
  const Index most = 5;
  std::string list;
  for (Index i = 0; i < std::min(most, std::ssize(names)); ++i) list += (i ? ", '" : "'") + names[i] + "'";
  if (std::ssize(names) > most) list += " and " + std::to_string(names.size() - most) + " more";
  return list;
}

std::vector<std::string> not_in(const std::vector<std::string>& names,
                                const std::vector<std::string>& others) {
  std::vector<std::string> rest;
  std::ranges::copy_if(names, std::back_inserter(rest), [&](const std::string& name) {
    return std::ranges::find(others, name) == others.end();
  });
  return rest;
}

/// One missing column may be one that holds text now, or be spelt otherwise.
std::string hint_for(const std::string& name, const Table& table, const std::vector<std::string>& extra) {
  for (const std::string& label : table.left_out)
    if (label.ends_with("'" + name + "'")) return "; '" + name + "' holds text there";
  const std::string near = nearest_word(name, extra);
  return near.empty() ? "" : "; is '" + near + "' what the model calls '" + name + "'?";
}

[[noreturn]] void refuse_missing(const std::string& path, const Table& table,
                                 const std::vector<std::string>& missing,
                                 const std::vector<std::string>& extra) {
  std::string sentence = path + " lacks " + counted(static_cast<double>(missing.size()), "column") +
                         " of the model: " + listed(missing);
  if (!extra.empty())
    sentence += ", and has " + counted(static_cast<double>(extra.size()), "column") +
                " that the model does not know: " + listed(extra);
  throw FileError(sentence + hint_for(missing.front(), table, extra));
}

/// "a" and "a (2)" for columns of one name, as tables are read.
std::vector<std::string> told_apart(const std::vector<std::string>& names) {
  std::map<std::string, int> times;
  std::vector<std::string> distinct;
  for (const std::string& name : names) {
    const int time = ++times[name];
    distinct.push_back(time == 1 ? name : name + " (" + std::to_string(time) + ")");
  }
  return distinct;
}

/// Of several columns of one name the model must know all, or none: else nobody knows which is meant.
void refuse_ambiguous(const std::string& path, const Table& table, const std::vector<std::string>& wanted) {
  for (const std::string& name : table.repeated) {
    Index all = 0, known = 0;
    for (const std::string& column : table.names) {
      if (column != name && !(column.starts_with(name + " (") && column.ends_with(")"))) continue;
      ++all;
      known += std::ranges::find(wanted, column) != wanted.end();
    }
    if (known > 0 && known < all)
      throw FileError(path + " has " + std::to_string(all) + " columns called '" + name +
                      "', but the model " + std::to_string(known) +
                      "; leave the others out with --drop and their numbers");
  }
}

/// A sparse file does not tell how many columns it has: "f7" behind its last one is zero.
bool is_absent_zero(const std::string& name, const Table& table) {
  if (!table.absent_is_zero || name.size() < 2 || name[0] != 'f') return false;
  Index number = 0;
  const auto parsed = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return parsed.ptr == name.data() + name.size() && number >= table.source_columns;
}

ColumnOrder by_name(const Model& model, const Table& table, const std::string& path, Session& session) {
  const std::vector<std::string> wanted = told_apart(model.columns);
  auto missing = not_in(wanted, table.names);
  const auto extra = not_in(table.names, wanted);
  std::erase_if(missing, [&](const std::string& name) { return is_absent_zero(name, table); });
  if (!missing.empty()) refuse_missing(path, table, missing, extra);
  refuse_ambiguous(path, table, wanted);
  if (!extra.empty()) session.note("columns that the model does not know are ignored: " + listed(extra));
  ColumnOrder order;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(table.names, name);
    if (found == table.names.end())
      order.emplace_back();
    else
      order.emplace_back(found - table.names.begin());
  }
  return order;
}

ColumnOrder by_place(const Places& places, const Table& table, const std::string& path) {
  ColumnOrder order;
  for (const int place : places.of_columns) {
    const auto found = std::ranges::find(table.positions, Index{place});
    if (found == table.positions.end())
      throw FileError(path + " lacks column " + std::to_string(place + 1) +
                      ", on which the model was fitted; leave out the same columns as then, or none");
    order.emplace_back(found - table.positions.begin());
  }
  return order;
}

/// All columns, one after another.
ColumnOrder as_they_stand(Index count) {
  ColumnOrder order;
  for (Index column = 0; column < count; ++column) order.emplace_back(column);
  return order;
}

}  // namespace

Operand model_operand() { return {"MODEL", "a file that fit --model wrote; - is standard input"}; }

Flag clusters_flag(const std::string& sentence) {
  return {"clusters", "K", sentence, "Main options", 'k', false, ">= 1"};
}

std::optional<int> clusters_from(const Arguments& arguments) {
  const auto text = arguments.value("clusters");
  if (!text) return {};
  if (*text == "auto") throw UsageError("clusters is auto, but a model has its number of clusters");
  int clusters = 0;
  const char* end = text->data() + text->size();
  const auto parsed = std::from_chars(text->data(), end, clusters);
  if (parsed.ec != std::errc() || parsed.ptr != end || clusters < 1)
    throw UsageError("clusters is " + *text + ", but must be an integer >= 1");
  return clusters;
}

Model load_cut(const std::string& path, std::optional<int> clusters) {
  Model model = load_from(path);
  if (!clusters) return model;
  const Index found = model.tree.clusters();
  if (*clusters > found)
    throw UsageError("clusters is " + std::to_string(*clusters) + ", but " + path + " has only " +
                     std::to_string(found));
  return cut(model, *clusters);
}

ReadOptions read_options_for_model(const Arguments& arguments) {
  ReadOptions options = read_options(arguments);
  if (!arguments.has("text")) options.other_text = TextRule::drop;
  return options;
}

void remember_columns(Model& model, const Table& table) {
  model.columns = table.names;
  const bool all_used = std::ssize(table.positions) == table.source_columns;
  if (!table.names.empty() || all_used) return;
  model.places.emplace();
  for (const Index position : table.positions) {
    model.places->of_columns.push_back(static_cast<int>(position));
    model.columns.push_back(column_label(position, ""));
  }
}

ColumnOrder columns_for(const Model& model, const Table& table, const std::string& path, Session& session) {
  const Index wanted = model.transform.mean.size(), found = table.positions.size();
  const bool model_named = !model.columns.empty() && !model.places;
  if (model_named && !table.names.empty()) return by_name(model, table, path, session);
  const bool whole = found == table.source_columns;
  if (model.places && !(whole && found == wanted)) return by_place(*model.places, table, path);
  if (found != wanted)
    throw FileError(path + " has " + counted(static_cast<double>(found), "column") +
                    ", but the model was fitted on " + std::to_string(wanted) +
                    " and there are no names to match them by");
  if (model_named || !table.names.empty())
    session.note((model_named ? path + " has" : "the model has") +
                 std::string(" no names of columns: they are taken in order"));
  else if (model.places || !whole)
    session.note(path + ": its columns are taken as those of the model, in order");
  return as_they_stand(found);
}

void bring_into_order(Table& table, const ColumnOrder& order) {
  std::vector<Index> there;
  for (const auto& column : order)
    if (column) there.push_back(*column);
  bool as_it_is = std::ssize(there) == table.columns();
  for (Index j = 0; j < std::ssize(there); ++j) as_it_is = as_it_is && there[j] == j;
  if (!as_it_is) table = select(table, {{}, there, nullptr});
  if (there.size() == order.size()) return;
  const Index rows = table.rows(), columns = order.size();
  const std::shared_ptr<double[]> values(new double[rows * columns]());
  for (Index row = 0; row < rows; ++row)
    for (Index j = 0, next = 0; j < columns; ++j)
      if (order[j]) values[row * columns + j] = table.values(row, next++);
  Table wider = owning_table<double>(values, rows, columns);
  wider.source_rows = table.source_rows;
  table = std::move(wider);
}

Flag missing_flag_for_model() {
  return {"missing",
          "RULE",
          "what to do with missing cells: mean fills in the means of the fit, drop-row gives such rows the "
          "label NA; as "
          "in the fit if not given",
          "Columns",
          0,
          false,
          "error|mean|drop-row"};
}

MissingPlan missing_plan(const Model& model, const Arguments& arguments) {
  const auto asked = arguments.value("missing");
  if (asked == "mean") return {MissingRule::error, model.transform.mean};
  if (asked) return {missing_rule(*asked), {}};
  if (model.missing_rule == to_word(MissingRule::drop_row)) return {MissingRule::drop_row, {}};
  return {MissingRule::error, model.missing_fill};
}

DataSet read_rows_for(const Model& model, const std::string& path, const Arguments& arguments,
                      Session& session) {
  DataSet data = read_data(path, arguments, read_options_for_model(arguments), session);
  bring_into_order(data.table, columns_for(model, data.table, path, session));
  const MissingPlan plan = missing_plan(model, arguments);
  if (const MissingReport gaps = find_missing(data.table); gaps.cells > 0 && !plan.fill.empty()) {
    data.notes.push_back(gaps.sentence() + ": filled with values of the fit");
    session.note(data.notes.back());
    fill_missing(data.table, plan.fill);
  }
  settle_missing(
      data, plan.rule,
      "--missing mean fills in the means of the fit, --missing drop-row leaves such rows without a label",
      session);
  require_usable(data);
  return data;
}

}  // namespace scpp::cli
