// forces: every traversal, however it is tuned, finds the same pairs and computes the same sums.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

// All pairs, in double precision, by id.
std::vector<double> expected_potentials(const Scenario& scenario) {
  const ParticleState& state = scenario.initial;
  const LjPotentialConstants& c = scenario.lj_potential;
  const double reach2 = static_cast<double>(c.cutoff) * static_cast<double>(c.cutoff);
  const double zero2 = static_cast<double>(c.zero_radius) * static_cast<double>(c.zero_radius);
  std::vector<double> sums(state.size(), 0.0);
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (std::size_t j = 0; j < state.size(); ++j) {
      const double x = static_cast<double>(state.position[i].x) - state.position[j].x;
      const double y = static_cast<double>(state.position[i].y) - state.position[j].y;
      const double z = static_cast<double>(state.position[i].z) - state.position[j].z;
      const double r2 = x * x + y * y + z * z;
      if (i == j || !(r2 < reach2)) continue;
      const double s6 = std::pow(zero2 / (r2 + static_cast<double>(c.softening)), 3);
      sums[id_of(state.identity[i])] += 4 * static_cast<double>(c.well_depth) * (s6 * s6 - s6);
    }
  }
  return sums;
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

std::vector<float> potentials_by_id(const Simulation& simulation) {
  const ParticleState state = simulation.download();
  const std::vector<float> potential = simulation.download_potential();
  std::vector<float> by_id(state.size());
  for (std::size_t i = 0; i < state.size(); ++i) by_id[id_of(state.identity[i])] = potential[i];
  return by_id;
}

void expect_potentials(const Simulation& simulation, const std::vector<double>& right) {
  const std::vector<float> computed = potentials_by_id(simulation);
  const double tolerance = 2e-6 * largest_of(right);
  ASSERT_GT(tolerance, 0);
  for (std::size_t id = 0; id < right.size(); ++id)
    ASSERT_NEAR(static_cast<double>(computed[id]), right[id], tolerance) << "particle " << id;
}

void expect_potentials_by_every_traversal(const Scenario& scenario) {
  const std::vector<double> right = expected_potentials(scenario);
  for_each_traversal(scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    simulation.rebuild();
    simulation.forces();
    expect_potentials(simulation, right);
  });
}

TEST(Traversals, RandomParticles) {
  expect_potentials_by_every_traversal(potential_scenario(random_particles(4, 8, 1), 4));
}

TEST(Traversals, CellsOfEverySizeAroundAWarp) {
  ParticleState state;
  std::mt19937 generator(2);
  int cell = 0;
  for (const int count : {0, 1, 31, 32, 33, 64, 65, 200, 0, 0, 1}) {
    fill_cell(state, cell % 3, cell / 3 % 3, cell / 9, count, generator);
    ++cell;
  }
  expect_potentials_by_every_traversal(potential_scenario(std::move(state), 3));
}

TEST(Traversals, AllParticlesInOneCell) {
  expect_potentials_by_every_traversal(potential_scenario(random_particles(1, 130, 3), 1));
  ParticleState corner;
  std::mt19937 generator(4);
  fill_cell(corner, 2, 2, 2, 130, generator);
  expect_potentials_by_every_traversal(potential_scenario(std::move(corner), 3));
}

TEST(Traversals, OneTypeAbsent) {
  for (const ParticleType type : {ParticleType::fluid, ParticleType::boundary}) {
    ParticleState state = random_particles(3, 8, 5);
    for (std::uint32_t& identity : state.identity) identity = make_identity(type, id_of(identity));
    expect_potentials_by_every_traversal(potential_scenario(std::move(state), 3));
  }
}

TEST(Traversals, AParticleAloneHasNoPotential) {
  ParticleState state;
  add_particle(state, ParticleType::boundary, 0.3f, 0.3f, 0.3f);
  const Scenario scenario = potential_scenario(std::move(state), 2);
  for_each_traversal(scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    simulation.rebuild();
    simulation.forces();
    EXPECT_EQ(simulation.download_potential(), std::vector<float>{0.0f});
  });
}

TEST(Traversals, FacesOfCells) {
  ParticleState state;
  for (int k = 0; k < 5 * 5 * 5; ++k) {
    add_particle(state, k % 2 == 0 ? ParticleType::fluid : ParticleType::boundary,
                 0.125f * static_cast<float>(k % 5), 0.125f * static_cast<float>(k / 5 % 5),
                 0.125f * static_cast<float>(k / 25));
  }
  expect_potentials_by_every_traversal(potential_scenario(std::move(state), 3));
}

// The others' sums must not only be near, but the same: who is lost stands behind them all.
TEST(Traversals, LostParticlesChangeNothingForTheOthers) {
  const Scenario without = potential_scenario(random_particles(3, 9, 7), 3);
  Scenario with = without;
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  add_particle(with.initial, ParticleType::fluid, not_a_number, 0.3f, 0.3f);
  add_particle(with.initial, ParticleType::boundary, 0.3f, 0.3f, 0.75f);
  add_particle(with.initial, ParticleType::fluid, -0.001f, 0.3f, 0.3f);
  for_each_traversal(with.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation others(*pack.runtime, *pack.pack, without, variant);
    others.rebuild();
    others.forces();
    const std::vector<float> right = potentials_by_id(others);
    Simulation all(*pack.runtime, *pack.pack, with, variant);
    all.rebuild();
    all.forces();
    EXPECT_EQ(others.run_state().lost, 0u);
    EXPECT_EQ(all.run_state().lost, 3u);
    std::vector<float> computed = potentials_by_id(all);
    computed.resize(without.particles());
    EXPECT_EQ(computed, right);
  });
}

