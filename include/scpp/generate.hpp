#pragma once
// Data made up for demonstrations and tests: clusters that are known, hidden under columns of noise. Link
// with scpp::io.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scpp/io.hpp"

namespace scpp {

struct GenerateOptions {
  Index rows = 1000;         ///< >= 1
  Index clusters = 5;        ///< >= 1; moons has always 2
  Index columns = 50;        ///< all of them, >= 1
  Index noise_columns = 20;  ///< those that tell nothing about the clusters, < columns
  double separation = 4.0;   ///< distance between clusters in their standard deviations, >= 0
  double outliers = 0.05;    ///< share of rows that are far from all clusters, in [0, 1); kind outliers
  std::uint64_t seed = 0;
};

struct GenerateParameter {
  std::string name;
  std::string values;    ///< what is allowed
  std::string sentence;  ///< what it does, without a full stop
  std::function<std::string(const GenerateOptions&)> get;
  std::function<void(GenerateOptions&, std::string_view)>
      set;  ///< throws InvalidArgument naming option and value
};

/// Every option once.
const std::vector<GenerateParameter>& generate_parameters();

struct GeneratorKind {
  std::string name;
  std::string sentence;
};

const std::vector<GeneratorKind>& generator_kinds();

struct Generated {
  Table table;                           ///< columns x1, x2, ... with clusters, then noise1, noise2, ...
  std::vector<std::int32_t> classes;     ///< one for each row; outliers are the last class
  std::vector<std::string> class_names;  ///< a, b, c, ...; "outlier"
};

/// The same rows in blocks, one after another, for tables larger than memory.
class Generator {
 public:
  /// Throws InvalidArgument naming what cannot be.
  Generator(std::string_view kind, const GenerateOptions& options);
  ~Generator();

  /// The next `rows` (at least 1) of options.rows; class_names are those met so far.
  Generated next(Index rows);

 private:
  struct Source;

  std::string kind_;
  GenerateOptions options_;
  std::unique_ptr<Source> source_;
  Index first_row_ = 0, classes_ = 0;
};

/// The same options give the same bits. Throws InvalidArgument naming what cannot be.
Generated generate(std::string_view kind, const GenerateOptions& options);

}  // namespace scpp
