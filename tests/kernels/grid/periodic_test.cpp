// Periodic boxes: what is found across their faces, who serves them, and who refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/scenarios/cell_grid.hpp"
#include "harness/scenarios/periodic_box.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/reason_against.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

constexpr const char* physics = "lj-potential-periodic";
/// A width of three cells and what is left, of four, and of three wide ones.
constexpr float3 widths = {0.875f, 1.0f, 0.99f};

Scenario in_periodic_box(ParticleState state, const float3& period) {
  Scenario scenario = potential_scenario(std::move(state), 1);
  scenario.physics = physics;
  scenario.period = scenario.initial.period = scenario.lj_potential.period = scenario.wcsph.period =
      period;
  scenario.grid =
      fitted_to_box(covering_grid({0, 0, 0}, {widths.x, widths.y, widths.z}, radius, 0.001, "test"),
                    period, radius, "test");
  return scenario;
}

Scenario at_random(std::size_t particles, const float3& period) {
  std::mt19937 random(83);
  std::uniform_real_distribution<float> unit(0, 0.9999f);
  ParticleState state;
  for (std::size_t i = 0; i < particles; ++i) {
    const float x = widths.x * unit(random), y = widths.y * unit(random);
    add_particle(state, i % 3 == 0 ? ParticleType::boundary : ParticleType::fluid, x, y,
                 widths.z * unit(random));
  }
  return in_periodic_box(std::move(state), period);
}

/// Lists what a pack has for the box: each traversal, by each list builder that serves the box
/// where it reads lists.
std::vector<Variant> variants_in_box(const RunnablePack& pack) {
  const KernelPack& table = *pack.pack->pack;
  std::vector<Variant> variants;
  for (const std::string& traversal : strategy_names(table, {Stage::pass, physics})) {
    const Strategy& strategy = find_strategy(table, {Stage::pass, physics}, traversal);
    EXPECT_TRUE(strategy.serves_periodic);
    if (!has_list(strategy)) variants.push_back(variant_of(traversal));
    if (!has_list(strategy)) continue;
    const StageNeeds list{Stage::list, "", default_list_format, strategy.types};
    for (const std::string& builder : strategy_names(table, list)) {
      if (!find_strategy(table, list, builder).serves_periodic) continue;
      variants.push_back(variant_of(traversal));
      variants.back().stages["list"].name = builder;
    }
  }
  return variants;
}

/// Calls judge(pack, variant) for all of every pack that computes the physics.
template <class Judge>
void for_each_in_box(Judge&& judge) {
  for_each_pack([&](const RunnablePack& pack) {
    const std::vector<Variant> variants = variants_in_box(pack);
    if (pack.on_host()) {
      EXPECT_GE(variants.size(), pack.is_executor() ? 4u : 1u);
    }
    for (const Variant& variant : variants) {
      SCOPED_TRACE(variant.name());
      judge(pack, variant);
    }
  });
}

TEST(PeriodicBox, IsVerifiedByAllThatServeIt) {
  for (const float3& period : {widths, float3{widths.x, 0, widths.z}, {0, widths.y, 0}}) {
    const Scenario scenario = at_random(300, period);
    for_each_in_box([&](const RunnablePack& pack, const Variant& variant) {
      const VerificationReport report =
          verify_variant(*pack.runtime, *pack.pack, scenario, variant);
      EXPECT_EQ(report.status, "ok");
      EXPECT_TRUE(std::any_of(report.checks.begin(), report.checks.end(), [](const Check& check) {
        return check.name.starts_with("pairs counted");
      }));
    });
  }
}

// Cells of 40 particles, more than a team has lanes, and more around a cell than wait at once.
TEST(PeriodicBox, IsVerifiedWhereItsCellsAreFull) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario scenario = at_random(36 * 40, widths);
  Variant variant = variant_of("list-gather");
  variant.stages["list"] = {"warp-per-cell-ballot", {{"staged", 320}}};
  EXPECT_EQ(verify_variant(*pack.runtime, *pack.pack, scenario, variant).status, "ok");
}

/// Pairs across each face, edge and corner, and no others: all closer than a third of the radius.
ParticleState pairs_across_faces() {
  ParticleState state;
  for (int across = 1; across < 8; ++across) {
    const auto at = [&](int axis, float width, bool beyond) {
      const float centre = 0.4f + 0.001f * static_cast<float>(across);
      return (across >> axis & 1) == 0 ? centre : beyond ? width - 0.02f : 0.02f;
    };
    for (const bool beyond : {false, true})
      add_particle(state, ParticleType::fluid, at(0, widths.x, beyond), at(1, widths.y, beyond),
                   at(2, widths.z, beyond));
  }
  return state;
}

TEST(PeriodicBox, HasPairsAcrossItsFacesAlone) {
  const Scenario scenario = in_periodic_box(pairs_across_faces(), widths);
  Scenario open = in_periodic_box(pairs_across_faces(), {});
  for_each_in_box([&](const RunnablePack& pack, const Variant& variant) {
    Simulation across(*pack.runtime, *pack.pack, scenario, variant);
    Simulation within(*pack.runtime, *pack.pack, open, variant);
    for (Simulation* simulation : {&across, &within}) {
      simulation->rebuild();
      simulation->forces();
    }
    const std::vector<float> potential = across.download_potential();
    const std::vector<std::size_t> of_id = index_of_id(across.download());
    for (std::size_t id = 0; id < of_id.size(); ++id) {
      const int faces = __builtin_popcount(static_cast<unsigned>(id / 2 + 1));
      const double r2 = faces * 0.04 * 0.04 + 0.01;
      const double s6 = std::pow(0.125 * 0.125 / r2, 3);
      EXPECT_NEAR(potential[of_id[id]], 4 * (s6 * s6 - s6), 1e-3 * std::abs(4 * (s6 * s6 - s6)))
          << id;
    }
    for (const float value : within.download_potential()) EXPECT_EQ(value, 0);
  });
}

TEST(PeriodicBox, IsRefusedByThoseThatDoNotServeIt) {
  const Scenario scenario = at_random(60, widths);
  const RunnablePack pack = pack_of("simt-w32");
  const auto reason = [&](const Variant& variant, const Scenario& of) {
    return reason_against(pack, of, variant);
  };
  const auto with = [](const char* stage, const char* strategy) {
    Variant variant = variant_of("list-gather");
    variant.stages[stage].name = strategy;
    return variant;
  };
  for (const char* builder : {"warp-per-cell", "warp-per-cell-ballot"})
    EXPECT_EQ(reason(with("list", builder), scenario), "");
  EXPECT_TRUE(mentions(reason(with("list", "warp-per-run"), scenario),
                       {"'warp-per-run' of stage 'list'", "faces of a periodic box",
                        "those that do: per-particle, warp-per-cell, warp-per-cell-ballot"}));
  EXPECT_TRUE(mentions(reason(with("hash", "morton"), scenario),
                       {"'morton' of stage 'hash'", "those that do: linear"}));
  EXPECT_TRUE(
      mentions(reason(variant_of("rows"), scenario), {"'rows'", "it has ", "par-part-noloop"}));
  Variant small_cells = variant_of("list-gather");
  small_cells.cells_per_radius = 2;
  EXPECT_TRUE(mentions(reason(small_cells, scenario), {"cells_per_radius is 2", "leave it at 1"}));
  Scenario another = scenario;
  another.physics = "lj-potential";
  EXPECT_TRUE(mentions(reason(variant_of("list-gather"), another),
                       {"'list-gather' of stage 'forces'", "faces of a periodic box"}));
}

}  // namespace
}  // namespace sphlab::test
