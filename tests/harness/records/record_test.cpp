#include "harness/records/record.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "harness/error.hpp"
#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST(Record, SurvivesARoundTrip) {
  const nlohmann::json first = to_json(example_record());
  EXPECT_EQ(to_json(record_from_json(first)), first);
}

TEST(Record, TellsARefusedTuningFromAMeasuredOne) {
  Record record = example_record();
  record.tuning_sweep = {{"forces", {{"block", 64}}, 1e-4, std::nullopt},
                         {"forces", {{"block", 128}}, std::nullopt, "too many particles"}};
  const nlohmann::json json = to_json(record);
  EXPECT_FALSE(json.at("tuning_sweep").at(0).contains("refusal"));
  EXPECT_TRUE(json.at("tuning_sweep").at(1).at("median_s").is_null());
  EXPECT_EQ(to_json(record_from_json(json)), json);
}

TEST(Record, WritesNullForWhatIsNotKnown) {
  const nlohmann::json json = to_json(example_record());
  EXPECT_TRUE(json.at("device").at("l2_bytes").is_null());
  EXPECT_TRUE(json.at("samples").at("clock_mhz").at(1).is_null());
  EXPECT_EQ(json.at("device").at("compute_units"), 132);
}

TEST(Record, NamesTheBoardWhereItIsKnown) {
  Record record = example_record();
  EXPECT_FALSE(to_json(record).at("device").contains("board"));
  record.device.board = "0a1b2c3d";
  EXPECT_EQ(to_json(record_from_json(to_json(record))).at("device").at("board"), "0a1b2c3d");
}

TEST(Record, TellsOfOpenMpAndTheLoadOnlyWhereTheyAreKnown) {
  Record record = example_record();
  EXPECT_FALSE(to_json(record).at("runtime").contains("openmp"));
  EXPECT_FALSE(to_json(record).contains("load"));
  record.runtime.openmp = {2, "0-1", "OMP_NUM_THREADS=2"};
  record.load = {{0, 1, 2}, {1.5, 1.6, 1.7}, {0.02, std::nullopt, 0.3}, {0, 0, 0.1}};
  const nlohmann::json json = to_json(record);
  EXPECT_EQ(json.at("runtime").at("openmp").at("threads"), 2);
  EXPECT_TRUE(json.at("load").at("waited").at(1).is_null());
  EXPECT_EQ(to_json(record_from_json(json)), json);
  EXPECT_EQ(record_id(record), record_id(example_record())) << "neither is what ran";
  record.load->stolen.pop_back();
  EXPECT_THROW(to_json(record), Error);
}

TEST(Record, RefusesNumbersThatAreNotFinite) {
  Record record = example_record();
  record.scenario.parameters["particles_per_height"] = not_a_number;
  try {
    to_json(record);
    FAIL() << "NaN was written";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/scenario/parameters/particles_per_height"),
              std::string::npos)
        << error.what();
  }
  record = example_record();
  record.validity.checks[0].value = std::numeric_limits<double>::infinity();
  EXPECT_THROW(to_json(record), Error);
  record.validity.checks[0].value = finite_or_null(not_a_number);
  EXPECT_TRUE(to_json(record).at("validity").at("checks").at(0).at("value").is_null());
}

TEST(Record, RefusesSamplesThatDoNotBelongTogether) {
  Record record = example_record();
  record.samples.order.pop_back();
  EXPECT_THROW(to_json(record), Error);
  record = example_record();
  record.summary.count = 2;
  EXPECT_THROW(to_json(record), Error);
}

TEST(Record, IsValidOnlyWithSamples) {
  Record record = example_record();
  record.samples = {};
  record.summary = summarise({});
  EXPECT_THROW(to_json(record), Error);
  record.validity.status = "list overflow";
  EXPECT_TRUE(to_json(record).at("summary").at("median_s").is_null());
}

TEST(Record, RefusesAFileOfSomethingElse) {
  EXPECT_THROW(record_from_json(nlohmann::json::object()), InputError);
  EXPECT_THROW(record_from_json(nlohmann::json::array()), InputError);
  nlohmann::json json = to_json(example_record());
  json["stage"] = 4;
  EXPECT_THROW(record_from_json(json), InputError);
}

TEST(Record, NamesTheTypesThatFewScenariosHaveOnlyWhereThereAreAny) {
  Record record = example_record();
  EXPECT_FALSE(to_json(record).at("scenario").contains("body"));
  EXPECT_FALSE(to_json(record).at("scenario").contains("second_fluid"));
  record.scenario.body = 30;
  record.scenario.second_fluid = 40;
  const nlohmann::json json = to_json(record);
  EXPECT_EQ(json.at("scenario").at("body"), 30);
  EXPECT_EQ(json.at("scenario").at("second_fluid"), 40);
  EXPECT_EQ(to_json(record_from_json(json)), json);
}

