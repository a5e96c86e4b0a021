// Forces alone on the device: the same run as where all stages are there, and what is refused.
#include "harness/stepping/forces_only.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/error.hpp"
#include "harness/runtimes/host_allocations.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/stepping/state_on_device.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/reason_against.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

constexpr std::uint32_t steps = 6;

Scenario water_of(const std::string& physics, const std::string& scheme) {
  Scenario water = adaptive_water();
  water.physics = physics;
  water.scheme = scheme;
  return water;
}

Variant alone(const std::string& traversal, std::uint32_t interval) {
  Variant variant = variant_of(traversal);
  variant.rebuild = RebuildPolicy{.interval = interval};
  variant.forces_only = ForcesOnly{"cpu-gcc-12"};
  return variant;
}

/// The host executor's pack is the device's, and a CPU's has the other stages. The scenario
/// outlives what is returned.
Simulation split(const Scenario& scenario, const Variant& variant) {
  const RunnablePack pack = pack_of("simt-w32");
  return Simulation(*pack.runtime, *pack.pack, scenario, variant, pack_of("cpu-gcc").pack);
}

/// Largest distance of two values of one particle, over the largest value.
float deviation(const std::vector<float4>& a, const ParticleState& of_a,
                const std::vector<float4>& b, const ParticleState& of_b) {
  const std::vector<std::size_t> index = index_of_id(of_b);
  float largest = 0;
  float apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float4& other = b[index[id_of(of_a.identity[i])]];
    for (const auto& [x, y] : {std::pair(a[i].x, other.x), std::pair(a[i].y, other.y),
                               std::pair(a[i].z, other.z), std::pair(a[i].w, other.w)}) {
      largest = std::max(largest, std::abs(x));
      apart = std::max(apart, std::abs(x - y));
    }
  }
  return apart / largest;
}

TEST(ForcesOnly, IsTheRunThatIsAllOnTheDevice) {
  const RunnablePack device = pack_of("simt-w32");
  for (const std::string scheme : {"verlet", "symplectic", "predictor-corrector"}) {
    const Scenario water = water_of("wcsph-dynamic", scheme);
    for (const std::string traversal : {"cells-generic", "ranges-merged", "par-part-noloop"}) {
      SCOPED_TRACE(scheme + " " + traversal);
      const Variant variant = alone(traversal, 2);
      Variant all_there = variant;
      all_there.forces_only.reset();
      Simulation whole(*device.runtime, *device.pack, water, all_there);
      Simulation partial = split(water, variant);
      whole.run_cycles(steps / 2);
      partial.run_cycles(steps / 2);
      const ParticleState expected = whole.download();
      const ParticleState found = partial.download();
      EXPECT_LT(deviation(found.position, found, expected.position, expected), 2e-5f);
      EXPECT_LT(deviation(found.velocity, found, expected.velocity, expected), 2e-5f);
      EXPECT_LT(deviation(partial.download_rates(), found, whole.download_rates(), expected),
                2e-4f);
      EXPECT_EQ(partial.run_state().steps, steps);
      EXPECT_NEAR(partial.run_state().time, whole.run_state().time, 1e-6);
    }
  }
}

TEST(ForcesOnly, CanBeRestoredAndRelocated) {
  const Scenario water = water_of("wcsph-dynamic", "verlet");
  const StateOnDevice initial(*pack_of("simt-w32").runtime, water.initial);
  Simulation partial = split(water, alone("ranges-merged", 1));
  partial.run_cycles(3);
  const ParticleState once = partial.download();
  partial.restore(initial, 0, 0);
  partial.run_cycles(3);
  expect_same_state(partial.download(), once);
  partial.relocate(std::size_t{3} << 20);
  partial.restore(water.initial, 0, 0);
  partial.run_cycles(3);
  expect_same_state(partial.download(), once);
}

TEST(ForcesOnly, CopiesCellsWithARebuildAndTheStateWithEveryPass) {
  const Scenario water = water_of("wcsph-dynamic", "verlet");
  const std::size_t n = water.particles();
  Simulation partial = split(water, alone("par-part-noloop", 2));
  EXPECT_FALSE(partial.bytes_copied("upload"));
  partial.run_cycles(2);
  const std::size_t cells = partial.download_cell_begin().size();
  const double of_rebuild = static_cast<double>(n * (16 + 16 + 4 + 4) + 4 * cells);
  EXPECT_EQ(partial.bytes_copied("upload"), (of_rebuild + static_cast<double>(n * 32)) / 2);
  EXPECT_EQ(partial.bytes_copied("download"), static_cast<double>(n * 16));
  EXPECT_FALSE(partial.bytes_copied("forces"));
  const Scenario limited = water_of("wcsph-dynamic-quadratic", "verlet");
  Simulation with_limits = split(limited, alone("par-part-noloop", 1));
  with_limits.run_cycles(1);
  EXPECT_EQ(with_limits.bytes_copied("download"), static_cast<double>(n * 20));
}

