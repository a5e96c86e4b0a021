// Scenarios of predictive-corrective SPH: what is read, and what is wrong with bad ones.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/scenarios/prediction_reader.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab::pcisph_scenario {
namespace {

using nlohmann::json;

Scenario load(const std::function<void(json&)>& edit) {
  const TemporaryFile file(edited("dam-break-pcisph.json", edit));
  return load_scenario(file.path(), {{"particles_per_height", 8}});
}

std::string error_of(const std::function<void(json&)>& edit) {
  return input_error([&] { load(edit); });
}

TEST(PcisphScenario, IsCorrectedByAPartOfDelta) {
  const WcsphConstants c = load([](json&) {}).wcsph;
  EXPECT_EQ(c.influence_radius, 0.06f);
  EXPECT_EQ(c.sound_speed, 0);
  EXPECT_EQ(c.prediction.time_step, 0.002f);
  EXPECT_EQ(c.prediction.relaxation, 0.5f);
  EXPECT_FLOAT_EQ(c.prediction.stiffness,
                  static_cast<float>(correcting_stiffness(0.06, 0.03, 0.002) / 2));
  EXPECT_EQ(c.repetition.error, 0.01f);
  EXPECT_EQ(c.repetition.least, 3u);
  EXPECT_EQ(c.repetition.most, 5u);
}

TEST(PcisphScenario, OtherScenariosPredictNothing) {
  const Scenario other =
      load_scenario(scenarios_folder() / "dam-break-summed.json", {{"particles_per_height", 8}});
  EXPECT_EQ(other.wcsph.prediction.time_step, 0);
  EXPECT_EQ(other.wcsph.prediction.stiffness, 0);
}

TEST(PcisphScenario, WithoutARelaxationItIsThePublishedDelta) {
  const WcsphConstants c = load([](json& d) { d["physics"].erase("relaxation"); }).wcsph;
  EXPECT_FLOAT_EQ(c.prediction.stiffness,
                  static_cast<float>(correcting_stiffness(0.06, 0.03, 0.002)));
}

TEST(PcisphScenario, CorrectionsThatGrowAreRefused) {
  const auto with = [](double ratio, double relaxation) {
    return [=](json& d) {
      d["physics"]["influence_ratio"]["value"] = ratio;
      d["physics"]["relaxation"]["value"] = relaxation;
    };
  };
  EXPECT_TRUE(mentions(error_of(with(2.5, 1)),
                       {"physics.relaxation", "2.5 spacings", "Choose less than 0.75",
                        "a smaller influence_ratio", "\"wave_relaxation\""}));
  EXPECT_FLOAT_EQ(load(with(2.5, 0.7)).wcsph.prediction.relaxation, 0.7f);
}

void by_wave(json& d, double part) {
  d["physics"].erase("relaxation");
  d["physics"]["wave_relaxation"] = {{"value", part}, {"unit", "1"}};
}

void by_cell(json& d, int particles) {
  d["physics"].erase("influence_ratio");
  d["physics"]["particles_per_cell"] = "particles_per_cell";
  d["parameters"]["particles_per_cell"] = {
      {"default", particles}, {"minimum", 1}, {"maximum", 10000}, {"description", "in a cell"}};
}

TEST(PcisphScenario, AWaveIsUndoneByTheSamePartWithinEveryRadius) {
  for (const int particles : {8, 40, 500}) {
    const Scenario scenario = load([&](json& d) {
      by_cell(d, particles);
      by_wave(d, 1.5);
    });
    const double radius = scenario.influence_radius;
    EXPECT_NEAR(radius, std::cbrt(particles) * 0.03, 1e-12);
    const double part = 1.5 / largest_response(radius, 0.03);
    EXPECT_FLOAT_EQ(scenario.wcsph.prediction.relaxation, static_cast<float>(part)) << particles;
    EXPECT_FLOAT_EQ(scenario.wcsph.prediction.stiffness,
                    static_cast<float>(part * correcting_stiffness(radius, 0.03, 0.002)));
  }
}

TEST(PcisphScenario, APartOfAWaveIsAboveZeroAndBelowTwo) {
  for (const double part : {0.0, -1.0}) {
    EXPECT_TRUE(mentions(error_of([&](json& d) { by_wave(d, part); }),
                         {"physics.wave_relaxation.value", "must be above 0"}));
  }
  EXPECT_TRUE(mentions(error_of([](json& d) { by_wave(d, 2); }),
                       {"physics.wave_relaxation.value", "must be below 2", "corrections grow"}));
  EXPECT_GT(load([](json& d) { by_wave(d, 1.999999); }).wcsph.prediction.stiffness, 0);
}

TEST(PcisphScenario, TakesOneRelaxation) {
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         by_wave(d, 1);
                         d["physics"]["relaxation"] = {{"value", 0.5}, {"unit", "1"}};
                       }),
                       {"physics", "\"relaxation\"", "\"wave_relaxation\"", "both", "leave one"}));
}

TEST(PcisphScenario, TakesOneRadius) {
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         by_cell(d, 8);
                         d["physics"]["influence_ratio"] = {{"value", 2}, {"unit", "1"}};
                       }),
                       {"physics", "influence_ratio", "particles_per_cell", "both"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"].erase("influence_ratio"); }),
                       {"physics", "influence_ratio", "particles_per_cell", "neither"}));
}

TEST(PcisphScenario, ErrorsNameTheKeyThatTellsTheRadius) {
  EXPECT_TRUE(mentions(error_of([](json& d) { by_cell(d, 1); }),
                       {"physics.particles_per_cell", "holds no neighbour"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { by_cell(d, 500); }),
                       {"physics.relaxation", "a smaller particles_per_cell"}));
}

TEST(PcisphScenario, NeedsAFixedStepOfSymplecticEuler) {
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         d["time_stepping"] = {{"scheme", "adaptive"},
                                               {"courant", {{"value", 0.3}, {"unit", "1"}}},
                                               {"integrator", "symplectic-euler"}};
                       }),
                       {"time_stepping.scheme", "fixed"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["time_stepping"]["integrator"] = "verlet"; }),
                       {"time_stepping.integrator", "symplectic-euler"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["time_stepping"].erase("integrator"); }),
                       {"time_stepping", "integrator"}));
}

TEST(PcisphScenario, SaysWhenItsRepetitionsEnd) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"].erase("repetition"); }),
                       {"physics", "\"repetition\""}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"]["repetition"]["least"] = 6; }),
                       {"physics.repetition.least", "Lower it"}));
}

TEST(PcisphScenario, DensitiesBeginAtRest) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["initial_density"] = "hydrostatic"; }),
                       {"initial_density", "\"rest\""}));
}

}  // namespace
}  // namespace sphlab::pcisph_scenario
