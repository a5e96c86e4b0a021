// Records of asynchronous calls: how many there were is told of them alone, and the schema sees it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

TEST(CallsOfARecord, StandInTheJsonOfAsynchronousCallsAlone) {
  Record record = example_record();
  EXPECT_FALSE(to_json(record).at("policy").contains("calls"));
  EXPECT_FALSE(record_from_json(to_json(record)).policy.calls.has_value());
  record.policy.calls = 200;
  EXPECT_EQ(to_json(record).at("policy").at("calls"), 200);
  EXPECT_EQ(record_from_json(to_json(record)).policy.calls, 200u);
}

TEST(CallsOfARecord, AreAnotherExperimentThanASingleCall) {
  Record single = example_record();
  single.scope = "kernel";
  single.cache = "warm";
  Record asynchronous = single;
  asynchronous.scope = "asynchronous-calls";
  EXPECT_NE(record_id(single), record_id(asynchronous));
}

}  // namespace
}  // namespace sphlab