TEST(ForcesOnly, TellsItsStagesInTheirOrder) {
  const Scenario water = water_of("wcsph-dynamic", "symplectic");
  const Simulation partial = split(water, alone("ranges-merged", 1));
  const std::vector<std::pair<std::string, int>> expected = {
      {"hash", 1},        {"sort", 1},   {"cells", 1},    {"reorder", 1}, {"upload", 2},
      {"split-cells", 1}, {"forces", 2}, {"download", 2}, {"euler", 2},   {"time-step", 1}};
  auto found = partial.stage_counts();
  EXPECT_TRUE(std::is_permutation(found.begin(), found.end(), expected.begin(), expected.end()));
  const std::vector<std::string> first = {found[3].first, found[4].first, found[5].first};
  EXPECT_EQ(first, (std::vector<std::string>{"reorder", "upload", "split-cells"}));
  EXPECT_EQ(partial.variant().name(), "ranges-merged+every-1+forces-only");
}

TEST(ForcesOnly, IsTimedFromMarkToMark) {
  const Scenario water = water_of("wcsph-dynamic", "verlet");
  Simulation partial = split(water, alone("ranges-merged", 1));
  std::vector<std::string> stages;
  for (const StageSample& sample : partial.instrumented_cycle()) {
    EXPECT_GT(sample.seconds, 0) << sample.stage;
    stages.push_back(sample.stage);
  }
  EXPECT_EQ(stages,
            (std::vector<std::string>{"hash", "sort", "cells", "reorder", "upload", "split-cells",
                                      "forces", "download", "time-step", "euler"}));
}

TEST(ForcesOnly, ItsBytesOnTheDeviceAreKnown) {
  const Scenario water = water_of("wcsph-dynamic", "verlet");
  const RunnablePack device = pack_of("simt-w32");
  const LoadedPack* host = pack_of("cpu-gcc").pack;
  const Variant variant = alone("ranges-merged", 1);
  const auto allocated = [] {
    std::size_t bytes = 0;
    for (const MemoryRange& range : host_allocations()) bytes += range.bytes;
    return bytes;
  };
  const std::size_t needed =
      Simulation::bytes_needed(*device.runtime, *device.pack, water, variant, host);
  const std::size_t before = allocated();
  const Simulation partial = split(water, variant);
  EXPECT_EQ(partial.bytes_allocated(), needed);
  Variant all_there = variant;
  all_there.forces_only.reset();
  const std::size_t together =
      Simulation::bytes_needed(*device.runtime, *device.pack, water, all_there);
  EXPECT_LT(needed, together);
  EXPECT_GT(allocated() - before, needed) << "the loop's own arrays lie on the host";
}

TEST(ForcesOnly, RefusesWhatItCannotPlace) {
  const Scenario water = water_of("wcsph-dynamic", "verlet");
  const RunnablePack device = pack_of("simt-w32");
  const RunnablePack cpu = pack_of("cpu-gcc");
  const Variant variant = alone("par-part-noloop", 1);
  EXPECT_TRUE(mentions(reason_against(cpu, water, alone("omp-asymmetric", 1), cpu.pack),
                       {"forces-only", cpu.toolchain(), "is a CPU's", "simt-*"}));
  EXPECT_TRUE(
      mentions(reason_against(device, water, variant, nullptr), {"sphlab run", "placement"}));
  EXPECT_TRUE(mentions(reason_against(device, water, alone("list-gather", 1), cpu.pack),
                       {"'list-gather' reads a list", "ranges-merged"}));
  EXPECT_TRUE(mentions(
      reason_against(device, water_of("wcsph-lj-summed", "predictor-corrector"), variant, cpu.pack),
      {"wcsph-lj-summed", "several passes", "wcsph-dynamic"}));
  EXPECT_TRUE(mentions(
      reason_against(device, potential_scenario(random_particles(4, 2, 1), 4), variant, cpu.pack),
      {"lj-potential", "potentials"}));
}

TEST(ForcesOnly, TakesNoPartInDuels) {
  const Scenario water = water_of("wcsph-dynamic", "verlet");
  const Simulation base = split(water, alone("par-part-noloop", 1));
  EXPECT_THROW(Simulation(base, *pack_of("simt-w32").pack), Error);
}

TEST(ForcesOnly, FindsThePackOfTheOtherStages) {
  std::vector<LoadedPack> packs;
  for (const RunnablePack& pack : runnable_packs()) packs.push_back(*pack.pack);
  Variant variant = alone("par-part-noloop", 1);
  variant.forces_only->host_toolchain = pack_of("cpu-gcc").toolchain();
  EXPECT_EQ(host_pack_of(variant, packs)->pack, pack_of("cpu-gcc").pack->pack);
  for (const std::string none : {"cpu-gcc-1", "simt-w32"}) {
    variant.forces_only->host_toolchain = none;
    try {
      host_pack_of(variant, packs);
      FAIL() << none;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ExitCode::not_available);
      EXPECT_TRUE(mentions(error.what(), {"'" + none + "'", "host_toolchain"}));
    }
  }
  variant.forces_only.reset();
  EXPECT_EQ(host_pack_of(variant, packs), nullptr);
}

}  // namespace
}  // namespace sphlab::test
