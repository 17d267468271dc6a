#pragma once
// What a command leaves behind: files, labels as text, tables.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "input.hpp"
#include "scpp/atomic_file.hpp"
#include "scpp/confidence.hpp"
#include "session.hpp"

namespace scpp::cli {

/// Files that are checked before the work, written after it and renamed together.
class Outputs {
 public:
  /// `inputs`, and the configuration file that `arguments` name, are not written over. Throws UsageError when
  /// two of the inputs are standard input.
  Outputs(Session& session, const Arguments& arguments, std::vector<std::string> inputs);

  /// Announces that `what` (for example "--labels") will be written to `path`. Throws UsageError when that is
  /// an input, another output or a second "-", and FileError when it cannot be created.
  void plan(const std::string& what, const std::string& path);

  /// What will stand in a planned file.
  void put(const std::string& what, std::string content);
  /// The same for what is too long to be held: written by `write` when everything is. What `write` refers to
  /// must live until commit() is done.
  void put_stream(const std::string& what, const std::function<void(AtomicFile&)>& write);

  /// Writes everything, then renames everything. Without it nothing is left.
  void commit();

  bool none() const { return planned_.empty(); }

  /// "wrote a.csv and b.scpp", for what is not on standard output.
  std::string sentence() const;

 private:
  struct Planned {
    std::string what, path;
    std::function<void(AtomicFile&)> write;
  };

  void refuse_clash(const std::string& what, const std::string& path) const;

  Session& session_;
  std::vector<std::string> inputs_;
  std::vector<Planned> planned_;
};

/// Throws UsageError when the name of the file promises another format than CSV.
void require_csv_name(const std::string& flag, const std::string& path);

/// What a file of labels has beside the labels.
struct MoreColumns {
  std::vector<std::string> names;        ///< of the clusters; empty for none
  std::optional<Confidence> confidence;  ///< of the rows: probability and outlier
};

/// One line for each row of the file, NA for rows that were dropped; before it the cell of --id.
std::string labels_text(const DataSet& data, std::span<const std::int32_t> labels,
                        const MoreColumns& more = {});

Flag scores_flag();

/// "label", with the columns of --scores behind it.
std::string labels_header(bool scores);
/// One row of it: "3,0.97,0.12".
std::string label_cells(std::int32_t label, const std::optional<Confidence>& confidence, Index row);
/// A row without a label.
std::string no_label_cells(bool scores);

Flag to_flag();

/// Throws UsageError when neither --to nor the name of the file tells a format.
WriteOptions write_options(const std::string& path, const Arguments& arguments);

/// Notes the columns that the format cannot hold.
void write_data(const std::string& path, const Table& table, const WriteOptions& options, Session& session);

}  // namespace scpp::cli
