#include "outputs.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "arguments.hpp"
#include "scpp/io.hpp"

namespace scpp::cli {
namespace {

namespace fs = std::filesystem;

/// Standard output, devices and pipes are written in place: they cannot clash and cannot be tried out.
bool is_stream(const std::string& path) {
  std::error_code ignored;
  return path == "-" || (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) &&
                         !fs::is_directory(path, ignored));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (is_stream(a) || is_stream(b)) return false;
  if (fs::exists(a, ignored) && fs::exists(b, ignored)) return fs::equivalent(a, b, ignored);
  return fs::weakly_canonical(fs::absolute(a, ignored), ignored) ==
         fs::weakly_canonical(fs::absolute(b, ignored), ignored);
}

/// Not while an interruption is tidying up; streams are left out, because opening them may block.
std::unique_ptr<AtomicFile> opened(const std::string& path, Interruption& interruption) {
  std::unique_lock lock(interruption.creating(), std::defer_lock);
  if (!is_stream(path)) lock.lock();
  return std::make_unique<AtomicFile>(path);
}

}  // namespace

Outputs::Outputs(Session& session, std::vector<std::string> inputs)
    : session_(session), inputs_(std::move(inputs)) {
  if (std::ranges::count(inputs_, "-") > 1) throw UsageError("standard input can be read only once");
}

void Outputs::refuse_clash(const std::string& what, const std::string& path) const {
  for (const std::string& input : inputs_)
    if (same_file(split_hdf5_path(input).file, path))
      throw UsageError(what + " names " + path + ", which is an input: it would be overwritten");
  for (const Planned& other : planned_) {
    if (path == "-" && other.path == "-")
      throw UsageError(other.what + " and " + what + " cannot both be written to standard output");
    if (same_file(other.path, path)) throw UsageError(other.what + " and " + what + " both name " + path);
  }
}

void Outputs::plan(const std::string& what, const std::string& path) {
  if (path.empty()) throw UsageError(what + " needs the name of a file");
  refuse_clash(what, path);
  session_.interruption().watch_output(path);
  // Created and removed again: a wrong path is told before the work, not after it.
  if (!is_stream(path)) opened(path, session_.interruption());
  if (path == "-") session_.output_on_stdout = true;
  planned_.push_back({what, path, {}});
}

void Outputs::put(const std::string& what, std::string content) {
  put_stream(what, [content = std::move(content)](AtomicFile& file) { file.write(content); });
}

void Outputs::put_stream(const std::string& what, std::function<void(AtomicFile&)> write) {
  for (Planned& output : planned_)
    if (output.what == what) output.write = write;
}

void Outputs::commit() {
  std::vector<std::unique_ptr<AtomicFile>> files;
  for (const Planned& output : planned_) {
    files.push_back(opened(output.path, session_.interruption()));
    if (output.write) output.write(*files.back());
  }
  const std::scoped_lock lock(session_.interruption().creating());
  for (const auto& file : files) file->commit();
}

std::string Outputs::sentence() const {
  std::string list;
  for (std::size_t i = 0; i < planned_.size(); ++i)
    if (planned_[i].path != "-") list += (list.empty() ? "" : ", ") + planned_[i].path;
  return list.empty() ? "" : "wrote " + list;
}

}  // namespace scpp::cli
