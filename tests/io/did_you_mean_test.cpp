#include <gtest/gtest.h>

#include "scpp/io.hpp"

namespace scpp {
namespace {

const std::vector<std::string> words = {"width", "length", "species", "x1", "x2"};

TEST(DidYouMean, OneSlipFindsTheWord) {
  for (const char* slip : {"widht", "with", "widthh", "Width", "wadth", "wdith"})
    EXPECT_EQ(nearest_word(slip, words), "width") << slip;
  EXPECT_EQ(did_you_mean("speices", words), "; did you mean 'species'?");
}

TEST(DidYouMean, FarWordsAreNotOffered) {
  EXPECT_EQ(nearest_word("temperature", words), "");
  EXPECT_EQ(did_you_mean("zzz", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(nearest_word(std::string(100000, 'a'), words), "");
}

TEST(DidYouMean, TheFirstWinsATie) { EXPECT_EQ(nearest_word("x3", words), "x1"); }

}  // namespace
}  // namespace scpp
