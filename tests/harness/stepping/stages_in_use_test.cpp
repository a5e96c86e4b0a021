// Variants that name strategies of stages which their run does not have, and scenarios that give
// fields which nobody carries.
#include "harness/stepping/simulation.hpp"

#include <gtest/gtest.h>

#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

std::string refusal(const Scenario& scenario, const Variant& variant, ExitCode code) {
  const RunnablePack pack = pack_of("cpu-gcc");
  try {
    Simulation::bytes_needed(*pack.runtime, *pack.pack, scenario, variant);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, code);
    return error.what();
  }
  ADD_FAILURE() << "it was not refused";
  return "";
}

Variant of_cells() {
  return variant_of("cpu-cells");
}

TEST(StagesInUse, ATraversalOfCellsHasNoListToBuild) {
  Variant with_builder = of_cells();
  with_builder.stages["list"] = {"omp-per-particle", {}};
  EXPECT_TRUE(mentions(refusal(moving_water(), with_builder, ExitCode::not_available),
                       {"'cpu-cells'", "stage 'list'", "'omp-per-particle'", "reads no list"}));
  Variant with_format = of_cells();
  with_format.list_format = "unified-chunk-4";
  EXPECT_TRUE(mentions(refusal(moving_water(), with_format, ExitCode::not_available),
                       {"'cpu-cells'", "'unified-chunk-4'", "reads no list"}));
}

TEST(StagesInUse, AValueOfAnAxisThatThePackDoesNotServeIsRefusedFirst) {
  Variant with_format = variant_of("omp-list");
  with_format.list_format = "split-chunk-5";
  EXPECT_TRUE(mentions(refusal(moving_water(), with_format, ExitCode::not_available),
                       {"list_format", "'split-chunk-5'", "did you mean 'split-chunk-"}));
}

TEST(StagesInUse, APassThatTheFormulationLacksIsRefused) {
  for (const char* pass : {"density", "strain", "drift", "viscosity", "prediction"}) {
    Variant with_pass = of_cells();
    with_pass.stages[pass] = {"cpu-cells", {}};
    const std::string message = refusal(moving_water(), with_pass, ExitCode::not_available);
    EXPECT_TRUE(mentions(message, {std::string("stage '") + pass + "'"}));
    EXPECT_EQ(message.find("list"), std::string::npos) << message;
  }
}

TEST(StagesInUse, AStageOfAnotherSchemeMayBeNamed) {
  Variant with_step = of_cells();
  with_step.stages["time-step"] = {};
  const RunnablePack pack = pack_of("cpu-gcc");
  EXPECT_NO_THROW(Simulation::bytes_needed(*pack.runtime, *pack.pack, moving_water(), with_step));
}

TEST(StagesInUse, AreToldBeforeASimulationIsMade) {
  const RunnablePack pack = pack_of("cpu-gcc");
  const auto stages = Simulation::stages_of(*pack.runtime, *pack.pack, moving_water(), of_cells());
  EXPECT_TRUE(stages.contains("forces"));
  EXPECT_FALSE(stages.contains("list"));
}

TEST(GivenFields, ThatNobodyCarriesAreRefusedWithFileAndKey) {
  Scenario water = moving_water();
  const std::string where = "own.json: geometry.fluid[0].fields.velocity";
  water.given_fields["velocity"] = {where, 1};
  EXPECT_TRUE(mentions(refusal(water, of_cells(), ExitCode::bad_input),
                       {where, "'wcsph-lj'", "Leave it out"}));
}

}  // namespace
}  // namespace sphlab::test
