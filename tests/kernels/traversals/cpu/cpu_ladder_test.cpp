// The rungs of paper D's ladder of CPU optimisations: what they compute with any number of threads,
// lanes and cells to the radius, and what they refuse.
#include <gtest/gtest.h>
#include <omp.h>

#include <bit>

#include "harness/error.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/many_types.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/rates.hpp"

namespace sphlab::test {
namespace {

using Tuning = std::map<std::string, std::uint32_t>;

constexpr std::uint32_t lanes[] = {1, 4, 8, 16};
constexpr std::uint32_t wide_lanes[] = {8, 16};
constexpr std::uint32_t threads[] = {1, 2, 3, 8};

/// The pack of the compiler that these tests are compiled by: they share an OpenMP runtime.
RunnablePack pack() {
  return pack_of("cpu-gcc");
}

Variant rung(const std::string& name, const Tuning& tuning, std::uint32_t cells_per_radius = 2) {
  Variant variant = variant_of(name, tuning);
  variant.cells_per_radius = cells_per_radius;
  return variant;
}

/// A list that is made and read by SIMD lanes.
Variant list_rung(std::uint32_t team, std::uint32_t cells_per_radius = 2) {
  Variant variant = rung("omp-list-records", {{"threads", team}}, cells_per_radius);
  variant.list_format = "split-sequential";
  variant.stages["list"].name = "omp-runs";
  return variant;
}

class CpuLadder : public testing::Test {
 protected:
  void SetUp() override { omp_set_num_threads(8); }
  void TearDown() override { omp_set_num_threads(omp_get_num_procs()); }
};

/// Water, walls and a body, or two fluids, mixed at random, so that every pair of types meets.
Scenario mixed(const std::string& physics, unsigned cells, int per_cell) {
  ParticleState state = random_particles(static_cast<int>(cells), per_cell, 5);
  std::vector<ParticleType> types = {ParticleType::fluid, ParticleType::boundary};
  if (physics == "wcsph-dynamic") types.push_back(ParticleType::body);
  if (physics == "wcsph-two-fluids") types.push_back(ParticleType::second_fluid);
  deal_types(state, types);
  return many_types_scenario(physics, std::move(state), cells);
}

void expect_verified(const Scenario& scenario, const Variant& variant) {
  const VerificationReport report =
      verify_variant(*pack().runtime, *pack().pack, scenario, variant);
  EXPECT_EQ(report.status, "ok");
}

/// Calls judge(variant) for the rungs with every number of lanes, of threads, and of cells.
template <class Judge>
void for_each_rung(Judge&& judge) {
  for (const std::uint32_t cells : {1u, 2u, 3u}) {
    judge(rung("cpu-cells", {}, cells));
    judge(rung("omp-asymmetric", {{"threads", 3}}, cells));
    for (const std::uint32_t count : lanes) judge(rung("cpu-symmetric", {{"lanes", count}}, cells));
    for (const std::uint32_t team : threads)
      judge(rung("omp-compacted", {{"threads", team}}, cells));
    for (const std::uint32_t count : wide_lanes) {
      for (const char* name : {"omp-symmetric", "omp-slices-x", "omp-slices-y"}) {
        for (const std::uint32_t team : threads) {
          // fewer layers than eight would be refused
          if (team < 8 || cells == 3)
            judge(rung(name, {{"lanes", count}, {"threads", team}}, cells));
        }
      }
    }
  }
}

TEST_F(CpuLadder, EveryRungAgreesWithTheOracle) {
  for (const char* physics : {"wcsph-lj", "wcsph-dynamic", "wcsph-two-fluids"}) {
    const Scenario scenario = mixed(physics, 3, 7);
    for_each_rung([&](const Variant& variant) {
      SCOPED_TRACE(physics + (" " + variant.name()));
      expect_verified(scenario, variant);
    });
  }
  const Scenario potential = potential_scenario(random_particles(3, 7, 9), 3);
  for_each_rung([&](const Variant& variant) { expect_verified(potential, variant); });
}

// Lists of two types and of three, whose sections are filled from either end.
TEST_F(CpuLadder, ListsAgreeWithTheOracle) {
  for (const char* physics : {"wcsph-lj", "wcsph-dynamic"}) {
    const Scenario scenario = mixed(physics, 3, 7);
    for (const std::uint32_t cells : {1u, 2u, 3u}) {
      for (const std::uint32_t team : threads) {
        SCOPED_TRACE(physics + (" " + list_rung(team, cells).name()));
        expect_verified(scenario, list_rung(team, cells));
      }
    }
  }
}

// With a skin a list holds pairs beyond the radius, which count for nothing.
TEST_F(CpuLadder, ListsWithASkinAgreeWithTheOracle) {
  Variant variant = list_rung(3);
  variant.rebuild = RebuildPolicy{.interval = 2, .expansion = 1.2};
  expect_verified(mixed("wcsph-dynamic", 3, 7), variant);
}

// Paper D's physics, whose sums are followed by maxima.
TEST_F(CpuLadder, PackedLanesComputeTheObstacle) {
  const Scenario scenario = shipped("dam-break-obstacle", {{"micrometres_apart", 60000}});
  expect_verified(scenario, rung("omp-compacted", {{"threads", 3}}));
  expect_verified(scenario, list_rung(3));
}

// More threads than cells that hold anything; a grid that is smaller than the neighbourhood.
TEST_F(CpuLadder, MoreThreadsThanCells) {
  const Scenario one_cell = mixed("wcsph-dynamic", 1, 41);
  expect_verified(one_cell, rung("omp-symmetric", {{"threads", 8}, {"lanes", 8}}, 1));
  expect_verified(one_cell, rung("omp-asymmetric", {{"threads", 8}}, 1));
  expect_verified(one_cell, rung("omp-slices-x", {{"threads", 3}}, 3));
  expect_verified(one_cell, rung("omp-compacted", {{"threads", 8}}, 1));
  expect_verified(one_cell, list_rung(8, 1));
}

/// The rates of the first state, by the particles' ids.
std::vector<float4> rates_of(const Scenario& scenario, const Variant& variant) {
  std::vector<float4> rates;
  for (const auto& [id, rate] : rates_by_id(pack(), scenario, variant)) rates.push_back(rate);
  return rates;
}

/// Bits of every component.
std::vector<std::array<std::uint32_t, 4>> bits_of(const std::vector<float4>& rates) {
  std::vector<std::array<std::uint32_t, 4>> bits;
  for (const float4& rate : rates)
    bits.push_back(std::bit_cast<std::array<std::uint32_t, 4>>(rate));
  return bits;
}

TEST_F(CpuLadder, OneThreadGivesTheSameBitsAgain) {
  const Scenario scenario = mixed("wcsph-dynamic", 4, 9);
  for (const Variant& variant :
       {rung("cpu-cells", {}), rung("cpu-symmetric", {{"lanes", 1}}),
        rung("cpu-symmetric", {{"lanes", 8}}), rung("cpu-symmetric", {{"lanes", 16}})})
    EXPECT_EQ(bits_of(rates_of(scenario, variant)), bits_of(rates_of(scenario, variant)));
}

TEST_F(CpuLadder, OneSidedPairsGiveTheSameBitsWithAnyThreadsAndChunks) {
  const Scenario scenario = mixed("wcsph-dynamic", 4, 9);
  const auto bits = [&](const char* name, std::uint32_t team, std::uint32_t chunk) {
    return bits_of(rates_of(scenario, rung(name, {{"threads", team}, {"cells-per-chunk", chunk}})));
  };
  for (const std::uint32_t team : threads) {
    EXPECT_EQ(bits("omp-asymmetric", team, 10), bits("omp-asymmetric", 1, 256)) << team;
    EXPECT_EQ(bits("omp-compacted", team, 10), bits("omp-compacted", 1, 100)) << team;
    EXPECT_EQ(bits_of(rates_of(scenario, list_rung(team))),
              bits_of(rates_of(scenario, list_rung(1))))
        << team;
  }
}

// What a particle takes from a pair the other one gives.
TEST_F(CpuLadder, FluidAloneKeepsItsMomentum) {
  ParticleState state = random_particles(4, 9, 3);
  deal_types(state, {ParticleType::fluid});
  Scenario scenario = many_types_scenario("wcsph-dynamic", std::move(state), 4);
  scenario.wcsph.gravity = {0, 0, 0};
  for (const Variant& variant :
       {rung("cpu-symmetric", {{"lanes", 1}}), rung("cpu-symmetric", {{"lanes", 16}}),
        rung("omp-symmetric", {{"threads", 3}}), rung("omp-slices-x", {{"threads", 3}}),
        rung("omp-slices-y", {{"threads", 2}})}) {
    SCOPED_TRACE(variant.name());
    std::array<double, 3> sum{};
    double magnitude = 0;
    for (const float4& rate : rates_of(scenario, variant)) {
      const std::array<double, 3> a = {rate.x, rate.y, rate.z};
      for (int k = 0; k < 3; ++k) sum[k] += a[k];
      magnitude += std::abs(a[0]) + std::abs(a[1]) + std::abs(a[2]);
    }
    ASSERT_GT(magnitude, 0);
    for (const double component : sum) EXPECT_LT(std::abs(component), 1e-6 * magnitude);
  }
}

// Walls follow the fluid's density: a pair that is found from the fluid's side compresses them.
TEST_F(CpuLadder, WallsTakeTheirShare) {
  const Scenario scenario = mixed("wcsph-dynamic", 3, 9);
  const std::vector<float4> wanted = rates_of(scenario, rung("cpu-cells", {}));
  const std::vector<float4> rates = rates_of(scenario, rung("omp-symmetric", {{"threads", 3}}));
  std::size_t walls = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (type_of(scenario.initial.identity[i]) != ParticleType::boundary) continue;
    EXPECT_NEAR(rates[i].w, wanted[i].w, 2e-5f * std::abs(wanted[i].w) + 1e-3f);
    walls += wanted[i].w != 0 ? 1 : 0;
  }
  EXPECT_GT(walls, 10u);
}

// Slices are cut anew when so many passes have run, and say how many they are.
TEST_F(CpuLadder, SlicesAreCutAgain) {
  Scenario scenario = mixed("wcsph-dynamic", 4, 9);
  scenario.list_interval = 5;
  Simulation simulation(*pack().runtime, *pack().pack, scenario,
                        rung("omp-slices-x", {{"threads", 3}, {"passes-per-cut", 10}}));
  simulation.run_cycles(4);
  simulation.rebuild();
  const auto notes = simulation.preparation_notes();
  EXPECT_EQ(notes.at("slices"), 3);
  EXPECT_GE(notes.at("cuts"), 3);
  EXPECT_GE(notes.at("slice_imbalance"), 0);
  EXPECT_LE(notes.at("slice_imbalance"), 2);
}

// Sums of a thread's own are memory that the harness knows of.
TEST_F(CpuLadder, EveryThreadTakesMemoryForItsSums) {
  const Scenario scenario = mixed("wcsph-dynamic", 4, 9);
  const auto bytes = [&](const char* name, std::uint32_t team) {
    return Simulation(*pack().runtime, *pack().pack, scenario, rung(name, {{"threads", team}}))
        .bytes_allocated();
  };
  // five sums of a particle: a vector and two rates of the density
  const std::size_t of_a_thread = bytes("omp-symmetric", 3) - bytes("omp-symmetric", 2);
  EXPECT_GE(of_a_thread, 5 * sizeof(float) * scenario.particles());
  EXPECT_LE(of_a_thread, 5 * sizeof(float) * (scenario.particles() + 32));
  EXPECT_LT(bytes("omp-slices-x", 3), bytes("omp-slices-x", 1) + 256);
}

/// What the variant is refused with, as it is made or as it runs.
template <class Refusal>
std::string refusal_of(const Scenario& scenario, const Variant& variant) {
  try {
    rates_of(scenario, variant);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "nothing was refused";
}

TEST_F(CpuLadder, Refusals) {
  const Scenario scenario = mixed("wcsph-dynamic", 2, 5);
  const auto expect_refused = [&](const Variant& variant, const std::string& what) {
    const std::string text = refusal_of<Refused>(scenario, variant);
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  expect_refused(rung("omp-symmetric", {{"threads", 16}}), "set OMP_NUM_THREADS");
  expect_refused(rung("omp-asymmetric", {{"threads", 16}}), "this process has 8");
  expect_refused(rung("omp-compacted", {{"threads", 16}}), "this process has 8");
  expect_refused(list_rung(16), "this process has 8");
  expect_refused(rung("omp-slices-x", {{"threads", 8}}, 1),
                 "8 slices, one for each thread, of 2 layers of cells along x");
  expect_refused(rung("omp-slices-y", {{"threads", 8}}, 1), "layers of cells along y");
}

TEST_F(CpuLadder, ChoicesThatAreNotThere) {
  const Scenario scenario = mixed("wcsph-dynamic", 2, 5);
  const auto expect_error = [&](const Variant& variant, const std::string& what) {
    const std::string text = refusal_of<Error>(scenario, variant);
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  expect_error(rung("omp-symmetric", {{"threads", 5}}), "threads");
  expect_error(rung("cpu-symmetric", {{"lanes", 32}}), "lanes");
  Variant along_a_curve = rung("cpu-symmetric", {});
  along_a_curve.stages["hash"].name = "morton";
  expect_error(along_a_curve, "morton");
}

// The rungs are compiled for few physics: of another one, those that serve it are named.
TEST_F(CpuLadder, AnotherPhysicsNamesWhatServesIt) {
  Scenario scenario = shipped("still-column-summed", {{"particles_per_width", 4}});
  const std::string text = refusal_of<Error>(scenario, rung("omp-symmetric", {}));
  EXPECT_NE(text.find("omp-asymmetric"), std::string::npos) << text;
}

}  // namespace
}  // namespace sphlab::test
