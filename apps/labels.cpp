#include "labels.hpp"

#include "scpp/io.hpp"

namespace scpp::cli {
namespace {

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

void require_csv_name(const std::string& flag, const std::string& path) {
  const Format format = format_of_extension(path);
  const bool packed = path.ends_with(".gz") || path.ends_with(".zst");
  if (packed || (format != Format::csv && format != Format::automatic))
    throw UsageError(flag + " is written as CSV text, but " + path + " names another format");
}

std::string labels_text(const DataSet& data, std::span<const std::int32_t> labels,
                        const std::vector<std::string>& names) {
  std::string text = names.empty() ? "label\n" : "label,name\n";
  Index next = 0;
  for (Index row = 0; row < data.rows_in_file(); ++row) {
    const auto& kept = data.table.source_rows;
    const bool here = kept.empty() || (next < std::ssize(kept) && kept[next] == row);
    if (!here) {
      text += names.empty() ? "NA\n" : "NA,\n";
      continue;
    }
    const auto label = labels[next++];
    text += std::to_string(label);
    if (!names.empty()) text += "," + quoted(names[label]);
    text += '\n';
  }
  return text;
}

}  // namespace scpp::cli
