#include "scpp/generate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "base/number_text.hpp"
#include "base/random.hpp"

namespace scpp {
namespace {

/// The random streams that rows draw from; a block goes on where the one before it ended.
struct RowStreams {
  explicit RowStreams(std::uint64_t seed) : rows(seed, 2), factors(seed, 3), noise(seed, 4) {}
  Random rows, factors, noise;
};

/// Rows to fill: the first `informative` columns hold the clusters; the others are noise already.
struct Canvas {
  double* values;
  Index rows, columns, informative;
  std::int32_t* classes;
  Index first_row = 0;  ///< its number in the whole table

  double* row(Index index) const { return values + index * columns; }
};

using Fill = void (*)(const Canvas&, const GenerateOptions&, RowStreams&);

// A stream of its own, so that parameters do not depend on how many rows are drawn; the others are in
// RowStreams.
constexpr std::uint64_t parameters_stream = 1;

struct Component {
  double weight = 0;
  std::vector<double> mean;
  std::vector<double> mix;  ///< square, row by row: a row is mean + mix * normal
};

/// Means lie `separation` apart in expectation. Half of each covariance is round, the other half random.
Component random_component(Index size, double separation, Random& random) {
  const double scale = separation / std::sqrt(2.0 * static_cast<double>(size));
  const double entry = std::sqrt(0.5 / static_cast<double>(size));
  Component component{0.5 + random.uniform(), std::vector<double>(size), std::vector<double>(size * size)};
  for (double& x : component.mean) x = scale * random.normal();
  for (double& x : component.mix) x = entry * random.normal();
  for (Index i = 0; i < size; ++i) component.mix[i * size + i] += std::sqrt(0.5);
  return component;
}

Index pick(const std::vector<Component>& components, Random& random) {
  double total = 0;
  for (const Component& component : components) total += component.weight;
  double at = random.uniform() * total;
  Index k = 0;
  while (k + 1 < std::ssize(components) && at >= components[k].weight) at -= components[k++].weight;
  return k;
}

void draw(const Component& component, double* row, Random& random) {
  const Index size = component.mean.size();
  std::vector<double> normal(size);
  for (double& x : normal) x = random.normal();
  for (Index i = 0; i < size; ++i) {
    row[i] = component.mean[i];
    for (Index j = 0; j < size; ++j) row[i] += component.mix[i * size + j] * normal[j];
  }
}

/// Informative columns for each split.
Index own_columns(const Canvas& canvas, Index splits) {
  if (canvas.informative >= splits) return canvas.informative / splits;
  throw InvalidArgument("scales needs a column for each of " + std::to_string(splits) +
                        " splits beside those of noise, but has " + std::to_string(canvas.informative));
}

/// Moves a row to its side of every split above its cluster and returns its width: half as much again for
/// each time that it is on the upper side. The split of clusters [low, high) has the number of its middle
/// cluster - 1.
double part(Index cluster, const GenerateOptions& options, Index own, double* row) {
  double width = 1;
  for (Index low = 0, high = options.clusters; high - low > 1;) {
    const Index middle = (low + high) / 2;
    const bool above = cluster >= middle;
    for (Index column = (middle - 1) * own; column < middle * own; ++column)
      row[column] += (above ? 0.5 : -0.5) * options.separation;
    (above ? low : high) = middle;
    if (above) width *= 1.5;
  }
  return width;
}

/// A Gaussian mixture with random weights, means and covariances.
void fill_gaussians(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  Random parameters(options.seed, parameters_stream);
  // Distances between clusters grow with the dimension as the width of a cluster does.
  const double separation = options.separation * std::sqrt(static_cast<double>(canvas.informative)) / 2;
  std::vector<Component> components;
  for (Index k = 0; k < options.clusters; ++k)
    components.push_back(random_component(canvas.informative, separation, parameters));
  for (Index row = 0; row < canvas.rows; ++row) {
    const Index k = pick(components, streams.rows);
    canvas.classes[row] = static_cast<std::int32_t>(k);
    draw(components[k], canvas.row(row), streams.rows);
  }
}

/// Two interleaved half circles in the first two columns.
void fill_moons(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  if (canvas.informative < 2) throw InvalidArgument("moons needs two columns beside those of noise");
  Random& random = streams.rows;
  const double width = 1.0 / (2.0 * std::max(options.separation, 1e-3));
  for (Index row = 0; row < canvas.rows; ++row) {
    const bool second = (canvas.first_row + row) % 2 == 1;
    const double angle = std::numbers::pi * random.uniform();
    const double x = std::cos(angle), y = std::sin(angle);
    double* out = canvas.row(row);
    out[0] = (second ? 1.0 - x : x) + width * random.normal();
    out[1] = (second ? 0.5 - y : y) + width * random.normal();
    for (Index column = 2; column < canvas.informative; ++column) out[column] = random.normal();
    canvas.classes[row] = second;
  }
}

/// Clusters of different width within clusters: they part two by two, each time in columns of its own. A
/// seventh of the noise columns follow one hidden factor, so that it is what varies most.
void fill_scales(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  const Index own = own_columns(canvas, std::max<Index>(1, options.clusters - 1));
  Random &random = streams.rows, &hidden = streams.factors;
  const Index following = canvas.informative + (canvas.columns - canvas.informative) / 7;
  for (Index row = 0; row < canvas.rows; ++row) {
    const Index cluster = (canvas.first_row + row) % options.clusters;
    double* out = canvas.row(row);
    for (Index column = 0; column < canvas.informative; ++column) out[column] = random.normal();
    const double factor = hidden.normal();
    for (Index column = canvas.informative; column < following; ++column)
      out[column] = 0.9 * factor + std::sqrt(1 - 0.9 * 0.9) * out[column];
    const double width = part(cluster, options, own, out);
    for (Index column = 0; column < canvas.columns; ++column) out[column] *= width;
    canvas.classes[row] = static_cast<std::int32_t>(cluster);
  }
}

/// A Gaussian mixture, with rows far from all clusters in every informative column.
void fill_outliers(const Canvas& canvas, const GenerateOptions& options, RowStreams& streams) {
  fill_gaussians(canvas, options, streams);
  const auto count = static_cast<Index>(std::floor(options.outliers * static_cast<double>(options.rows)));
  for (Index row = 0; row < canvas.rows; ++row) {
    if (canvas.first_row + row + count < options.rows) continue;  // they are the last ones
    const double reach = 1.5 * std::max(options.separation, 2.0) * (1.0 + streams.factors.uniform());
    for (Index column = 0; column < canvas.informative; ++column)
      canvas.row(row)[column] = streams.factors.word() % 2 ? reach : -reach;
    canvas.classes[row] = static_cast<std::int32_t>(options.clusters);
  }
}

/// One parameter from its description; `field` is the member, `holds` says what is allowed.
template <class Number>
GenerateParameter number(const std::string& name, const std::string& values, const std::string& sentence,
                         Number GenerateOptions::*field, bool (*holds)(Number)) {
  const auto set = [=](GenerateOptions& options, std::string_view text) {
    const auto value = number_in<Number>(text);
    if (!value || !holds(*value))
      throw InvalidArgument(name + " is '" + std::string(text) + "', but must be " +
                            (std::is_integral_v<Number> ? "an integer " : "a number ") + values);
    options.*field = *value;
  };
  return {name, values, sentence, [field](const GenerateOptions& options) { return text_of(options.*field); },
          set};
}

bool any(std::uint64_t) { return true; }
bool positive(Index value) { return value >= 1; }
bool zero_or_more(Index value) { return value >= 0; }
bool not_negative(double value) { return value >= 0; }
bool share(double value) { return value >= 0 && value < 1; }

Fill fill_of(std::string_view kind) {
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
      number("rows", ">= 1", "number of rows", &Options::rows, positive),
      number("clusters", ">= 1", "number of clusters; moons always has 2", &Options::clusters, positive),
      number("columns", ">= 1", "total number of columns", &Options::columns, positive),
      number("noise-columns", ">= 0", "how many of the columns are noise", &Options::noise_columns,
             zero_or_more),
      number("separation", ">= 0", "distance between clusters, in their standard deviations",
             &Options::separation, not_negative),
      number("outliers", "in [0, 1)", "share of rows that lie far from all clusters, for the kind outliers",
             &Options::outliers, share),
      number("seed", ">= 0", "the same seed makes the same data", &Options::seed, any)};
  return all;
}

const std::vector<GeneratorKind>& generator_kinds() {
  static const std::vector<GeneratorKind> all = {
      {"gaussians", "a Gaussian mixture in a subspace, with random weights, means and covariances"},
      {"moons", "two interleaved half circles in two columns"},
      {"scales", "clusters of different widths, each split of which shows in a few columns of its own"},
      {"outliers", "a Gaussian mixture with rows far from all clusters"}};
  return all;
}

struct Generator::Source {
  Fill fill;
  RowStreams streams;
};

Generator::Generator(std::string_view kind, const GenerateOptions& options)
    : kind_(kind),
      options_(options),
      source_(std::make_unique<Source>(Source{fill_of(kind), RowStreams(options.seed)})) {
  check(options);
  // No rows yet, but a kind that cannot be made of so few columns is refused.
  const Canvas nothing{nullptr, 0, options.columns, options.columns - options.noise_columns, nullptr};
  source_->fill(nothing, options_, source_->streams);
}

Generator::~Generator() = default;

Generated Generator::next(Index rows) {
  const Index columns = options_.columns;
  const std::shared_ptr<double[]> values(new double[rows * columns]);
  for (Index i = 0; i < rows * columns; ++i) values[i] = source_->streams.noise.normal();
  Generated made;
  made.classes.resize(rows);
  const Index informative = columns - options_.noise_columns;
  source_->fill({values.get(), rows, columns, informative, made.classes.data(), first_row_}, options_,
                source_->streams);
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
