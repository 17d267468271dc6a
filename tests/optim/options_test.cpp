#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "optim/minimum.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class Options, class T>
void expect_refused(T Options::*member, T value, const char* field, const char* text) {
  Options options;
  options.*member = value;
  EXPECT_THAT([&] { options.validate(); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr(field), HasSubstr(text))));
}

TEST(OptimOptions, DefaultsAreValid) { EXPECT_NO_THROW(MinimiseOptions{}.validate()); }

TEST(OptimOptions, EveryRuleNamesFieldAndValue) {
  expect_refused(&LineSearchOptions::sufficient_decrease, 0.95, "sufficient_decrease", "0.95");
  expect_refused(&LineSearchOptions::sufficient_decrease, 0.0, "sufficient_decrease", "0");
  expect_refused(&LineSearchOptions::sufficient_decrease, LineSearchOptions{}.curvature,
                 "sufficient_decrease", "below curvature");
  expect_refused(&LineSearchOptions::curvature, 1.0, "curvature", "1");
  expect_refused(&LineSearchOptions::curvature, 0.0, "option curvature is 0", "above 0");
  expect_refused<LineSearchOptions, Index>(&LineSearchOptions::max_evaluations, 0, "max_evaluations", "0");
  expect_refused<DescentOptions, Index>(&DescentOptions::max_steps, -3, "max_steps", "-3");
  expect_refused(&DescentOptions::gradient_tolerance, std::nan(""), "gradient_tolerance", "nan");
  expect_refused(&DescentOptions::decrease_tolerance, -0.5, "decrease_tolerance", "-0.5");
  expect_refused<DescentOptions, Index>(&DescentOptions::weak_steps, 0, "weak_steps", "0");
  expect_refused(&DescentOptions::first_step, 0.0, "first_step", "0");
  expect_refused<DescentOptions, Index>(&DescentOptions::dense_limit, -1, "dense_limit", "-1");
  expect_refused<DescentOptions, Index>(&DescentOptions::memory, 0, "memory", "0");
  expect_refused(&DescentOptions::line_search, LineSearchOptions{.curvature = 7}, "curvature", "7");
  expect_refused(&MinimiseOptions::tolerance, 0.0, "tolerance", "0");
  expect_refused(&MinimiseOptions::last_radius, -2.0, "last_radius", "-2");
  expect_refused(&MinimiseOptions::first_radius, 1e-9, "first_radius", "1e-09");
  expect_refused(&MinimiseOptions::radius_factor, 1.0, "radius_factor", "1");
  expect_refused<MinimiseOptions, Index>(&MinimiseOptions::samples, -1, "samples", "-1");
  expect_refused(&MinimiseOptions::descent, DescentOptions{.max_steps = -4}, "max_steps", "-4");
}

TEST(OptimOptions, SampleCountIsTwiceTheDimensionUpToALimit) {
  MinimiseOptions options;
  EXPECT_EQ(options.sample_count(3), 6);
  EXPECT_EQ(options.sample_count(100000), 256);
  options.samples = 7;
  EXPECT_EQ(options.sample_count(100000), 7);
}

}  // namespace
}  // namespace scpp