TEST(RecordId, IsSixteenHexDigits) {
  EXPECT_TRUE(std::regex_match(record_id(example_record()), std::regex("[0-9a-f]{16}")));
}

TEST(RecordId, DoesNotDependOnTheOutcome) {
  const Record record = example_record();
  Record other = record;
  other.samples.time_s[0] *= 2;
  other.summary = summarise(other.samples.time_s);
  other.recorded_at = "2026-01-01T00:00:00Z";
  other.code.revision = "another";
  other.scenario.state.hash = "0000000000000000";
  other.validity.status = "failed";
  EXPECT_EQ(record_id(other), record_id(record));
}

TEST(Record, NamesAllKernelsAndTheHeaviest) {
  const nlohmann::json json = to_json(example_record());
  EXPECT_EQ(json.at("kernels").size(), 2u);
  EXPECT_EQ(json.at("resources").at("kernel"), "list_gather");
  EXPECT_EQ(json.at("resources").at("registers"), 64);
  EXPECT_EQ(json.at("resources").at("bytes_of_list"), 512000);
  Record of_none = example_record();
  of_none.kernels.clear();
  EXPECT_TRUE(to_json(of_none).at("resources").at("registers").is_null());
}

TEST(RecordId, TellsASweptTuningFromOneThatASuiteDemands) {
  const Record demanded = example_record();
  Record swept = demanded;
  swept.tuning_sweep = {{"forces", {{"block", 64}}, 2e-4, std::nullopt},
                        {"forces", {{"block", 128}}, 1e-4, std::nullopt}};
  EXPECT_NE(record_id(swept), record_id(demanded));
  EXPECT_NE(requested_id(swept), requested_id(demanded));
  Record otherwise = swept;
  otherwise.tuning["forces"]["block"] = 64;
  EXPECT_NE(record_id(otherwise), record_id(swept)) << "another kernel ran";
  EXPECT_EQ(requested_id(otherwise), requested_id(swept)) << "of one question";
}

TEST(RecordId, OfARequestHoldsWhatASweepDidNotVary) {
  Record record = example_record();
  record.tuning["forces"]["in-flight"] = 4;
  record.tuning_sweep = {{"forces", {{"block", 64}, {"in-flight", 4}}, 2e-4, std::nullopt},
                         {"forces", {{"block", 128}, {"in-flight", 4}}, 1e-4, std::nullopt}};
  const std::string requested = requested_id(record);
  record.tuning["forces"]["in-flight"] = 2;
  EXPECT_NE(requested_id(record), requested);
}

TEST(RecordId, DependsOnWhatIsMeasured) {
  const Record record = example_record();
  const auto differs = [&](auto change) {
    Record other = record;
    change(other);
    return record_id(other) != record_id(record);
  };
  EXPECT_TRUE(differs([](Record& r) { r.stage = "list"; }));
  EXPECT_TRUE(differs([](Record& r) { r.scope = "kernel"; }));
  EXPECT_TRUE(differs([](Record& r) { r.cache = "warm"; }));
  EXPECT_TRUE(differs([](Record& r) { r.tuning["forces"]["block"] = 256; }));
  EXPECT_TRUE(differs([](Record& r) { r.strategies["forces"] = "par-part-noloop"; }));
  EXPECT_TRUE(differs([](Record& r) { r.toolchain.name = "clang-19"; }));
  EXPECT_TRUE(differs([](Record& r) { r.toolchain.flags = "-O2"; }));
  EXPECT_TRUE(differs([](Record& r) { r.host_toolchain = r.toolchain; }));
  EXPECT_TRUE(differs([](Record& r) { r.choices["of_a_kind"] = "double"; }));
  EXPECT_TRUE(differs([](Record& r) { r.scenario.configuration_hash = "0000000000000000"; }));
  EXPECT_TRUE(differs([](Record& r) { r.scenario.state.label = "step-4"; }));
  EXPECT_TRUE(differs([](Record& r) { r.device.slug = "another"; }));
  EXPECT_TRUE(differs([](Record& r) { r.scenario.state.step += 10; }));
}

TEST(RecordId, HowManyStepsATimeTakesIsAnOutcome) {
  Record record = example_record();
  record.scenario.state.label = "t1.5";
  Record other = record;
  other.scenario.state.step += 10;
  EXPECT_EQ(record_id(other), record_id(record));
}

}  // namespace
}  // namespace sphlab
