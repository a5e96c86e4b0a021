// What an old list misses, against brute force over the same two states.
#include "harness/verify/missed_pairs.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "harness/verify/oracle_search.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// (target, source) by id, of fluid targets, by trying all.
Pairs pairs_within(const ParticleState& state, double reach) {
  const BruteForceSearch search(state, state.size(), reach);
  Pairs pairs;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (type_of(state.identity[i]) != ParticleType::fluid) continue;
    search.visit(i, [&](std::uint32_t j, double, double, double, double) {
      pairs.emplace(id_of(state.identity[i]), id_of(state.identity[j]));
    });
  }
  return pairs;
}

Variant aged(const std::string& traversal, const std::string& builder,
             const RebuildPolicy& rebuild) {
  Variant variant = variant_of(traversal);
  variant.stages["list"] = {builder, {}};
  variant.rebuild = rebuild;
  return variant;
}

std::optional<MissedPairs> missed_at_end(Simulation& simulation, const Scenario& scenario) {
  DownloadedList buffer;
  return missed_at_end_of_cycle(simulation, scenario, buffer);
}

/// Every list traversal in every format that it reads, with a skin.
std::vector<Variant> list_variants(const KernelPack& pack, const std::string& physics) {
  std::vector<Variant> variants;
  for (const NamedListFormat& format : list_formats) {
    for (const std::string& name : strategy_names(pack, {Stage::pass, physics, format.name})) {
      Variant variant = variant_of(name);
      variant.list_format = format.name;
      variant.rebuild = RebuildPolicy{RebuildTrigger::interval, std::nullopt, 1.3};
      if (has_list(find_strategy(pack, {Stage::pass, physics, format.name}, name)))
        variants.push_back(variant);
    }
  }
  EXPECT_FALSE(variants.empty()) << physics;
  return variants;
}

/// Water fast enough to change its neighbours within a few steps.
Scenario fast_water() {
  Scenario water = moving_water();
  water.fixed_dt = 1e-3;
  return water;
}

TEST(MissedPairs, AreThoseThatBruteForceFindsInTheOldStateOnlyLater) {
  const Scenario water = fast_water();
  for (const std::string& toolchain : executor_toolchains()) {
    SCOPED_TRACE(toolchain);
    const RunnablePack pack = pack_of(toolchain);
    Simulation simulation(*pack.runtime, *pack.pack, water,
                          aged("list-gather", "per-particle", {RebuildTrigger::interval, 20, 1.0}));
    const auto counted = missed_at_end(simulation, water);
    ASSERT_TRUE(counted.has_value());
    const Pairs built = pairs_within(water.initial, static_cast<double>(radius));
    ParticleState end;
    simulation.download_last_force_state(end);
    const Pairs later = pairs_within(end, static_cast<double>(radius));
    std::uint64_t missed = 0;
    for (const auto& pair : later) missed += built.contains(pair) ? 0 : 1;
    EXPECT_GT(missed, 0u) << "the case must make a list stale";
    EXPECT_EQ(counted->missed, missed);
    EXPECT_EQ(counted->pairs, later.size());
    EXPECT_DOUBLE_EQ(counted->fraction(),
                     static_cast<double>(missed) / static_cast<double>(later.size()));
    EXPECT_FALSE(none_missed(*counted).passed);
  }
}

TEST(MissedPairs, ALongSkinOrADemandedRebuildMissesNone) {
  const Scenario water = fast_water();
  const RunnablePack pack = pack_of("simt-w32");
  for (const RebuildPolicy& rebuild :
       {RebuildPolicy{RebuildTrigger::interval, 20, 1.4},
        RebuildPolicy{RebuildTrigger::displacement, std::nullopt, 1.05}}) {
    SCOPED_TRACE(rebuild.name());
    Simulation simulation(*pack.runtime, *pack.pack, water,
                          aged("list-gather", "per-particle", rebuild));
    for (int cycle = 0; cycle < 4; ++cycle) {
      const auto counted = missed_at_end(simulation, water);
      ASSERT_TRUE(counted.has_value());
      EXPECT_EQ(counted->missed, 0u);
      EXPECT_GT(counted->pairs, 1000u);
      EXPECT_TRUE(none_missed(*counted).passed);
    }
  }
}

