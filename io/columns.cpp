// Columns: found by name or number, put to their use, and judged whether they are measurements at all.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "io/table.hpp"

namespace scpp {
namespace {

std::vector<std::string> names_by_position(const Table& table, Index columns) {
  std::vector<std::string> names(columns);
  for (Index j = 0; j < std::ssize(table.names); ++j) names[table.positions[j]] = table.names[j];
  for (const TextColumn& column : table.text) names[column.position] = column.name;
  const bool some = std::any_of(names.begin(), names.end(), [](const auto& name) { return !name.empty(); });
  return some ? names : std::vector<std::string>();
}

TextColumn as_text(const Table& table, Index j) {
  TextColumn column{table.names.empty() ? "" : table.names[j], table.positions[j], {}};
  for (Index row = 0; row < table.rows(); ++row) {
    const double value = table.values(row, j);
    std::string& cell = column.cells.emplace_back();
    if (!std::isnan(value)) append_shortest(cell, value);
  }
  return column;
}

/// "a,b" stands for two columns, unless one has that name.
std::vector<std::string> parts_of(const std::string& wanted, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return {wanted};
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= wanted.size();) {
    const std::size_t end = std::min(wanted.find(',', begin), wanted.size());
    parts.emplace_back(without_blanks(std::string_view(wanted).substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

bool is_whole(double value) { return std::isfinite(value) && value == std::floor(value); }

/// Whole numbers of which no two are equal.
bool tells_rows_apart(const Table& table, Index column, Index least_rows) {
  if (table.rows() < least_rows) return false;
  std::unordered_set<double> seen;
  for (Index row = 0; row < table.rows(); ++row) {
    const double value = table.values(row, column);
    if (!is_whole(value) || !seen.insert(value).second) return false;
  }
  return true;
}

/// pandas calls a column without a name so.
bool is_unnamed(const std::string& name) { return name.empty() || name == "Unnamed: 0"; }

bool is_row_number(const Table& table, Index column) {
  return !table.names.empty() && table.positions[column] == 0 && is_unnamed(table.names[column]) &&
         tells_rows_apart(table, column, 2);
}

const char* const by_name = "judging by its name";

std::vector<Suspect> suspects_in(const Table& table) {
  const Index least_rows = 20;  // fewer may differ by chance
  std::vector<Suspect> found;
  Index by_values = 0;
  for (Index j = 0; j < table.columns(); ++j) {
    const std::string name = table.names.empty() ? "" : table.names[j];
    if (is_telling_name(name)) {
      found.push_back({table.positions[j], name, by_name});
    } else if (tells_rows_apart(table, j, least_rows)) {
      found.push_back({table.positions[j], name, "a different whole number in every row"});
      ++by_values;
    }
  }
  // Where most columns are like that, it is how this table measures.
  if (2 * by_values > table.columns())
    std::erase_if(found, [](const Suspect& suspect) { return suspect.reason != by_name; });
  return found;
}

/// "a" and "a (2)" for two columns of the name "a".
void tell_apart(Table& table, const std::vector<Index>& kept) {
  std::map<std::string, Index> seen;
  std::set<std::string> taken(table.names.begin(), table.names.end());
  for (const Index j : kept) {
    const std::string name = table.names[j];
    Index& times = seen[name];
    if (++times == 1) continue;
    if (times == 2) table.repeated.push_back(name);
    std::string other = name + " (" + std::to_string(times) + ")";
    while (!taken.insert(other).second) other = name + " (" + std::to_string(++times) + ")";
    table.names[j] = other;
  }
  if (table.repeated.empty()) return;
  const std::string& first = table.repeated.front();
  const Index more = std::ssize(table.repeated) - 1;
  table.notes.push_back(
      {Guess::repeated_names, "several columns are called '" + first + "'" +
                                  (more ? ", and " + std::to_string(more) + " more names are repeated" : "") +
                                  "; they are told apart as '" + first + "', '" + first + " (2)' and so on"});
}

}  // namespace

Index find_column(const std::string& path, const std::vector<std::string>& names, Index columns,
                  const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), wanted) != names.end())
      throw InvalidArgument(path + " has two columns named '" + wanted +
                            "'; give the number of the one you mean");
    return (found - names.begin());
  }
  Index number = 0;
  const auto end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data(), end, number);
  if (parsed.ec == std::errc() && parsed.ptr == end) {
    if (number >= 1 && number <= columns) return number - 1;
    throw InvalidArgument(path + " has no column " + wanted + ": its columns are 1 to " +
                          std::to_string(columns));
  }
  if (names.empty())
    throw InvalidArgument(path + " has no column '" + wanted +
                          "': its columns have no names, only the numbers 1 to " + std::to_string(columns));
  throw InvalidArgument(path + " has no column '" + wanted + "'" + did_you_mean(wanted, names));
}

