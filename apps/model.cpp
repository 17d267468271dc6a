#include "model.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>

#include "session.hpp"

namespace scpp::cli {
namespace {

Model load_from(const std::string& path) {
  if (path != "-") return load(path);
  const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
  return from_bytes(bytes, "standard input");
}

/// "column 3" for every column: what stands for names where the source has none.
std::vector<std::string> numbered_names(const Table& table) {
  std::vector<std::string> names;
  for (const Index position : table.positions) names.push_back(column_label(position, ""));
  return names;
}

bool is_numbered(const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [](const std::string& name) { return name.starts_with("column "); });
}

/// Names that occur twice cannot tell columns apart.
bool are_distinct(const std::vector<std::string>& names) {
  return std::set<std::string>(names.begin(), names.end()).size() == names.size();
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

[[noreturn]] void refuse_missing(const DataSet& data, const std::vector<std::string>& missing,
                                 const std::vector<std::string>& extra) {
  std::string sentence = data.path + " lacks " + counted(static_cast<double>(missing.size()), "column") +
                         " of the model: " + listed(missing);
  if (!extra.empty())
    sentence += ", and has " + counted(static_cast<double>(extra.size()), "column") +
                " that the model does not know: " + listed(extra);
  throw FileError(sentence + hint_for(missing.front(), data.table, extra));
}

void take_columns(DataSet& data, const std::vector<std::string>& names, const Model& model,
                  Session& session) {
  const auto missing = not_in(model.columns, names), extra = not_in(names, model.columns);
  if (!missing.empty()) refuse_missing(data, missing, extra);
  if (!extra.empty()) session.note("columns that the model does not know are ignored: " + listed(extra));
  std::vector<Index> order;
  for (const std::string& name : model.columns)
    order.push_back(std::ranges::find(names, name) - names.begin());
  if (model.columns != names) data.table = select(data.table, {{}, order, nullptr});
}

void match_columns(DataSet& data, const Model& model, Session& session) {
  const bool model_named =
      !model.columns.empty() && !is_numbered(model.columns) && are_distinct(model.columns);
  if (model_named && !data.table.names.empty()) return take_columns(data, data.table.names, model, session);
  const Index wanted = model.transform.mean.size();
  if (data.table.columns() == wanted) return;
  if (!model.columns.empty() && is_numbered(model.columns))
    return take_columns(data, numbered_names(data.table), model, session);
  throw FileError(data.path + " has " + counted(static_cast<double>(data.table.columns()), "column") +
                  ", but the model was fitted on " + std::to_string(wanted) +
                  " and there are no names to match them by");
}

void settle_missing_as(DataSet& data, const Model& model, Session& session) {
  const auto settle = [&](MissingRule rule) { settle_missing(data, rule, session); };
  if (model.missing_rule == to_word(MissingRule::drop_row)) return settle(MissingRule::drop_row);
  if (model.missing_fill.empty()) return settle(MissingRule::error);
  fill_missing(data.table, model.missing_fill);
}

}  // namespace

Operand model_operand() { return {"MODEL", "a file that fit --model wrote; - is standard input"}; }

Flag clusters_flag(const std::string& sentence) {
  return {"clusters", "K", sentence, "Main options", 'k', false, ">= 1"};
}

std::optional<int> clusters_from(const Arguments& arguments) {
  const auto text = arguments.value("clusters");
  if (!text) return {};
  FitOptions options;
  blaming_command_line([&] { find_parameter("clusters")->set(options, *text); });
  if (options.clusters == choose_clusters)
    throw UsageError("clusters is auto, but a model has its number of clusters");
  return options.clusters;
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

std::vector<std::string> names_for_model(const Table& table) {
  if (!table.names.empty() || table.positions.empty()) return table.names;
  const bool all_there = table.positions.back() + 1 == std::ssize(table.positions);
  return all_there ? std::vector<std::string>{} : numbered_names(table);
}

DataSet read_rows_for(const Model& model, const std::string& path, const Arguments& arguments,
                      Session& session) {
  DataSet data = read_data(path, arguments, read_options_for_model(arguments), session);
  match_columns(data, model, session);
  settle_missing_as(data, model, session);
  require_usable(data);
  return data;
}

}  // namespace scpp::cli
