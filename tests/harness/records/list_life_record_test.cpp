// The rebuild policy in a record.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/error.hpp"
#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

TEST(RebuildPolicyOfARecord, IsReadBackAsItWasWritten) {
  Record record = example_record();
  record.list_life = {"displacement", std::nullopt, 1.05, 0.0625, 0.0};
  const nlohmann::json json = to_json(record);
  EXPECT_TRUE(json.at("list_life").at("interval").is_null());
  EXPECT_EQ(json.at("list_life").at("rebuilds_per_step"), 0.0625);
  EXPECT_EQ(to_json(record_from_json(json)), json);
}

TEST(RebuildPolicyOfARecord, IsAbsentFromOlderOnes) {
  const nlohmann::json old = to_json(example_record());
  EXPECT_FALSE(old.contains("list_life"));
  EXPECT_FALSE(record_from_json(old).list_life.has_value());
}

TEST(RebuildPolicyOfARecord, MustBeWhole) {
  Record record = example_record();
  record.list_life = {"interval", 10, 1.0, 0.1, 1e-4};
  nlohmann::json json = to_json(record);
  json["list_life"].erase("missed_pairs");
  EXPECT_THROW(record_from_json(json), InputError);
}

TEST(RebuildPolicyOfARecord, IsPartOfWhatIsMeasured) {
  Record record = example_record();
  record.list_life = {"interval", 10, 1.0, std::nullopt, std::nullopt};
  const std::string of_before = record_id(record);
  record.list_life->interval = 20;
  EXPECT_NE(record_id(record), of_before) << "resolved, whoever asked for it";
  record.list_life->interval = 10;
  record.list_life->missed_pairs = 1e-3;
  EXPECT_EQ(record_id(record), of_before) << "an outcome";
  record.list_life->expansion = 1.1;
  const std::string skinned = record_id(record);
  EXPECT_NE(skinned, of_before);
  record.list_life->trigger = "displacement";
  record.list_life->interval.reset();
  EXPECT_NE(record_id(record), skinned);
}

}  // namespace
}  // namespace sphlab
