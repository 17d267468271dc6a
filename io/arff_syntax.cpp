#include "io/arff_syntax.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "io/cell.hpp"

namespace scpp {
namespace {

char unescaped(char after_backslash) {
  switch (after_backslash) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    default:
      return after_backslash;
  }
}

ArffCell take_quoted(std::string_view& line) {
  const char quote = line.front();
  ArffCell cell{"", true};
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == quote) {
      line.remove_prefix(i + 1);
      return cell;
    }
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (escape) ++i;
    cell.text += escape ? unescaped(line[i]) : line[i];
  }
  throw ArffFault{"a quote is never closed"};
}

}  // namespace

ArffCell take_arff_word(std::string_view& line, std::string_view stops) {
  line = without_blanks(line);
  if (line.starts_with('\'') || line.starts_with('"')) return take_quoted(line);
  const std::size_t stop = std::min(line.find_first_of(stops), line.size());
  const std::string_view word = line.substr(0, stop);
  line.remove_prefix(stop);
  return {std::string(without_blanks(word)), false};
}

bool starts_with_word(std::string_view line, std::string_view lower_case_word) {
  if (line.size() < lower_case_word.size()) return false;
  for (std::size_t i = 0; i < lower_case_word.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(line[i])) != lower_case_word[i]) return false;
  return line.size() == lower_case_word.size() || line[lower_case_word.size()] == ' ' ||
         line[lower_case_word.size()] == '\t';
}

ArffAttribute parse_arff_attribute(std::string_view declaration) {
  ArffAttribute attribute{take_arff_word(declaration, " \t{").text, false, ""};
  const std::string_view type = without_blanks(declaration);
  if (attribute.name.empty() || type.empty()) throw ArffFault{"an attribute needs a name and a type"};
  if (type.starts_with('{')) {
    std::string_view values = type.substr(1);
    attribute.absent = take_arff_word(values, ",}").text;
    return attribute;
  }
  const std::array<std::string_view, 3> numeric = {"numeric", "real", "integer"};
  const std::array<std::string_view, 2> text = {"string", "date"};
  const auto is_type = [&](std::string_view word) { return starts_with_word(type, word); };
  attribute.numeric = std::any_of(numeric.begin(), numeric.end(), is_type);
  if (!attribute.numeric && std::none_of(text.begin(), text.end(), is_type))
    throw ArffFault{"attribute '" + attribute.name + "' has the unknown type " + quoted_for_message(type)};
  return attribute;
}

}  // namespace scpp
