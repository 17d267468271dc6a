#pragma once
// What a running command says, and to whom.
#include <string>

#include "interruption.hpp"

namespace scpp::cli {

class Session {
 public:
  explicit Session(Interruption& interruption) : interruption_(interruption) {}

  bool quiet = false;
  bool verbose = false;
  bool output_on_stdout = false;  ///< results go to standard output, so people are told on standard error

  Interruption& interruption() { return interruption_; }

  /// A line of the answer.
  void say(const std::string& line) const;
  /// Something that was done to the data or the result and that nobody asked for, on standard error.
  void note(const std::string& sentence) const;
  /// Something that is wrong though there is a result; not silenced.
  void warn(const std::string& sentence) const;

 private:
  Interruption& interruption_;
};

}  // namespace scpp::cli
