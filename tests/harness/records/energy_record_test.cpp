// The energy of a step in records: its interval, and what is written and read of it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "harness/error.hpp"
#include "harness/records/energy_summary.hpp"
#include "harness/records/record_lines.hpp"
#include "harness/records/student_interval.hpp"
#include "harness/scenarios/json_document.hpp"
#include "tests/support/example_record.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

/// Three runs of a thousand steps, of 0.1, 0.2 and 0.3 J each.
Record::EnergySamples three_runs() {
  return {{100, 200, 300}, {1, 2, 3}, {1000, 1000, 1000}, {2, 3, 4}, {7, 8, 9}, {0, 1, 2}};
}

Record with_energy() {
  Record record = example_record();
  record.energy = summarise_energy("made-up", three_runs(), 500000, 75.0);
  return record;
}

void expect_accepted(const Record& record) {
  const JsonSchema schema(file_text(SPHLAB_SOURCE_DIR "/harness/records/record.schema.json"));
  EXPECT_NO_THROW(schema.check(to_json(record), "a record"));
}

TEST(StudentInterval, IsThatOfTables) {
  const MeanInterval interval = student_interval({1, 2, 3});
  EXPECT_DOUBLE_EQ(interval.mean, 2);
  EXPECT_NEAR(interval.half_width, 4.302653 / std::sqrt(3.0), 1e-6) << "t of 2, 97.5 %";
  EXPECT_DOUBLE_EQ(student_interval({5, 5}).half_width, 0);
}

TEST(EnergyOfARecord, IsTheMeanWithItsUncertaintyAndTheCountersOnTop) {
  const Record::Energy energy = summarise_energy("made-up", three_runs(), 500000, 75.0);
  EXPECT_DOUBLE_EQ(*energy.joules_per_step, 0.2);
  const double scatter = 4.302653 * 0.1 / std::sqrt(3.0);
  constexpr double ticks = 0.003;
  EXPECT_NEAR(*energy.low_j, 0.2 - scatter - ticks, 1e-6);
  EXPECT_NEAR(*energy.high_j, 0.2 + scatter + ticks, 1e-6);
  EXPECT_DOUBLE_EQ(*energy.joules_per_million_particle_steps, 0.4);
  EXPECT_DOUBLE_EQ(*energy.power_w, 100);
  EXPECT_DOUBLE_EQ(*energy.step_s, 0.002);
  EXPECT_EQ(energy.idle_power_w, 75.0);
}

TEST(EnergyOfARecord, SurvivesAFileAndChangesNoId) {
  const Record record = with_energy();
  expect_accepted(record);
  EXPECT_EQ(record_id(record), example_record().id);
  RecordText text;
  RecordLines lines;
  std::optional<Record> read;
  std::istringstream written(text.lines_of(record));
  for (std::string line; std::getline(written, line);) read = lines.read(line);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(to_json(*read), to_json(record));
}

TEST(EnergyOfARecord, IsTheReasonWhereThereIsNone) {
  Record record = example_record();
  EXPECT_FALSE(to_json(record).contains("energy"));
  record.energy.emplace();
  record.energy->counter = "made-up";
  record.energy->absent = "it was unplugged";
  expect_accepted(record);
  const nlohmann::json json = to_json(record);
  EXPECT_EQ(json.at("energy"),
            (nlohmann::json{{"counter", "made-up"}, {"absent", "it was unplugged"}}));
  EXPECT_EQ(to_json(record_from_json(json)), json);
}

TEST(EnergyOfARecord, MustBeWhole) {
  const JsonSchema schema(file_text(SPHLAB_SOURCE_DIR "/harness/records/record.schema.json"));
  nlohmann::json json = to_json(with_energy());
  json["energy"].erase("high_j");
  EXPECT_THROW(schema.check(json, "a record"), InputError);
  json["energy"] = {{"counter", "made-up"}};
  EXPECT_THROW(schema.check(json, "a record"), InputError) << "neither numbers nor a reason";
  Record uneven = with_energy();
  uneven.energy->samples->steps.pop_back();
  EXPECT_THROW(to_json(uneven), Error);
}

}  // namespace
}  // namespace sphlab
