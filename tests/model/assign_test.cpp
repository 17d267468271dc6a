// Rows that a model cannot take are named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "scpp/errors.hpp"
#include "scpp/fit.hpp"
#include "support/builders.hpp"

namespace scpp {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// A value may be finite and its distance from the mean not.
TEST(Assign, NamesTheRowThatLiesTooFarFromTheMean) {
  RowMatrix rows = build::normal_matrix(60, 2, 1);
  for (Index i = 0; i < 60; ++i) rows(i, 1) = i % 2 ? 4e307 : 3.9e307;
  FitOptions options;
  options.quality = Quality::fast;
  const Model model = fit(build::view(rows), options).model;
  rows(40, 1) = -std::numeric_limits<double>::max();
  EXPECT_THAT(
      [&] { assign(model, build::view(rows)); },
      ThrowsMessage<InvalidArgument>(HasSubstr("row 41, column 2 is not a finite number of usable size")));
  rows(40, 1) = 0;
  EXPECT_EQ(assign(model, build::view(rows)).size(), 60);
}

}  // namespace
}  // namespace scpp
