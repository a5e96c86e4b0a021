#include "harness/records/verification.hpp"
#include "harness/records/changes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "harness/error.hpp"
#include "harness/records/verification_writer.hpp"
#include "tests/support/example_record.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

Verification example_verification() {
  const Record record = example_record();
  Verification one;
  one.toolchain = record.toolchain;
  one.scenario = record.scenario;
  one.physics = record.physics;
  one.variant = record.variant;
  one.checks = {{"accelerations", {{"initial", 0, 0}}, 1e-6, 2e-5, "oracle", true, "largest at 3"},
                {"accelerations", {{"step-5", 5, 0.1}}, 1e-6, 2e-5, "oracle", true, ""}};
  return one;
}

std::vector<json> parsed(const std::string& text) {
  std::vector<json> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
  return all;
}

std::vector<json> those_with(const std::string& key, const std::vector<json>& lines) {
  std::vector<json> found;
  for (const json& line : lines)
    if (line.contains(key)) found.push_back(line);
  return found;
}

json content_of(const std::string& kind, const json& id, const std::vector<json>& lines) {
  json content;
  for (const json& line : those_with("part", lines)) {
    if (line.at("part") != kind) continue;
    content = line.contains("content") ? line.at("content") : changed(content, line.at("changes"));
    if (line.at("id") == id) return content;
  }
  return nullptr;
}

/// The part that the case of a row refers to.
json checks_of(const json& row, const std::vector<json>& lines) {
  return content_of("checks", content_of("case", row.at("case"), lines).at("checks"), lines);
}

class VerificationLines : public testing::Test {
 protected:
  VerificationText text{setup_of(example_record()), "2026-01-31T12:00:00Z"};
  Verification verification = example_verification();
};

TEST_F(VerificationLines, BeginWithWhatTheFileIsAndSayEachPartOnce) {
  const std::vector<json> first = parsed(text.lines_of(verification));
  EXPECT_EQ(first.front(), (json{{"kind", "verification"}, {"schema_version", 3}}));
  EXPECT_EQ(those_with("part", first).size(), 6u)
      << "of two states there are two cases, with the same checks";
  EXPECT_EQ(those_with("values", first).size(), 2u);
  const std::vector<json> second = parsed(text.lines_of(verification));
  EXPECT_EQ(second.size(), 2u) << "the values alone";
  EXPECT_EQ(second.front(), those_with("values", first).front());
}

TEST_F(VerificationLines, HoldAllChecksOfAStateInTheOrderOfTheirPart) {
  const Verification::State initial{"initial", 0, 0};
  verification.checks = {{"accelerations", initial, 1e-6, 2e-5, "oracle", true, ""},
                         {"cells", initial, 0, 0, "count", true, ""},
                         {"any other", std::nullopt, 1, 2, std::nullopt, true, ""}};
  const auto lines = parsed(text.lines_of(verification));
  const auto rows = those_with("values", lines);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("values"), (json{1e-6, 0}));
  EXPECT_EQ(checks_of(rows[0], lines),
            (json{{{"check", "accelerations"}, {"tolerance", 2e-5}, {"norm", "oracle"}},
                  {{"check", "cells"}, {"tolerance", 0}, {"norm", "count"}}}));
  EXPECT_TRUE(content_of("case", rows[1].at("case"), lines).at("state").is_null());
  EXPECT_TRUE(checks_of(rows[1], lines)[0].at("norm").is_null());
}

TEST_F(VerificationLines, AreShort) {
  std::size_t bytes = 0;
  verification.checks.clear();
  for (const char* name :
       {"state finite", "cells", "list capacity", "neighbour list", "potentials"})
    verification.checks.push_back({name, {{"initial", 0, 0}}, 1.0 / 3e7, 2e-5, "oracle", true, ""});
  text.lines_of(verification);
  for (Verification::Check& check : verification.checks) check.state = {"step-5", 5, 0.125};
  std::istringstream lines(text.lines_of(verification));
  for (std::string line; std::getline(lines, line);) bytes += line.size() + 1;
  EXPECT_LT(bytes, 450u) << "a case and the values of a variant";
  verification.variant = "another";
  EXPECT_LT(text.lines_of(verification).size(), 120u) << "those of another variant";
}

