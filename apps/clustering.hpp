#pragma once
// One run of the method that was chosen, and what is told about it.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "input.hpp"
#include "options.hpp"
#include "scpp/fit.hpp"
#include "scpp/scores.hpp"

namespace scpp::cli {

struct Clustering {
  std::vector<std::int32_t> labels;
  std::optional<Model> model;  ///< not for the methods the paper compares with
  std::string choice;          ///< what such a method chose by itself
  double seconds = 0;
};

/// Shows progress and can be interrupted.
Clustering cluster(const DataSet& data, const Choice& choice, Session& session);

Index cluster_count(std::span<const std::int32_t> labels);

/// Nothing without known classes.
std::optional<Scores> scores_of(std::span<const std::int32_t> labels, const Classes& truth);

/// "purity 0.8312, nmi 0.7854, ..." in the order of the summary.
std::string scores_line(const Scores& scores);

}  // namespace scpp::cli
