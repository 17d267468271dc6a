#include "paper/run.hpp"

#include <algorithm>
#include <ostream>

#include "paper/data_sets.hpp"
#include "rivals/rivals.hpp"
#include "scpp/atomic_file.hpp"
#include "scpp/errors.hpp"
#include "scpp/scpp.hpp"

namespace scpp::paper {
namespace {

constexpr const char* own_method = "scpp";

FitOptions options_of(const RunRequest& request) {
  FitOptions options;
  options.quality = Quality::fast;  // as in the paper; --set quality=default for what a fit does unasked
  for (const std::string& setting : request.settings) apply_setting(options, setting);
  options.clusters = request.clusters;
  options.validate();
  return options;
}

RivalResult clustered(const RunRequest& request, const TableView& table) {
  const FitOptions options = options_of(request);
  if (request.method != own_method) return run_rival(request.method, table, options);
  Fit found = fit(table, options);
  return {std::move(found.labels), std::to_string(found.model.tree.clusters()) + " clusters", {}};
}

void write_labels(const std::string& path, const std::vector<std::int32_t>& labels) {
  std::string text = "label\n";
  for (const std::int32_t label : labels) text += std::to_string(label) + "\n";
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

void tell_sizes(const std::vector<std::int32_t>& labels, std::ostream& out) {
  std::vector<Index> sizes(*std::ranges::max_element(labels) + 1);
  for (const std::int32_t label : labels) ++sizes[label];
  out << "rows in each:";
  for (const Index size : sizes) out << ' ' << size;
  out << '\n';
}

}  // namespace

void apply_setting(FitOptions& options, const std::string& setting) {
  const std::size_t sign = setting.find('=');
  const Parameter* parameter = find_parameter(setting.substr(0, sign));
  if (sign == std::string::npos || parameter == nullptr)
    throw InvalidArgument("--set wants name=value with an option of the library, not '" + setting + "'");
  parameter->set(options, setting.substr(sign + 1));
}

std::vector<std::string> run_methods() {
  std::vector<std::string> names = {own_method};
  for (const Rival& rival : scpp::rivals()) names.push_back(rival.name);
  return names;
}

void run_on_file(const RunRequest& request, std::ostream& out) {
  const LabelledTable data = read_labelled(request.data, request.truth);
  const RivalResult found = clustered(request, data.table.values);
  out << request.method << ": " << found.choice << '\n';
  tell_sizes(found.labels, out);
  if (!data.classes.empty()) {
    const Scores scores = score(found.labels, data.classes);
    out << "purity " << scores.purity << ", NMI " << scores.nmi << ", adjusted Rand index " << scores.ari
        << '\n';
  }
  if (!request.labels.empty()) write_labels(request.labels, found.labels);
}

}  // namespace scpp::paper
