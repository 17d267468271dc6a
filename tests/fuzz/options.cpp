// Options: words of a command line, lines of a configuration file, values of the parameters.
#include "scpp/options.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include "command_line.hpp"
#include "fuzz/entries.hpp"

namespace scpp::fuzz {
namespace {

const cli::Command& command() {
  static const cli::Command made = [] {
    cli::Command fit{"fit",
                     "",
                     {{"DATA", "", false}},
                     {{"quiet", "", "", "", 'q'}, {"drop", "C", "", "", 0, true}, {"config", "FILE", "", ""}},
                     {},
                     {}};
    for (const Parameter& parameter : parameters()) fit.flags.push_back({parameter.name, "VALUE", "", ""});
    return fit;
  }();
  return made;
}

/// A value that was taken is given back in words that mean the same.
void use(const cli::Arguments& arguments) {
  FitOptions options;
  for (const Parameter& parameter : parameters()) {
    const auto value = arguments.value(parameter.name);
    if (!value) continue;
    parameter.set(options, *value);
    const std::string said = parameter.get(options);
    parameter.set(options, said);
    require(parameter.get(options) == said, "an option's words mean its value");
  }
  options.validate();
}

/// A file in memory that has a name.
class MemoryFile {
 public:
  MemoryFile() { require(number_ >= 0, "a file in memory can be made"); }
  ~MemoryFile() { ::close(number_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  void hold(std::string_view text) {
    require(
        ::ftruncate(number_, 0) == 0 && ::pwrite(number_, text.data(), text.size(), 0) == std::ssize(text),
        "it can be written");
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }

 private:
  int number_ = ::memfd_create("config", 0);
};

void run_config(std::string_view bytes) {
  static MemoryFile file;
  file.hold(bytes);
  use(cli::parse(command(), {"--config", file.path()}));
}

void run_words(std::string_view bytes) {
  std::vector<std::string> words(1);
  for (const char c : bytes) {
    if (c == '\n' || c == '\0')  // no word of a command line holds a zero
      words.emplace_back();
    else
      words.back().push_back(c);
  }
  use(cli::parse(command(), words));
}

std::string every_default() {
  std::string text = "# defaults\n";
  for (const Parameter& parameter : parameters())
    text += parameter.name + " = " + parameter.get(FitOptions{}) + "\n";
  return text;
}

std::vector<std::string> config_seeds() {
  return {every_default(), "# three\nclusters = 3\nquiet = yes\nsigma=0.5\ndrop = a\ndrop = b # c\n",
          "threads = 2\nseed = 18446744073709551615\n"};
}

std::vector<std::string> words_seeds() {
  return {"d.csv\n--clusters\n4\n-q", "--beta-max=3\n--quiet\n--\n-x",
          "--method\nmargin\n--drop=1\n--drop=2"};
}

}  // namespace

std::vector<Entry> option_entries() {
  return {{"config", run_config, config_seeds}, {"words", run_words, words_seeds}};
}

}  // namespace scpp::fuzz