// Rates by id, flattened.
std::vector<double> rates_by_id(const Simulation& simulation) {
  const ParticleState state = simulation.download();
  const std::vector<float4> rates = simulation.download_rates();
  std::vector<double> by_id(4 * state.size());
  for (std::size_t i = 0; i < state.size(); ++i) {
    double* const rate = &by_id[4 * id_of(state.identity[i])];
    rate[0] = rates[i].x;
    rate[1] = rates[i].y;
    rate[2] = rates[i].z;
    rate[3] = rates[i].w;
  }
  return by_id;
}

/// @param stated_error of the traversal, which may be more than what sums in another order make
void expect_same_rates(const std::vector<double>& rates, const std::vector<double>& right,
                       double stated_error) {
  const double tolerance = std::max(1e-5, stated_error);
  ASSERT_EQ(rates.size(), right.size());
  for (std::size_t component = 0; component < 4; ++component) {
    double largest = 0;
    double deviation = 0;
    for (std::size_t k = component; k < right.size(); k += 4) {
      largest = std::max(largest, std::abs(right[k]));
      deviation = std::max(deviation, std::abs(rates[k] - right[k]));
      ASSERT_TRUE(std::isfinite(rates[k]));
    }
    EXPECT_GT(largest, 0) << "component " << component;
    EXPECT_LE(deviation, tolerance * largest) << "component " << component;
  }
}

// Calls judge(tuning) for every combination of the values of a strategy's parameters.
template <class Judge>
void for_each_tuning(const std::vector<TuningParameter>& parameters, Judge&& judge,
                     std::map<std::string, std::uint32_t> tuning = {}) {
  if (tuning.size() == parameters.size()) return judge(tuning);
  const TuningParameter& next = parameters[tuning.size()];
  for (std::uint32_t k = 0; k < next.value_count; ++k) {
    auto longer = tuning;
    longer[next.name] = next.values[k];
    if (longer.size() == tuning.size()) throw std::runtime_error("a parameter is named twice");
    for_each_tuning(parameters, judge, longer);
  }
}

// One reference for all packs: the first tuning of the first traversal.
TEST(Traversals, EveryTuningOfEveryTraversalGivesTheSameRates) {
  const Scenario water = moving_water();
  std::vector<double> right;
  std::size_t of_list_gather = 0;
  std::map<std::string, int> refused_tunings;
  for_each_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.rebuild();
    for_each_tuning(simulation.tuning_parameters("forces"), [&](const auto& tuning) {
      // as many threads as there are processors; more are refused: see CpuLadder
      if (tuning.contains("threads") && tuning.at("threads") > 1) return;
      try {
        simulation.retune("forces", tuning);
      } catch (const Refused& refused) {
        EXPECT_THROW(simulation.forces(), Refused);
        ++refused_tunings[variant.name()];
        return;
      }
      EXPECT_EQ(simulation.tuning()["forces"], tuning);
      simulation.forces();
      const std::vector<double> rates = rates_by_id(simulation);
      if (right.empty()) right = rates;
      expect_same_rates(rates, right, simulation.stated_error());
      if (variant.stages.at("forces").name == "list-gather") ++of_list_gather;
    });
  });
  const auto executors = static_cast<int>(executor_toolchains().size());
  EXPECT_GE(of_list_gather, static_cast<std::size_t>(executors) * 12) << "block x in-flight";
  // nine cells at one x hold more particles than the smallest block has threads
  EXPECT_EQ(refused_tunings, (std::map<std::string, int>{{"x-pencil-reg", 2 * executors}}));
}

TEST(Traversals, ATuningThatIsNotNamedTakesItsDefault) {
  const Scenario water = moving_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water,
                        variant_of("list-gather", {{"block", 64}, {"in-flight", 8}}));
  EXPECT_EQ(simulation.tuning().at("forces").at("in-flight"), 8u);
  simulation.retune("forces", {{"block", 256}});
  EXPECT_EQ(simulation.tuning().at("forces").at("block"), 256u);
  EXPECT_EQ(simulation.tuning().at("forces").at("in-flight"), 4u);
}

TEST(Traversals, BoundaryParticlesGetNoRates) {
  const Scenario water = moving_water();
  for_each_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.rebuild();
    simulation.forces();
    const std::vector<double> rates = rates_by_id(simulation);
    for (std::size_t id = 0; id < water.boundary_particles; ++id) {
      for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(rates[4 * id + k], 0.0);
    }
  });
}

// Momentum of the fluid alone, without walls or gravity, changes by nothing but rounding.
TEST(Traversals, PairForcesCancel) {
  Scenario water = moving_water();
  water.wcsph.gravity = {0, 0, 0};
  water.wcsph.wall_coefficient = 0;
  for_each_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.rebuild();
    simulation.forces();
    const std::vector<double> rates = rates_by_id(simulation);
    double sum[3] = {};
    double magnitude = 0;
    for (std::size_t k = 0; k < rates.size(); ++k) {
      if (k % 4 == 3) continue;
      sum[k % 4] += rates[k];
      magnitude += std::abs(rates[k]);
    }
    for (const double component : sum) EXPECT_LE(std::abs(component), 1e-6 * magnitude);
    EXPECT_GT(magnitude, 0);
  });
}

}  // namespace
}  // namespace sphlab::test
