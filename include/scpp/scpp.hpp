#pragma once
// Everything in scpp::scpp: fit a table, label rows, save and load models, score. scpp::io has scpp/io.hpp
// and scpp/generate.hpp, scpp::report has scpp/report.hpp and scpp/summary.hpp.
#include "scpp/atomic_file.hpp"
#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "scpp/index.hpp"
#include "scpp/margin.hpp"
#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/outcome.hpp"
#include "scpp/row_source.hpp"
#include "scpp/scores.hpp"
#include "scpp/sketch.hpp"
#include "scpp/split_leaf.hpp"
#include "scpp/table_view.hpp"
#include "scpp/version.hpp"