std::vector<Use> planned_uses(const std::string& path, const std::vector<std::string>& names, Index columns,
                              const ReadOptions& options) {
  std::vector<Use> uses(columns, Use::number);
  for (const std::string& wanted : options.drop)
    for (const std::string& part : parts_of(wanted, names))
      uses[find_column(path, names, columns, part)] = Use::drop;
  for (const std::string& wanted : options.text_columns)
    uses[find_column(path, names, columns, wanted)] = Use::text;
  return uses;
}

Table with_planned_uses(const std::string& path, Table table, const ReadOptions& options) {
  if (options.text_columns.empty() && options.drop.empty()) return table;
  const Index columns = table.columns() + table.text.size();
  const auto uses = planned_uses(path, names_by_position(table, columns), columns, options);
  std::vector<Index> kept;
  for (Index j = 0; j < table.columns(); ++j) {
    const Use use = uses[table.positions[j]];
    if (use == Use::number) kept.push_back(j);
    if (use == Use::text) table.text.push_back(as_text(table, j));
  }
  std::erase_if(table.text, [&](const TextColumn& column) { return uses[column.position] == Use::drop; });
  std::sort(table.text.begin(), table.text.end(),
            [](const TextColumn& a, const TextColumn& b) { return a.position < b.position; });
  if (std::ssize(kept) == table.columns()) return table;
  return select(table, {{}, std::move(kept), nullptr});
}

bool is_telling_name(std::string_view name) {
  static const std::array<std::string_view, 26> known = {
      "id",    "ids",          "index", "idx",     "key",    "uuid",    "rowid",     "row_id",    "row",
      "label", "labels",       "class", "classes", "target", "targets", "cluster",   "clusters",  "category",
      "truth", "ground_truth", "group", "species", "name",   "names",   "sample_id", "patient_id"};
  const std::string word = lower_case(name);
  return std::find(known.begin(), known.end(), word) != known.end();
}

Index judged_rows(Index rows, Index columns) {
  const Index most_rows = 50000, most_cells = Index{1} << 20;
  return std::min({rows, most_rows, std::max(most_cells / std::max(columns, Index{1}), Index{100})});
}

std::vector<Index> judged_columns(Table& table, LeaveOut leave_out) {
  Table first_rows = table;
  first_rows.values = table.values.middle_rows(0, judged_rows(table.rows(), table.columns()));
  table.suspects = suspects_in(first_rows);
  std::vector<Index> kept;
  for (Index j = 0; j < table.columns(); ++j) {
    const Index position = table.positions[j];
    const auto is_here = [&](const Suspect& suspect) { return suspect.position == position; };
    const bool row_number = leave_out != LeaveOut::nothing && is_row_number(first_rows, j);
    const auto suspect = std::find_if(table.suspects.begin(), table.suspects.end(), is_here);
    const bool suspected = leave_out == LeaveOut::suspects && suspect != table.suspects.end();
    if (!row_number && !suspected) {
      kept.push_back(j);
      continue;
    }
    const std::string why =
        row_number ? "no name, and a different whole number in every row" : suspect->reason;
    table.notes.push_back({Guess::row_numbers, column_label(table, j) + " is left out (" + why + ")"});
    if (suspect != table.suspects.end()) table.suspects.erase(suspect);
  }
  if (!table.names.empty()) tell_apart(table, kept);
  return kept;
}

}  // namespace scpp
