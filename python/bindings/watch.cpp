#include "watch.hpp"

namespace scpp::bindings {
namespace {

constexpr std::chrono::milliseconds pause{50};

py::dict as_dict(const Progress& progress) {
  py::dict fields;
  fields["stage"] = progress.stage;
  fields["node"] = progress.node;
  fields["rows"] = progress.rows;
  fields["clusters_found"] = progress.clusters_found;
  fields["clusters_wanted"] = progress.clusters_wanted;
  fields["beta"] = progress.beta;
  fields["lambda2"] = progress.lambda2;
  fields["evaluations"] = progress.evaluations;
  return fields;
}

}  // namespace

bool Watch::operator()(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_ && progress.stage != "split") return true;
  next_ = now + pause;
  const py::gil_scoped_acquire lock;
  return ask_python(progress);
}

bool Watch::ask_python(const Progress& progress) const {
  if (PyErr_CheckSignals() != 0) return false;
  if (callback_.is_none()) return true;
  try {
    callback_(as_dict(progress));
    return true;
  } catch (py::error_already_set& raised) {
    raised.restore();
    return false;
  }
}

}  // namespace scpp::bindings
