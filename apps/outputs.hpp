#pragma once
// The files a command leaves: checked before the work, written after it, renamed together.
#include <string>
#include <vector>

#include "session.hpp"

namespace scpp::cli {

class Outputs {
 public:
  /// Throws UsageError when two of the inputs are standard input.
  Outputs(Session& session, std::vector<std::string> inputs);

  /// Announces that `what` (for example "--labels") will be written to `path`. Throws UsageError when that is
  /// an input, another output or a second "-", and FileError when it cannot be created.
  void plan(const std::string& what, const std::string& path);

  /// What will stand in a planned file.
  void put(const std::string& what, std::string content);

  /// Writes everything, then renames everything. Without it nothing is left.
  void commit();

  /// "wrote a.csv and b.scpp", for what is not on standard output.
  std::string sentence() const;

 private:
  struct Planned {
    std::string what, path, content;
  };

  void refuse_clash(const std::string& what, const std::string& path) const;

  Session& session_;
  std::vector<std::string> inputs_;
  std::vector<Planned> planned_;
};

}  // namespace scpp::cli
