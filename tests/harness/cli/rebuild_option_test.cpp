// --life: what it takes, and how it refuses the rest.
#include "harness/cli/rebuild_option.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"

namespace sphlab {
namespace {

TEST(RebuildOption, TakesTheKeysOfASuite) {
  const RebuildPolicy every = parse_rebuild_policy("interval=5");
  EXPECT_EQ(every.trigger, RebuildTrigger::interval);
  EXPECT_EQ(every.interval, 5u);
  EXPECT_EQ(every.expansion, 1.0);
  const RebuildPolicy skinned = parse_rebuild_policy("expansion=1.1,interval=20");
  EXPECT_EQ(skinned.interval, 20u);
  EXPECT_EQ(skinned.expansion, 1.1);
  const RebuildPolicy displaced = parse_rebuild_policy("trigger=displacement,expansion=1.05");
  EXPECT_EQ(displaced.trigger, RebuildTrigger::displacement);
  EXPECT_FALSE(displaced.interval.has_value());
  EXPECT_EQ(displaced.expansion, 1.05);
}

std::string refusal(const std::string& text) {
  try {
    parse_rebuild_policy(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::usage) << text;
    return error.what();
  }
  ADD_FAILURE() << text << " was taken";
  return "";
}

void expect_refused(const std::string& text, const std::string& with) {
  const std::string message = refusal(text);
  EXPECT_NE(message.find("--life " + text), std::string::npos) << message;
  EXPECT_NE(message.find(with), std::string::npos) << message;
}

TEST(RebuildOption, RefusesTheRestAndSaysWhatItTakes) {
  expect_refused("", "expected key=value");
  expect_refused("5", "expected key=value");
  expect_refused("=5", "expected key=value");
  expect_refused("interval=5,", "expected key=value");
  expect_refused("intervall=5", "Did you mean \"interval\"?");
  expect_refused("interval=0", "interval must be a whole number from 1 to 1000, not '0'");
  expect_refused("interval=1001", "from 1 to 1000");
  expect_refused("interval=2.5", "not '2.5'");
  expect_refused("interval=-1", "not '-1'");
  expect_refused("expansion=0.9", "expansion must be a number from 1 to 2, not '0.9'");
  expect_refused("expansion=2.1", "from 1 to 2");
  expect_refused("expansion=nan", "from 1 to 2");
  expect_refused("expansion=", "from 1 to 2");
  expect_refused("trigger=displaced", "Did you mean \"displacement\"?");
  expect_refused("interval=5,interval=6", "'interval' is set twice");
  expect_refused("trigger=displacement", "needs at least 1.001");
  expect_refused("trigger=displacement,expansion=1.05,interval=5", "has no interval");
}

}  // namespace
}  // namespace sphlab
