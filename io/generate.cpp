#include "io/generate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <type_traits>

#include "io/kinds.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

template <class Number>
std::string text_of(Number value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

/// One parameter from its description; `field` is the member, `holds` says what is allowed.
template <class Number>
GenerateParameter number(const std::string& name, const std::string& values, const std::string& sentence,
                         Number GenerateOptions::*field, bool (*holds)(Number)) {
  const auto set = [=](GenerateOptions& options, std::string_view text) {
    Number value{};
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    bool good = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    if constexpr (std::is_floating_point_v<Number>) good = good && std::isfinite(value);
    if (!good || !holds(value))
      throw InvalidArgument(name + " is '" + std::string(text) + "', but must be " +
                            (std::is_integral_v<Number> ? "an integer " : "a number ") + values);
    options.*field = value;
  };
  return {name, values, sentence, [field](const GenerateOptions& options) { return text_of(options.*field); },
          set};
}

bool any(std::uint64_t) { return true; }
bool positive(Index value) { return value >= 1; }
bool zero_or_more(Index value) { return value >= 0; }
bool not_negative(double value) { return value >= 0; }
bool share(double value) { return value >= 0 && value < 1; }

Generator::Fill fill_of(std::string_view kind) {
  if (kind == "gaussians") return fill_gaussians;
  if (kind == "moons") return fill_moons;
  if (kind == "scales") return fill_scales;
  if (kind == "outliers") return fill_outliers;
  throw InvalidArgument("there is no kind of data '" + std::string(kind) +
                        "': gaussians, moons, scales or outliers");
}

void check(const GenerateOptions& options) {
  for (const GenerateParameter& parameter : generate_parameters()) {
    GenerateOptions checked;
    parameter.set(checked, parameter.get(options));
  }
  if (options.noise_columns >= options.columns)
    throw InvalidArgument("noise-columns is " + std::to_string(options.noise_columns) +
                          ", but must be below columns, which is " + std::to_string(options.columns));
  constexpr Index most_cells = Index{1} << 33;
  if (options.rows > most_cells / options.columns)
    throw InvalidArgument("rows is " + std::to_string(options.rows) + ", which is too many for " +
                          std::to_string(options.columns) + " columns");
}

std::vector<std::string> column_names(const GenerateOptions& options) {
  std::vector<std::string> names;
  const Index informative = options.columns - options.noise_columns;
  for (Index j = 0; j < options.columns; ++j) {
    names.emplace_back(j < informative ? "x" : "noise");
    names.back() += std::to_string(j < informative ? j + 1 : j + 1 - informative);
  }
  return names;
}

/// a .. z, then aa, ab, ...
std::string letters(Index number) {
  const std::string last(1, static_cast<char>('a' + number % 26));
  return number < 26 ? last : letters(number / 26 - 1) + last;
}

}  // namespace

const std::vector<GenerateParameter>& generate_parameters() {
  using Options = GenerateOptions;
  static const std::vector<GenerateParameter> all = {
      number("rows", ">= 1", "rows to make", &Options::rows, positive),
      number("clusters", ">= 1", "clusters to make; moons has always 2", &Options::clusters, positive),
      number("columns", ">= 1", "columns in all", &Options::columns, positive),
      number("noise-columns", ">= 0", "columns of these that tell nothing about the clusters",
             &Options::noise_columns, zero_or_more),
      number("separation", ">= 0", "distance between clusters, in their standard deviations",
             &Options::separation, not_negative),
      number("outliers", "in [0, 1)", "share of rows far from all clusters, for the kind outliers",
             &Options::outliers, share),
      number("seed", ">= 0", "the same seed makes the same data", &Options::seed, any)};
  return all;
}

const std::vector<GeneratorKind>& generator_kinds() {
  static const std::vector<GeneratorKind> all = {
      {"gaussians", "a Gaussian mixture in a subspace, with random weights, means and covariances"},
      {"moons", "two interleaved half circles in two columns"},
      {"scales", "clusters of different width that part two by two, each time in columns of its own"},
      {"outliers", "a Gaussian mixture with rows far from all clusters"}};
  return all;
}

Generator::Generator(std::string_view kind, const GenerateOptions& options)
    : kind_(kind), options_(options), fill_(fill_of(kind)), streams_(std::make_unique<RowStreams>(options.seed)) {
  check(options);
  fill_({nullptr, 0, options.columns, options.columns - options.noise_columns, nullptr}, options_, *streams_);
}

Generator::~Generator() = default;

Generated Generator::next(Index rows) {
  const Index columns = options_.columns;
  const std::shared_ptr<double[]> values(new double[rows * columns]);
  for (Index i = 0; i < rows * columns; ++i) values[i] = streams_->noise.normal();
  Generated made;
  made.classes.resize(rows);
  fill_({values.get(), rows, columns, columns - options_.noise_columns, made.classes.data(), first_row_}, options_,
        *streams_);
  first_row_ += rows;
  made.table = owning_table<double>(values, rows, columns);
  made.table.names = column_names(options_);
  classes_ = std::max<Index>(classes_, *std::ranges::max_element(made.classes) + 1);
  for (Index k = 0; k < classes_; ++k)
    made.class_names.push_back(kind_ == "outliers" && k == options_.clusters ? "outlier" : letters(k));
  return made;
}

Generated generate(std::string_view kind, const GenerateOptions& options) {
  return Generator(kind, options).next(options.rows);
}

}  // namespace scpp
