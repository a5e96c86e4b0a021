// The whole steps of a session: ranked, with ties, and with rows that can be told apart.
#include "harness/cli/step_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "harness/records/energy_summary.hpp"
#include "harness/records/statistics.hpp"
#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

constexpr std::size_t width = 80;

/// A step of the scenario "tank", whose four blocks took so long.
Record step(const std::string& variant, const std::vector<double>& seconds) {
  Record record = example_record();
  record.stage = "step";
  record.scope = "step";
  record.cache = "loop";
  record.scenario.name = "tank";
  record.variant = variant;
  record.tuning.clear();
  record.tuning_sweep.clear();
  record.samples = {};
  for (const double second : seconds) {
    record.samples.block.push_back(record.samples.time_s.size());
    record.samples.order.push_back(record.samples.time_s.size());
    record.samples.time_s.push_back(second);
    record.samples.clock_mhz.emplace_back();
  }
  record.summary = summarise(record.samples.time_s);
  return record;
}

std::string text_of(const std::vector<Record>& records) {
  StepTable table;
  for (const Record& record : records) table.add(record);
  return table.text(Style(ColorMode::never, 1), width);
}

/// The line that ends with a variant.
std::string line_of(const std::string& text, const std::string& variant) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with(" " + variant)) return line;
  }
  return "";
}

TEST(StepTable, RanksAndMarksTheFastestAndItsTies) {
  const std::string text =
      text_of({step("slow", {2.0, 2.1, 2.0, 2.1}), step("fast", {1.0, 1.1, 1.0, 1.1}),
               step("same", {1.1, 1.0, 1.2, 1.0})});
  EXPECT_LT(text.find("fast"), text.find("same"));
  EXPECT_LT(text.find("same"), text.find("slow"));
  EXPECT_EQ(line_of(text, "fast").front(), '*');
  EXPECT_EQ(line_of(text, "same").front(), '=');
  EXPECT_EQ(line_of(text, "slow").front(), ' ');
  EXPECT_NE(line_of(text, "slow").find(" 1.95 "), std::string::npos) << "times the fastest";
}

TEST(StepTable, TellsTuningsOfOneVariantApartAsFiguresDo) {
  Record small = step("list-gather", {1, 1.1});
  Record large = step("list-gather", {2, 2.1});
  Record best = step("list-gather", {3, 3.1});
  for (Record* record : {&small, &large, &best}) record->tuning["forces"]["in-flight"] = 4;
  small.tuning["forces"]["block"] = 64;
  large.tuning["forces"]["block"] = 128;
  best.tuning["forces"]["block"] = 128;
  best.tuning_sweep.push_back({"forces", {{"block", 128}}, 1.0, std::nullopt});
  const std::string text = text_of({small, large, best});
  EXPECT_NE(text.find("forces block 64"), std::string::npos) << text;
  EXPECT_NE(text.find("forces block 128"), std::string::npos) << text;
  EXPECT_NE(text.find("best tuning"), std::string::npos) << text;
  EXPECT_EQ(text_of({small}).find("forces block"), std::string::npos) << "where it is alone";
}

TEST(StepTable, TellsWhyAVariantWasNotMeasured) {
  Record refused = step("refusing", {});
  refused.validity.status = "the list overflows";
  const std::string text = text_of({refused, step("fast", {1, 1.1})});
  EXPECT_NE(text.find("not measured: refusing, "), std::string::npos);
  EXPECT_NE(text.find("the list overflows"), std::string::npos);
}

TEST(StepTable, TellsWhichSeriesDrift) {
  Record rising = step("rising", {1.0, 1.1, 1.0, 1.1});
  rising.drift = Record::Drift{0.041, 0.035, 0.047, true};
  Record steady = step("steady", {1.0, 1.1, 1.0, 1.1});
  steady.drift = Record::Drift{0.001, -0.001, 0.003, false};
  const std::string text = text_of({rising, steady});
  EXPECT_NE(text.find("drifts: rising, nvcc-13.0: by +4.1 % within its blocks"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("drifts: steady"), std::string::npos) << text;
}

TEST(StepTable, HasATableForEachStateAndFitsIntoTheWidth) {
  Record later = step("list-gather+warp-per-cell-ballot+separate-interleaved+bank-rotated", {1, 2});
  later.scenario.state.label = "t1.5";
  const std::string text = text_of({step("fast", {1, 1.1}), later});
  EXPECT_NE(text.find("particles, t1.5\n"), std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), width) << line;
}

TEST(StepTable, IsEmptyWithoutSteps) {
  Record stage = step("fast", {1});
  stage.scope = "stage";
  EXPECT_EQ(text_of({stage}), "");
}

TEST(StepTable, TellsTheEnergyWhereAnyHasIt) {
  Record counted = step("counted", {1.0, 1.1});
  EXPECT_EQ(text_of({counted}).find("J/M"), std::string::npos);
  Record::EnergySamples runs{{10, 10}, {1, 1}, {100, 100}, {1, 1}, {0, 1}, {0, 1}};
  counted.energy = summarise_energy("made-up", runs, 500000, std::nullopt);
  Record other = step("other", {2.0, 2.1});
  other.energy.emplace();
  other.energy->absent = "it was unplugged";
  const std::string text = text_of({counted, other});
  EXPECT_NE(text.find("J/M joules per million particle steps"), std::string::npos) << text;
  EXPECT_NE(line_of(text, "counted").find(" 0.2  10.0 "), std::string::npos) << text;
  EXPECT_NE(line_of(text, "other").find(" - "), std::string::npos) << text;
}

}  // namespace
}  // namespace sphlab
