#include "harness/records/verification.hpp"

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

class VerificationLines : public testing::Test {
 protected:
  VerificationText text{setup_of(example_record()), "2026-01-31T12:00:00Z"};
  Verification verification = example_verification();
};

TEST_F(VerificationLines, BeginWithWhatTheFileIsAndSayEachPartOnce) {
  const std::vector<json> first = parsed(text.lines_of(verification));
  EXPECT_EQ(first.front(), (json{{"kind", "verification"}, {"schema_version", 1}}));
  EXPECT_EQ(those_with("part", first).size(), 5u) << "of two states there are two contenders";
  EXPECT_EQ(those_with("check", first).size(), 2u);
  const std::vector<json> second = parsed(text.lines_of(verification));
  EXPECT_EQ(second.size(), 2u) << "the checks alone";
  EXPECT_EQ(second.front(), those_with("check", first).front());
}

TEST_F(VerificationLines, TellTheDetailOfWhatFailedAlone) {
  verification.checks[1].passed = false;
  verification.checks[1].detail = "largest at particle 7";
  const auto checks = those_with("check", parsed(text.lines_of(verification)));
  EXPECT_FALSE(checks[0].contains("detail"));
  EXPECT_EQ(checks[1].at("detail"), "largest at particle 7");
  EXPECT_EQ(checks[1].at("passed"), false);
}

TEST_F(VerificationLines, HaveNullForWhatIsNotFinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  verification.checks[0].value = infinite;
  verification.checks[0].passed = false;
  verification.curves = {
      {"still water", {{"residual", {-infinite, 0.5, infinite - infinite}}}, {}, {}}};
  const auto lines = parsed(text.lines_of(verification));
  EXPECT_TRUE(those_with("check", lines)[0].at("value").is_null());
  const json residual = those_with("curve", lines)[0].at("series").at("residual");
  EXPECT_EQ(residual, (json{nullptr, 0.5, nullptr}));
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
  EXPECT_EQ(parsed(file_text(file)).size(), 8u);
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
