#include "harness/cli/best_report.hpp"

#include <gtest/gtest.h>

#include "tests/support/mentions.hpp"

namespace sphlab {
namespace {

Ranked ranked(const std::string& traversal, double low) {
  Ranked ranked;
  ranked.name = traversal + "+builder";
  ranked.traversal = traversal;
  ranked.choice.toolchains = {"cpu-gcc-12"};
  ranked.step = {1e-3, 0.9e-3, 1.1e-3};
  ranked.ratio = Interval{low + 0.05, low, low + 0.1};
  ranked.ties = low <= 1;
  ranked.blocks = 6;
  return ranked;
}

std::string text_of(const std::vector<Ranked>& ranking) {
  return ranking_text(ranking, Objective::time, Style(ColorMode::never, 1));
}

TEST(BestReport, SaysNoMoreThanWasRanked) {
  const Ranked first = ranked("rows", 1);
  EXPECT_TRUE(mentions(text_of({first}), {"No other variant was ranked."}));
  EXPECT_TRUE(mentions(text_of({first, ranked("x", 1.2)}),
                       {"The other of the two that were ranked is not as fast."}));
  EXPECT_TRUE(mentions(text_of({first, ranked("x", 1.2), ranked("y", 1.3)}),
                       {"None of the 2 others that were ranked is as fast as the first."}));
  EXPECT_TRUE(mentions(text_of({first, ranked("x", 1.2), ranked("y", 0.9)}),
                       {"As fast as the first, as far as can be told: 3."}));
}

}  // namespace
}  // namespace sphlab