TEST(MissedPairs, OfASampleAreThoseOfItsTargetsScaledToAll) {
  const Scenario water = fast_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water,
                        aged("list-gather", "per-particle", {RebuildTrigger::interval, 20, 1.0}));
  DownloadedList buffer;
  const SampleSize size{.most = 1, .sample = 3 * JudgedParticles::run};
  const auto counted = missed_at_end_of_cycle(simulation, water, buffer, size);
  ASSERT_TRUE(counted.has_value());
  ParticleState end;
  simulation.download_last_force_state(end);
  const JudgedParticles judged = size.of(end.size());
  ASSERT_TRUE(judged.is_sample());
  std::set<std::uint32_t> targets;
  for (std::size_t k = 0; k < judged.count(); ++k) targets.insert(id_of(end.identity[judged[k]]));
  const Pairs built = pairs_within(water.initial, static_cast<double>(radius));
  std::uint64_t pairs = 0, missed = 0;
  for (const auto& pair : pairs_within(end, static_cast<double>(radius))) {
    if (!targets.contains(pair.first)) continue;
    ++pairs;
    missed += built.contains(pair) ? 0 : 1;
  }
  EXPECT_GT(missed, 0u);
  EXPECT_EQ(counted->pairs, judged.over_all(pairs));
  EXPECT_EQ(counted->missed, judged.over_all(missed));
}

// Two particles meet: out of reach at the rebuild, within it at the end; each misses the other.
TEST(MissedPairs, OfTwoThatMeet) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.375f, 0.5f, 0.5f);
  add_particle(state, ParticleType::fluid, 0.375f + 1.01f * radius, 0.5f, 0.5f);
  state.velocity[0].x = 1;
  Scenario scenario = water_scenario(std::move(state), 4);
  scenario.fixed_dt = 1e-3;
  const RunnablePack pack = pack_of("simt-w32");
  const auto counted = [&](std::uint32_t interval) {
    Simulation simulation(
        *pack.runtime, *pack.pack, scenario,
        aged("list-gather", "per-particle", {RebuildTrigger::interval, interval, 1.0}));
    return missed_at_end(simulation, scenario).value();
  };
  EXPECT_EQ(counted(2).pairs, 0u);
  EXPECT_EQ(counted(2).fraction(), 0.0);
  EXPECT_EQ(counted(10).pairs, 2u);
  EXPECT_EQ(counted(10).missed, 2u);
}

TEST(MissedPairs, AreNotCountedWhereThereIsNoListOrNoStep) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario water = fast_water();
  Simulation cells(*pack.runtime, *pack.pack, water, variant_of("par-part-noloop"));
  EXPECT_FALSE(missed_at_end(cells, water).has_value());
  const Scenario box = potential_scenario(random_particles(2, 8, 1), 2);
  Simulation still(*pack.runtime, *pack.pack, box, variant_of("list-gather"));
  EXPECT_FALSE(missed_at_end(still, box).has_value());
}

// A whole verification, with cells and lists of the expanded radius, by every builder.
TEST(MissedPairs, AVariantWithASkinIsVerified) {
  const Scenario water = fast_water();
  const RebuildPolicy rebuild{RebuildTrigger::displacement, std::nullopt, 1.1};
  for (const char* toolchain : {"simt-w32", "cpu-gcc"}) {
    const RunnablePack pack = pack_of(toolchain);
    const bool executor = pack.is_executor();
    for (const std::string& builder : strategy_names(*pack.pack->pack, {.stage = Stage::list})) {
      SCOPED_TRACE(fmt::format("{}, {}", toolchain, builder));
      const VerificationReport report =
          verify_variant(*pack.runtime, *pack.pack, water,
                         aged(executor ? "list-gather" : "omp-list", builder, rebuild));
      EXPECT_EQ(report.status, "ok");
      const auto missed =
          std::count_if(report.checks.begin(), report.checks.end(),
                        [](const Check& check) { return check.name.starts_with("missed pairs"); });
      EXPECT_EQ(missed, 2) << "as it begins, and in motion";
    }
  }
}

// Lists of every format are read with their skin and without, of a physics that does not vanish in
// it.
TEST(MissedPairs, ASkinIsTrimmedInEveryFormat) {
  const Scenario box = potential_scenario(random_particles(3, 8, 4), 3);
  for (const char* toolchain : {"simt-w32", "cpu-gcc"}) {
    const RunnablePack pack = pack_of(toolchain);
    for (const Variant& variant : list_variants(*pack.pack->pack, box.physics)) {
      SCOPED_TRACE(fmt::format("{}, {}", toolchain, variant.name()));
      const VerificationReport report = verify_variant(*pack.runtime, *pack.pack, box, variant);
      EXPECT_EQ(report.status, "ok");
    }
  }
}

}  // namespace
}  // namespace sphlab::test