TEST_F(VerificationLines, OfANameThatAStateHasTwiceAreTwo) {
  verification.checks[1].state = verification.checks[0].state;
  verification.checks[1].passed = false;
  const auto rows = those_with("values", parsed(text.lines_of(verification)));
  ASSERT_EQ(rows.size(), 2u) << "which of them failed would not be told";
  EXPECT_FALSE(rows[0].contains("failed"));
  EXPECT_TRUE(rows[1].contains("failed"));
}

TEST_F(VerificationLines, TellTheDetailOfWhatFailedAlone) {
  verification.checks[1].passed = false;
  verification.checks[1].detail = "largest at particle 7";
  const auto rows = those_with("values", parsed(text.lines_of(verification)));
  EXPECT_FALSE(rows[0].contains("failed"));
  EXPECT_EQ(rows[1].at("failed"),
            (json::array({{{"check", "accelerations"}, {"detail", "largest at particle 7"}}})));
}

TEST_F(VerificationLines, HaveFourDigitsUnlessTheseWouldTellAnotherVerdict) {
  const auto written = [&](double value, double tolerance) {
    VerificationText own{setup_of(example_record()), "2026-01-31T12:00:00Z"};
    verification.checks = {
        {"accelerations", std::nullopt, value, tolerance, "oracle", value <= tolerance, ""}};
    const auto lines = parsed(own.lines_of(verification));
    const json row = those_with("values", lines)[0];
    const json check = checks_of(row, lines)[0];
    return json{row.at("values")[0], check.at("tolerance")};
  };
  EXPECT_EQ(written(1.23456e-6, 2e-5), (json{1.235e-6, 2e-5}));
  EXPECT_EQ(written(1.23456e-6, 3.86037e-5), (json{1.235e-6, 3.86e-5}));
  EXPECT_EQ(written(120, 120), (json{120, 120}));
  EXPECT_EQ(written(2.00001e-5, 2e-5), (json{2.00001e-5, 2e-5})) << "failed";
  EXPECT_EQ(written(1.23459e-5, 1.2346e-5), (json{1.235e-5, 1.235e-5})) << "passed";
  EXPECT_EQ(written(3.86020e-5, 3.86037e-5), (json{3.86e-5, 3.86037e-5})) << "passed";
  EXPECT_EQ(written(3.86049e-5, 3.86037e-5), (json{3.86049e-5, 3.86e-5})) << "failed";
}

TEST_F(VerificationLines, HaveNullForWhatIsNotFinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  verification.checks[0].value = infinite;
  verification.checks[0].passed = false;
  verification.curves = {
      {"still water", {{"residual", {-infinite, 0.5, infinite - infinite}}}, {}, {}}};
  const auto lines = parsed(text.lines_of(verification));
  EXPECT_TRUE(those_with("values", lines)[0].at("values")[0].is_null());
  const json residual = those_with("curve", lines)[0].at("series").at("residual");
  EXPECT_EQ(residual, (json{nullptr, 0.5, nullptr}));
}

TEST_F(VerificationLines, NameAsFailedWhatHasNoValueWhateverIsSaidOfIt) {
  verification.checks[0].value = std::numeric_limits<double>::quiet_NaN();
  const auto rows = those_with("values", parsed(text.lines_of(verification)));
  EXPECT_EQ(rows[0].at("failed")[0].at("check"), "accelerations");
}

TEST_F(VerificationLines, RefuseArraysOfDifferentLength) {
  verification.curves = {{"front", {{"t_own", {1, 2}}, {"z", {1}}}, {}, {}}};
  EXPECT_THROW(text.lines_of(verification), Error);
}

class VerificationWriterTest : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "device" / "verification.jsonl";
  RecordingSetup setup = setup_of(example_record());
};

TEST_F(VerificationWriterTest, HasTheLinesOfAVariantOnTheDiskBeforeTheNext) {
  VerificationWriter writer(file, setup);
  writer.append(example_verification());
  EXPECT_EQ(writer.count(), 2u);
  EXPECT_EQ(parsed(file_text(file)).size(), 9u);
}

TEST_F(VerificationWriterTest, LeavesNoFileWhereNothingWasVerified) {
  { VerificationWriter writer(file, setup); }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(VerificationWriterTest, DoesNotOverwrite) {
  VerificationWriter(file, setup).append(example_verification());
  const std::string before = file_text(file);
  try {
    VerificationWriter again(file, setup);
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::output);
    EXPECT_NE(std::string(error.what()).find("verification.jsonl holds something already"),
              std::string::npos);
  }
  EXPECT_EQ(file_text(file), before);
}

}  // namespace
}  // namespace sphlab
