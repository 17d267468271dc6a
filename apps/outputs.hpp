#pragma once
// The files a command leaves: checked before the work, written after it, renamed together.
#include <functional>
#include <string>
#include <vector>

#include "scpp/atomic_file.hpp"
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
  /// The same for what is too long to be held: written by `write` when everything is. What `write` refers to must live
  /// until commit() is done.
  void put_stream(const std::string& what, std::function<void(AtomicFile&)> write);

  /// Writes everything, then renames everything. Without it nothing is left.
  void commit();

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

}  // namespace scpp::cli
