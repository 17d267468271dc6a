#pragma once
// One run of the method, and what is told about it, whether its rows were in memory or not.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "input.hpp"
#include "output.hpp"
#include "scpp/fit.hpp"
#include "scpp/scores.hpp"
#include "scpp/summary.hpp"

namespace scpp::cli {

/// What the command line asks for. Throws UsageError that names option and value.
FitOptions options_from(const Arguments& arguments);

/// The table that the command line names, ready to be clustered.
DataSet read_rows(const Arguments& arguments, const ReadOptions& reading, Session& session);

/// Names of the columns and what to do with missing cells, so that new rows can be labelled.
void remember_data(Model& model, const DataSet& data);

struct Clustering {
  Fit fit;
  double seconds = 0;
};

/// Shows progress and can be interrupted.
Clustering cluster(const DataSet& data, const FitOptions& options, Session& session);

Index cluster_count(std::span<const std::int32_t> labels);

/// Nothing without known classes.
std::optional<Scores> scores_of(std::span<const std::int32_t> labels, const Classes& truth);

/// "purity 0.8312, nmi 0.7854, ..." in the order of the summary.
std::string scores_line(const Scores& scores);

/// What was found, without the rows.
struct Answer {
  std::string path;
  FitFacts facts;
  std::vector<Index> rows_of_label;
};

/// Says what was found and written. Returns the exit code: 1 when fewer clusters came out than were asked
/// for, because there is a result, but not that one.
int tell(const Answer& answer, const Model& model, const Outputs& outputs, Session& session);

/// --memory: tables that are read in blocks, so that memory stays within a promise.
Flag memory_flag();

/// Bytes, nothing without the option. Throws UsageError for what is no size, and for options that need all
/// rows at once.
std::optional<Index> memory_from(const Arguments& arguments);

/// The command fit, with this.
int fit_in_blocks(const Arguments& arguments, const FitOptions& options, Index memory, Outputs& outputs,
                  Session& session);

/// The command predict, with this.
int predict_in_blocks(const Arguments& arguments, const Model& model, Index memory, Outputs& outputs,
                      Session& session);

}  // namespace scpp::cli
