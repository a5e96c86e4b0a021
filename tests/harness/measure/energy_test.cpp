// The energy of steps by a made-up counter, sound and broken.
#include "harness/measure/energy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/eventually.hpp"
#include "tests/support/made_up_energy.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/starting_at.hpp"

namespace sphlab::test {
namespace {

constexpr double run_s = 0.05;

std::string failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const EnergyCounterFailure& failure) {
    return failure.what();
  }
  return "";
}

TEST(Energy, OfStepsIsWhatTheCounterCountsBetweenTwoTicks) {
  const Scenario water = shipped("still-water", {{"particles_per_depth", 4}});
  Runtime runtime(host_with_energy(), 0);
  Variant variant;
  variant.stages["forces"].name = "omp-asymmetric";
  Simulation simulation(runtime, *pack_of("cpu-gcc").pack, water, variant);
  const SavedState state{"initial", water.initial, 0, 0};
  EnergyMeter meter(runtime);
  SampleCounter counter;
  ContenderSamples samples;
  for (const std::uint64_t round : {3u, 4u})
    sample_energy(runtime, simulation, starting_at(state, simulation), run_s, round, meter, counter,
                  samples);
  const Record::EnergySamples& energy = samples.energy;
  EXPECT_EQ(energy.block, (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(energy.order, (std::vector<std::uint64_t>{0, 1}));
  for (std::size_t run = 0; run < 2; ++run) {
    EXPECT_GE(energy.time_s[run], run_s);
    EXPECT_GT(energy.steps[run], 0u);
    EXPECT_GT(energy.resolution_j[run], 0);
  }
  // what else runs may come between the counter and the clock
  EXPECT_TRUE(eventually([&] {
    const EnergyRun run =
        energy_of_steps(runtime, simulation, starting_at(state, simulation), run_s, meter);
    return std::abs(run.joules - made_up_power_w * run.seconds) <
           made_up_power_w * 2 * made_up_tick_s;
  }));
}

TEST(Energy, OfTheIdleDeviceIsAPower) {
  Runtime runtime(host_with_energy(), 0);
  EnergyMeter meter(runtime);
  EXPECT_TRUE(eventually([&] {
    return std::abs(idle_power(runtime, 0.1, meter) - made_up_power_w) < 0.2 * made_up_power_w;
  }));
}

TEST(Energy, ACounterThatStandsStillIsBroken) {
  Runtime runtime(host_with_energy(CounterFault::still), 0);
  EnergyMeter meter(runtime, 0.05);
  EXPECT_TRUE(mentions(failure_of([&] { idle_power(runtime, 0.1, meter); }),
                       {"made-up has stood still at 1 uJ", "does not count"}));
}

TEST(Energy, ACounterThatGoesBackIsBroken) {
  Runtime runtime(host_with_energy(CounterFault::back, 3), 0);
  EnergyMeter meter(runtime);
  EXPECT_TRUE(mentions(failure_of([&] { idle_power(runtime, 0.1, meter); }),
                       {"made-up went back from", "wrapped", "measure again"}));
}

TEST(Energy, ACounterThatIsGoneIsBroken) {
  Runtime runtime(host_with_energy(CounterFault::absent, 3), 0);
  EXPECT_EQ(energy_source(runtime).absent, "");
  EnergyMeter meter(runtime);
  EXPECT_TRUE(mentions(failure_of([&] { idle_power(runtime, 0.1, meter); }), {"unplugged"}));
  EXPECT_TRUE(mentions(energy_source(runtime).absent, {"unplugged"}));
}

}  // namespace
}  // namespace sphlab::test
