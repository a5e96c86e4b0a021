// forces: the physics with more than two types, by every traversal, against the oracle.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/verify/verify.hpp"
#include "tests/support/many_types.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

using Types = std::vector<ParticleType>;

constexpr ParticleType F = ParticleType::fluid;
constexpr ParticleType B = ParticleType::boundary;
constexpr ParticleType M = ParticleType::body;
constexpr ParticleType S = ParticleType::second_fluid;

void expect_verified(const Scenario& scenario) {
  std::size_t traversals = 0;
  for_each_traversal(scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const VerificationReport report = verify_variant(*pack.runtime, *pack.pack, scenario, variant);
    EXPECT_EQ(report.status, "ok");
    ++traversals;
  });
  EXPECT_GE(traversals, 2u);
}

struct Case {
  const char* physics;
  Types types;
};

class ManyTypes : public testing::TestWithParam<Case> {
 protected:
  Scenario scenario(ParticleState state, unsigned cells) const {
    return scenario_of(std::move(state), cells, GetParam().types);
  }
  static Scenario scenario_of(ParticleState state, unsigned cells, const Types& types) {
    deal_types(state, types);
    return many_types_scenario(GetParam().physics, std::move(state), cells);
  }
};

TEST_P(ManyTypes, Lattice) {
  Scenario lattice = scenario(cubic_lattice(8), 4);
  lattice.wcsph.wall_distance = 0.1f;
  expect_verified(lattice);
}

TEST_P(ManyTypes, RandomClouds) {
  expect_verified(scenario(random_particles(3, 7, 31), 3));
}

TEST_P(ManyTypes, AllTypesInOneCell) {
  expect_verified(scenario(random_particles(1, 97, 37), 1));
  ParticleState corner;
  std::mt19937 generator(41);
  fill_cell(corner, 2, 2, 2, 61, generator);
  expect_verified(scenario(std::move(corner), 3));
}

TEST_P(ManyTypes, OneTypeAbsent) {
  for (const ParticleType absent : GetParam().types) {
    SCOPED_TRACE(type_name(absent));
    Types present = GetParam().types;
    std::erase(present, absent);
    expect_verified(scenario_of(random_particles(2, 13, 43), 2, present));
  }
}

// The checker must be able to fail: a run with other constants than the oracle was told.
TEST_P(ManyTypes, OtherConstantsAreNotVerified) {
  const Scenario right = scenario(cubic_lattice(6), 3);
  const RunnablePack pack = pack_of("cpu-gcc");
  const auto failed_with = [&](const std::function<void(WcsphConstants&)>& change) {
    Simulation simulation(*pack.runtime, *pack.pack, right, Variant{});
    Scenario wrong = right;
    change(wrong.wcsph);
    std::vector<Check> checks;
    verify_state(simulation, wrong, "initial", checks);
    return std::any_of(checks.begin(), checks.end(), [](const Check& c) { return !c.passed; });
  };
  EXPECT_FALSE(failed_with([](WcsphConstants&) {}));
  EXPECT_TRUE(failed_with([](WcsphConstants& c) { c.artificial_viscosity *= 1.1f; }));
  EXPECT_TRUE(failed_with([](WcsphConstants& c) { c.density_diffusion *= 1.1f; }));
  EXPECT_TRUE(failed_with([](WcsphConstants& c) { c.gravity.z = 9.81f; }));
  if (std::string(GetParam().physics) != "wcsph-two-fluids") return;
  EXPECT_TRUE(failed_with([](WcsphConstants& c) { c.second_fluid.rest_density *= 1.01f; }));
  EXPECT_TRUE(failed_with([](WcsphConstants& c) { c.second_fluid.particle_mass *= 1.01f; }));
}

/// Every traversal that reads lists of a format. Returns how many there are.
std::size_t expect_verified_in_format(const RunnablePack& pack, const Scenario& scenario,
                                      const std::string& format) {
  std::size_t with_list = 0;
  const StageNeeds needs{Stage::pass, scenario.physics, format};
  for (const std::string& traversal : strategy_names(*pack.pack->pack, needs)) {
    if (!has_list(find_strategy(*pack.pack->pack, needs, traversal))) continue;
    SCOPED_TRACE(traversal);
    Variant variant = variant_of(traversal);
    variant.list_format = format;
    EXPECT_EQ(verify_variant(*pack.runtime, *pack.pack, scenario, variant).status, "ok");
    ++with_list;
  }
  return with_list;
}

TEST_P(ManyTypes, ListsInEveryFormatThatThePackIsCompiledFor) {
  const Scenario lattice = scenario(cubic_lattice(6), 3);
  const RunnablePack pack = pack_of("simt-w32");
  std::map<std::string, std::size_t> readers;
  for (const NamedListFormat& format : list_formats) {
    SCOPED_TRACE(format.name);
    readers[format.name] = expect_verified_in_format(pack, lattice, format.name);
  }
  EXPECT_EQ(readers.at("split-interleaved"), 7u);  // sources of 24 bytes are of one fluid alone
  EXPECT_GE(readers.at("unified-interleaved"), 1u);
  EXPECT_GE(readers.at("split-chunk-4"), 1u);
  EXPECT_GE(readers.at("separate-interleaved"), 1u);
}

// list-gather has a loop a type, which a unified list does not have.
TEST_P(ManyTypes, OtherFormatsAreRefused) {
  const Scenario lattice = scenario(cubic_lattice(3), 2);
  const RunnablePack pack = pack_of("simt-w32");
  Variant variant = variant_of("list-gather");
  variant.list_format = "unified-chunk-8";
  try {
    Simulation(*pack.runtime, *pack.pack, lattice, variant);
    ADD_FAILURE() << "took " << lattice.physics;
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_NE(std::string(error.what()).find(lattice.physics), std::string::npos) << error.what();
  }
}

// A pack that was not compiled for every format tells what would have it compiled for more.
TEST_P(ManyTypes, TheRefusalNamesTheVariableOfTheBuild) {
  KernelPack pack = *pack_of("simt-w32").pack->pack;
  const StageNeeds needs{Stage::pass, GetParam().physics, "unified-chunk-8"};
  for (const bool every : {false, true}) {
    pack.matrix = every ? "every" : "push";
    try {
      find_strategy(pack, needs, "list-gather");
      ADD_FAILURE() << "found it";
    } catch (const Error& error) {
      const bool named =
          std::string(error.what()).find("-DSPHLAB_MATRIX=every") != std::string::npos;
      EXPECT_EQ(named, !every) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Physics, ManyTypes,
                         testing::Values(Case{"wcsph-dynamic", {F, B, F, M, F}},
                                         Case{"wcsph-two-fluids", {F, S, B, F, S, M, S}}),
                         [](const auto& param) {
                           return std::string(param.param.physics) == "wcsph-dynamic" ? "Dynamic"
                                                                                      : "TwoFluids";
                         });

}  // namespace
}  // namespace sphlab::test
