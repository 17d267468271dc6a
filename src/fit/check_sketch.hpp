#pragma once
// Whether what was read of a pass over rows can be one: merge, plan_cells, sketch and finish rely on it.
#include "scpp/sketch.hpp"

namespace scpp {

/// What is wrong, as the rest of a sentence ("it has ..."); nullptr when the value can be used.
const char* fault_in(const Summary& summary);
const char* fault_in(const SketchPlan& plan);
const char* fault_in(const Sketch& sketch);

}  // namespace scpp
