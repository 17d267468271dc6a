#pragma once
// Everything: fit a table, label rows, save and load models, score.
#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "scpp/model.hpp"
#include "scpp/observer.hpp"
#include "scpp/options.hpp"
#include "scpp/scores.hpp"
#include "scpp/sketch.hpp"
#include "scpp/table_view.hpp"
#include "scpp/version.hpp"
