#include "scpp/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <sstream>

#include "base/random.hpp"
#include "scpp/errors.hpp"

namespace scpp {
namespace {

using testing::HasSubstr;

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of(const char* name, std::string_view text) {
  FitOptions options;
  return refusal([&] { find_parameter(name)->set(options, text); });
}

std::string after_setting(const char* name, std::string_view text) {
  FitOptions options;
  find_parameter(name)->set(options, text);
  return find_parameter(name)->get(options);
}

TEST(Parameters, AreDescribedOnceEach) {
  std::set<std::string> names;
  const std::set<std::string> groups{"main", "pursuit", "split", "tree", "run"};
  for (const Parameter& parameter : parameters()) {
    EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
    EXPECT_EQ(parameter.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string::npos);
    EXPECT_TRUE(groups.contains(parameter.group)) << parameter.name;
    EXPECT_FALSE(parameter.values.empty()) << parameter.name;
    EXPECT_FALSE(parameter.sentence.empty() || parameter.sentence.back() == '.') << parameter.name;
    EXPECT_EQ(find_parameter(parameter.name), &parameter);
  }
  EXPECT_EQ(find_parameter("beta_max"), nullptr);
  EXPECT_EQ(find_parameter(""), nullptr);
}

/// Every parameter has a value other than its default; setting it must move that parameter and no other.
TEST(Parameters, EachReachesItsOwnFieldOnly) {
  const FitOptions defaults;
  for (const Parameter& parameter : parameters()) {
    std::set<std::string> accepted;
    for (const char* text : {"0.25", "1", "7", "no", "margin", "standard", "laplace", "polar", "random",
                             "least-lambda2", "fast", "never"}) {
      FitOptions options;
      if (refusal([&] { parameter.set(options, text); }) != "accepted") continue;
      accepted.insert(parameter.get(options));
      for (const Parameter& other : parameters()) {
        if (&other == &parameter) continue;
        EXPECT_EQ(other.get(options), other.get(defaults)) << parameter.name;
      }
    }
    accepted.erase(parameter.get(defaults));
    EXPECT_FALSE(accepted.empty()) << parameter.name;
  }
}

TEST(Parameters, EveryWordListedIsAcceptedAndComesBack) {
  for (const Parameter& parameter : parameters()) {
    if (parameter.values.find('|') == std::string::npos) continue;
    std::istringstream words(parameter.values);
    for (std::string word; std::getline(words, word, '|');)
      EXPECT_EQ(after_setting(parameter.name.c_str(), word), word) << parameter.name;
  }
}

TEST(Parameters, WordsMeanTheEnumeratorsOfTheirNames) {
  FitOptions options;
  find_parameter("method")->set(options, "kway");
  find_parameter("laplacian")->set(options, "standard");
  find_parameter("kernel")->set(options, "laplace");
  find_parameter("parametrisation")->set(options, "polar");
  find_parameter("start")->set(options, "random");
  find_parameter("rule")->set(options, "size-and-lambda2");
  EXPECT_EQ(options.method, Method::kway);
  EXPECT_EQ(options.split.pursuit.laplacian, Laplacian::standard);
  EXPECT_EQ(options.split.pursuit.kernel, KernelKind::laplace);
  EXPECT_EQ(options.split.pursuit.parametrisation, Parametrisation::polar);
  EXPECT_EQ(options.split.start, StartKind::random);
  EXPECT_EQ(options.tree.rule, LeafRule::size_and_lambda2);
}

TEST(Parameters, RealNumbersReadBackToTheSameBits) {
  Random random(1, 2);
  const Parameter& omega = *find_parameter("omega");
  std::vector<double> values{0.0, -0.0, 0.1, 5e-324, 1.7976931348623157e308, 0x1p-1022};
  for (int i = 0; i < 2000; ++i) {
    const auto bits = random.word() & ~(1ULL << 63);
    if (std::isfinite(std::bit_cast<double>(bits))) values.push_back(std::bit_cast<double>(bits));
  }
  for (const double value : values) {
    FitOptions from, to;
    from.split.pursuit.omega = value;
    omega.set(to, omega.get(from));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(to.split.pursuit.omega), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(Parameters, IntegersReachTheirLimitsAndNotBeyond) {
  EXPECT_EQ(after_setting("clusters", "2147483647"), "2147483647");
  EXPECT_EQ(refusal_of("clusters", "2147483648"),
            "clusters is 2147483648, but must be an integer >= 1 or auto");
  EXPECT_EQ(after_setting("seed", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(refusal_of("seed", "18446744073709551616"),
            "seed is 18446744073709551616, but must be an integer >= 0");
  EXPECT_EQ(refusal_of("seed", "-1"), "seed is -1, but must be an integer >= 0");
}

TEST(Parameters, ReadTheWholeTextOrNothing) {
  for (const char* text : {"", " 3", "3 ", "3x", "+3", "0x3", "3.0", "3e0", "three", "3,0"})
    EXPECT_THAT(refusal_of("clusters", text), HasSubstr("but must be an integer >= 1")) << text;
  for (const char* text : {"", " 1", "1 ", "1x", "+1", "nan", "inf", "-inf", "1e999", "1,5", "0x1p3"})
    EXPECT_THAT(refusal_of("omega", text), HasSubstr("but must be a number >= 0")) << text;
  EXPECT_EQ(refusal_of("omega", std::string_view("1\0\n", 3)), "omega is 1??, but must be a number >= 0");
}

TEST(Parameters, SayNameValueAndWhatIsAllowed) {
  EXPECT_EQ(refusal_of("beta-max", "-1"), "beta-max is -1, but must be > 0");
  EXPECT_EQ(refusal_of("delta", "0.6"), "delta is 0.6, but must be in (0, 0.5]");
  EXPECT_EQ(refusal_of("delta", "0"), "delta is 0, but must be in (0, 0.5]");
  EXPECT_EQ(refusal_of("balance", "1.1"), "balance is 1.1, but must be in [0, 1]");
  EXPECT_EQ(refusal_of("microclusters", "1"), "microclusters is 1, but must be >= 2");
  EXPECT_EQ(refusal_of("kernel", "Gaussian"), "kernel is Gaussian, but must be gaussian|laplace");
  EXPECT_EQ(refusal_of("standardise", "Yes"), "standardise is Yes, but must be yes|no|true|false|1|0");
  EXPECT_EQ(refusal_of("method", ""), "method is empty, but must be divisive|margin|kway");
}

TEST(Parameters, BordersAreInOrOutAsWritten) {
  EXPECT_EQ(after_setting("delta", "0.5"), "0.5");
  EXPECT_EQ(after_setting("balance", "0"), "0");
  EXPECT_EQ(after_setting("balance", "1"), "1");
  EXPECT_EQ(after_setting("sigma", "0"), "0");
  EXPECT_NE(refusal_of("tolerance", "0"), "accepted");
  EXPECT_NE(refusal_of("delta", "0.5000000000000001"), "accepted");
}

TEST(Parameters, BooleansHaveThreeSpellings) {
  for (const char* text : {"yes", "true", "1"}) EXPECT_EQ(after_setting("standardise", text), "yes");
  for (const char* text : {"no", "false", "0"}) EXPECT_EQ(after_setting("standardise", text), "no");
}

TEST(Parameters, ARefusedTextChangesNothing) {
  FitOptions options;
  options.split.beta_max = 3;
  EXPECT_THROW(find_parameter("beta-max")->set(options, "-1"), InvalidArgument);
  EXPECT_EQ(options.split.beta_max, 3);
}

TEST(Validate, AcceptsTheDefaults) { EXPECT_NO_THROW(FitOptions{}.validate()); }

TEST(Validate, RefusesWhatSetRefusesWithTheSameSentence) {
  FitOptions options;
  options.split.beta_max = -1;
  EXPECT_EQ(refusal([&] { options.validate(); }), "beta-max is -1, but must be > 0");
  options = {};
  options.split.pursuit.delta = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([&] { options.validate(); }), "delta is nan, but must be a number in (0, 0.5]");
  options = {};
  options.split.pursuit.omega = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([&] { options.validate(); }), "omega is inf, but must be a number >= 0");
  options = {};
  options.method = static_cast<Method>(9);
  EXPECT_EQ(refusal([&] { options.validate(); }), "method is 9, but must be divisive|margin|kway");
  options.method = static_cast<Method>(-1);
  EXPECT_EQ(refusal([&] { options.validate(); }), "method is -1, but must be divisive|margin|kway");
}

TEST(Validate, RefusesAScheduleThatWouldNotEnd) {
  FitOptions options;
  const double width = options.split.beta_max - options.split.beta_min;
  options.split.beta_step = width / 9999;
  EXPECT_NO_THROW(options.validate());
  options.split.beta_step = width / 10001;
  EXPECT_THAT(refusal([&] { options.validate(); }), testing::HasSubstr("(beta-max - beta-min) / 10000"));
}

TEST(Validate, WantsBetaMaxNotBelowBetaMin) {
  FitOptions options;
  options.split.beta_max = 0.25;
  EXPECT_EQ(refusal([&] { options.validate(); }), "beta-max is 0.25, but must be >= beta-min, which is 0.5");
  options.split.beta_max = options.split.beta_min;
  EXPECT_NO_THROW(options.validate());
}

}  // namespace
}  // namespace scpp
