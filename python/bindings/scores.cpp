#include "scpp/scores.hpp"

#include <pybind11/stl.h>

#include "parts.hpp"
#include "table.hpp"

namespace scpp::bindings {

void add_scores(py::module_& module) {
  module.def("score", [](const Labels& clusters, const Labels& classes) {
    const Scores scores = score(span_of(clusters), span_of(classes));
    py::dict fields;
    fields["purity"] = scores.purity;
    fields["nmi"] = scores.nmi;
    fields["ari"] = scores.ari;
    fields["v_measure"] = scores.v_measure;
    fields["accuracy"] = scores.accuracy;
    return fields;
  });
  module.def("confusion_table", [](const Labels& clusters, const Labels& classes) {
    return confusion_table(span_of(clusters), span_of(classes));
  });
}

}  // namespace scpp::bindings
