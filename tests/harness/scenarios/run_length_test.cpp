// Runs that would never end, whatever makes their steps short, and steps that collapse.
#include "harness/scenarios/run_length.hpp"

#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

std::string refusal(const std::string& shipped_file, const std::string& pointer, double value) {
  const TemporaryFile file(
      edited(shipped_file, [&](json& d) { d[json::json_pointer(pointer)] = value; }));
  const std::string message = input_error([&] { describe_scenario(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

TEST(RunLength, StepsThatNeverEndARunAreRefusedWithTheirNumber) {
  const std::vector<std::string> words = {"end_time", "steps more"};
  for (const double speed : {1e10, 1e20, 1e37})
    EXPECT_TRUE(mentions(refusal("dam-break-lj.json", "/physics/sound_speed/value", speed), words));
  EXPECT_TRUE(mentions(refusal("dam-break-lj.json", "/time_stepping/courant/value", 1e-30), words));
  EXPECT_TRUE(mentions(refusal("dam-break-lj.json", "/end_time/value", 1e308), words));
  EXPECT_TRUE(mentions(
      refusal("dam-break-two-fluids.json", "/physics/second_fluid/sound_speed/value", 1e20),
      words));
}

TEST(RunLength, FixedStepsAreCountedForEveryPhysics) {
  for (const char* file : {"still-water.json", "dam-break-summed.json", "dam-break-pcisph.json",
                           "two-fluids-mixing.json", "elastic-cubes.json"}) {
    SCOPED_TRACE(file);
    EXPECT_TRUE(mentions(refusal(file, "/time_stepping/dt/value", 1e-30),
                         {"end_time", "steps more", "time_stepping.dt"}));
  }
}

TEST(RunLength, TheLongestStepIsThatOfAFluidAtRest) {
  const Scenario adaptive = describe_scenario(scenarios_folder() / "dam-break-lj.json");
  const WcsphConstants& c = adaptive.wcsph;
  EXPECT_FLOAT_EQ(static_cast<float>(longest_step(adaptive)),
                  c.courant * c.smoothing_length / c.sound_speed);
  EXPECT_GT(least_step(adaptive), 0);
  EXPECT_LT(least_step(adaptive), longest_step(adaptive) / 100);
  EXPECT_EQ(too_many_steps(adaptive, 1), std::nullopt);
  EXPECT_NE(too_many_steps(adaptive, 1e308), std::nullopt);
}

TEST(RunLength, OnlyAdaptiveStepsCollapse) {
  const Scenario fixed = describe_scenario(scenarios_folder() / "still-water.json");
  EXPECT_DOUBLE_EQ(longest_step(fixed), 5e-5);
  EXPECT_EQ(least_step(fixed), 0);
  const Scenario still = describe_scenario(scenarios_folder() / "random-box.json");
  EXPECT_EQ(longest_step(still), 0);
  EXPECT_EQ(too_many_steps(still, 1e308), std::nullopt);
}

}  // namespace
}  // namespace sphlab
