// A formulation of several passes, by every traversal that repeats: verified pass by pass, end to
// end and over a step; and each way of computing it wrongly is caught.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/scenarios/outside_physics.hpp"
#include "harness/verify/checks_passes.hpp"
#include "harness/verify/gathered.hpp"
#include "harness/verify/in_motion.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/same_bits.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab {
namespace {

constexpr const char* toy = "toy-passes";

/// Calls add(j, w, d) for what is within reach of every live fluid particle i, then finish(i).
template <class Begin, class Add, class Finish>
void over_pairs(const ParticleState& state, std::size_t live, const WcsphConstants& c,
                Begin&& begin, Add&& add, Finish&& finish) {
  const double radius2 = static_cast<double>(c.influence_radius) * c.influence_radius;
  const CellSearch search(state, live, c.influence_radius);
  for (std::size_t i = 0; i < live; ++i) {
    if (!is_fluid(state.identity[i])) continue;
    begin(i);
    search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
      if (r2 < radius2) add(i, j, 1 - r2 / radius2, DoubleVector{dx, dy, dz});
    });
    finish(i);
  }
}

OracleQuantities toy_strain(const ParticleState& state, const JudgedParticles& judged,
                            const WcsphConstants& c, int, const OracleKernel&) {
  OracleQuantities made;
  std::vector<double>& momentum = made.arrays["momentum"].values;
  momentum.resize(4 * state.size());
  made.arrays["level"].values.resize(state.size());
  std::vector<double>& rate = made.rates["tracer"].values;
  rate.resize(state.size());
  const std::vector<float>& tracer = state.fields.at("tracer");
  const auto add = [&](std::size_t i, std::uint32_t j, double w, const DoubleVector&) {
    const float4 v = state.velocity[j];
    momentum[4 * i] += w * static_cast<double>(v.x);
    momentum[4 * i + 1] += w * static_cast<double>(v.y);
    momentum[4 * i + 2] += w * static_cast<double>(v.z);
    momentum[4 * i + 3] += w;
    rate[i] += w * (static_cast<double>(tracer[j]) - tracer[i]);
  };
  over_pairs(
      state, judged.live(), c, [](std::size_t) {}, add, [](std::size_t) {});
  return made;
}

OracleQuantities toy_prediction(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& c, int, const OracleKernel&) {
  OracleQuantities made;
  std::vector<double>& level = made.arrays["level"].values;
  level.resize(state.size());
  const std::vector<float>& momentum = state.fields.at("momentum");
  const std::vector<float>& before = state.fields.at("level");
  const auto add = [&](std::size_t i, std::uint32_t j, double w, const DoubleVector&) {
    level[i] += w * static_cast<double>(momentum[4 * j + 3]);
  };
  const auto finish = [&](std::size_t i) {
    level[i] = (level[i] + static_cast<double>(before[i])) / 2;
    made.largest_error = std::max(made.largest_error, std::abs(level[i] - before[i]));
  };
  over_pairs(
      state, judged.live(), c, [](std::size_t) {}, add, finish);
  return made;
}

/// dv/dt of one fluid particle after the other.
/// Of all particles: a state of the tests has few.
OracleRates toy_rates(const ParticleState& state, const JudgedParticles& judged,
                      const WcsphConstants& c, int, const OracleKernel&) {
  OracleRates rates;
  rates.acceleration.resize(state.size());
  rates.density_rate.resize(state.size());
  const std::vector<float>& level = state.fields.at("level");
  const std::vector<float>& momentum = state.fields.at("momentum");
  const auto begin = [&](std::size_t i) {
    rates.acceleration[i] = {c.gravity.x, c.gravity.y, c.gravity.z};
  };
  const auto add = [&](std::size_t i, std::uint32_t j, double w, const DoubleVector& d) {
    const double push = w * (static_cast<double>(level[i]) + level[j]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      rates.acceleration[i][axis] +=
          push * d[axis] + w * static_cast<double>(momentum[4 * j + axis]);
    ++rates.accepted_pairs;
  };
  over_pairs(state, judged.live(), c, begin, add, [](std::size_t) {});
  return rates;
}

OracleQuantities toy_forces(const ParticleState& state, const JudgedParticles& judged,
                            const WcsphConstants& c, int threads, const OracleKernel& kernel) {
  const OracleRates rates = toy_rates(state, judged, c, threads, kernel);
  OracleQuantities made;
  std::vector<double>& kept = made.fields["last-acceleration"].values;
  kept.resize(4 * state.size());
  for (std::size_t i = 0; i < judged.live(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) kept[4 * i + axis] = rates.acceleration[i][axis];
  }
  return made;
}

const RegisterOracle<PassOracle> strain("toy-passes/strain", toy_strain);
const RegisterOracle<PassOracle> prediction("toy-passes/prediction", toy_prediction);
const RegisterOracle<PassOracle> forces_of_toy("toy-passes/forces", toy_forces);
const RegisterOracle<RatesOracle> accelerations("toy-passes", toy_rates);

/// The packs of the toy, which scenarios may name from the first call on.
const std::vector<LoadedPack>& toy_packs() {
  static const std::vector<LoadedPack> packs = [] {
    std::vector<std::string> problems;
    std::vector<LoadedPack> all = load_packs({SPHLAB_BINARY_DIR "/test-packs/toy"}, &problems);
    for (const LoadedPack& pack : all)
      EXPECT_EQ(add_outside_physics(*find_formulation(*pack.pack, toy)), "");
    return all;
  }();
  return packs;
}

const LoadedPack& executor() {
  for (const LoadedPack& pack : toy_packs()) {
    if (std::string(pack.pack->toolchain) == "toy-simt-w32") return pack;
  }
  throw std::runtime_error("no pack toy-simt-w32 in " SPHLAB_BINARY_DIR "/test-packs/toy");
}

/// Water and a wall, each particle with a tracer of its own. A repetition halves the error.
Scenario toy_water() {
  Scenario water = test::moving_water();
  water.physics = toy;
  water.scheme = "symplectic-euler";
  water.list_interval = 1;
  water.wcsph.repetition = {30.0f, 2, 9};
  for (std::size_t i = 0; i < water.particles(); ++i) {
    water.initial.position[i].w = 0;
    water.initial.velocity[i].w = 0;
  }
  std::mt19937 generator(11);
  std::vector<float>& tracer = water.initial.fields["tracer"];
  for (std::size_t i = 0; i < water.particles(); ++i)
    tracer.push_back(static_cast<float>(generator() % 1000) / 1000);
  return water;
}

std::string failed_checks(const VerificationReport& report) {
  std::string failed;
  for (const Check& check : report.checks) {
    if (!check.passed)
      failed += fmt::format("{} ({:g}): {}\n", check.name, check.value, check.detail);
  }
  return failed;
}

bool has_check(const VerificationReport& report, const std::string& name) {
  return std::any_of(report.checks.begin(), report.checks.end(),
                     [&](const Check& check) { return check.name.starts_with(name); });
}

TEST(SeveralPasses, AreVerifiedByEveryTraversal) {
  std::size_t variants = 0;
  const Scenario water = (toy_packs(), toy_water());
  for (const LoadedPack& pack : toy_packs()) {
    for (const std::string& traversal : strategy_names(*pack.pack, {Stage::pass, toy})) {
      SCOPED_TRACE(fmt::format("{} {}", pack.pack->toolchain, traversal));
      Runtime runtime(host_runtime(), 0);
      const Variant variant = test::as_served(*pack.pack, toy, test::variant_of(traversal));
      const VerificationReport report = verify_variant(runtime, pack, water, variant);
      EXPECT_EQ(report.status, "ok") << failed_checks(report);
      for (const char* name : {"strain: momentum", "strain: level", "strain: tracer",
                               "prediction 1: level", "prediction 2: level", "repetitions",
                               "forces 1: last-acceleration", "accelerations end to end"})
        EXPECT_TRUE(has_check(report, name)) << name;
      ++variants;
    }
  }
  EXPECT_GE(variants, 6u);
}

/// Expects that each is what the other has.
void expect_same(const ObservedPass& some, const ObservedPass& excerpt) {
  EXPECT_EQ(some.time, excerpt.time);
  EXPECT_TRUE(same_particles(some.before, excerpt.before));
  EXPECT_EQ(some.before.excerpted, excerpt.before.excerpted);
  EXPECT_EQ(some.arrays, excerpt.arrays);
  EXPECT_EQ(some.rates, excerpt.rates);
  EXPECT_EQ(some.fields, excerpt.fields);
}

TEST(SeveralPasses, ObservedOfSomeParticlesAreAnExcerptOfAll) {
  const Scenario water = (toy_packs(), toy_water());
  Runtime runtime(host_runtime(), 0);
  Simulation simulation(runtime, executor(), water, test::variant_of("rows"));
  const std::vector<std::uint32_t> places = {3, 64, 65, 150};
  const auto observe = [&](const std::vector<std::uint32_t>* of) {
    simulation.restore(water.initial, 0, 0);
    simulation.rebuild();
    return observe_passes(simulation, of);
  };
  const ObservedEvaluation all = observe(nullptr);
  const ObservedEvaluation some = observe(&places);
  ASSERT_GT(all.passes.size(), 4u);
  ASSERT_EQ(some.passes.size(), all.passes.size());
  for (std::size_t k = 0; k < all.passes.size(); ++k) {
    SCOPED_TRACE(k);
    expect_same(some.passes[k], excerpt_of(all.passes[k], places));
  }
  EXPECT_NE(all.passes[0].before.fields.at("momentum"), all.passes[0].arrays.at("momentum"));
  EXPECT_EQ(all.passes[0].arrays.at("momentum"), all.passes[1].before.fields.at("momentum"))
      << "what a pass has written, the one behind it reads";
  EXPECT_EQ(some.before_forces, gathered(all.before_forces, places, water.particles()));
}

TEST(SeveralPasses, FieldsAreAdvancedSavedAndRestored) {
  const Scenario water = (toy_packs(), toy_water());
  Runtime runtime(host_runtime(), 0);
  Simulation simulation(runtime, executor(), water, test::variant_of("rows"));
  for (int step = 0; step < 3; ++step) simulation.step();
  const ParticleState middle = simulation.download();
  EXPECT_NE(middle.fields.at("tracer"), water.initial.fields.at("tracer"));
  const RunState run = simulation.run_state();
  simulation.step();
  const ParticleState straight = simulation.download();
  simulation.restore(middle, run.time, run.steps);
  simulation.step();
  EXPECT_EQ(simulation.download().fields, straight.fields);
}

/// Times that the passes are repeated under some limits.
std::uint32_t repetitions_under(const RepetitionLimits& limits) {
  Scenario water = (toy_packs(), toy_water());
  water.wcsph.repetition = limits;
  Runtime runtime(host_runtime(), 0);
  Simulation simulation(runtime, executor(), water, test::variant_of("rows"));
  simulation.step();
  simulation.step();
  const Repetition counted = simulation.run_state().repetition;
  EXPECT_EQ(counted.evaluations, 2u);
  EXPECT_LE(counted.times * 2, counted.total_times + 2);
  EXPECT_EQ(counted.not_converged, counted.last_error > limits.error ? 2u : 0u);
  return counted.times;
}

TEST(SeveralPasses, TheDeviceEndsRepetitionsByTheirError) {
  EXPECT_EQ(repetitions_under({1e9f, 1, 9}), 1u);
  EXPECT_EQ(repetitions_under({1e9f, 4, 9}), 4u) << "at least";
  EXPECT_EQ(repetitions_under({1e-9f, 1, 7}), 7u) << "at most, not converged";
  const std::uint32_t some = repetitions_under({30.0f, 1, 9});
  EXPECT_GT(some, 1u);
  EXPECT_LT(some, 9u);
  EXPECT_EQ(repetitions_under({15.0f, 1, 9}), some + 1) << "each halves the error";
}

TEST(SeveralPasses, ASchemeThatAdvancesNoFieldsIsRefusedByName) {
  Scenario water = (toy_packs(), toy_water());
  water.scheme = "verlet";
  Runtime runtime(host_runtime(), 0);
  try {
    Simulation simulation(runtime, executor(), water, test::variant_of("rows"));
    FAIL() << "verlet advances no fields";
  } catch (const Error& error) {
    EXPECT_TRUE(mentions(error.what(), {"toy-passes", "tracer", "verlet", "symplectic-euler"}))
        << error.what();
  }
}

/// A pass of rows whose result is changed behind it.
using Change = void (*)(const QuantityArguments& arguments);
decltype(Strategy::launch) right_launch = nullptr;
Change change_behind = nullptr;

int launch_wrongly(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const int code = right_launch(arguments, tuning, stream);
  change_behind(*static_cast<const QuantityArguments*>(arguments));
  return code;
}

/// Calls verify(pack), with the pack of the executor in which the result of a pass is changed.
template <class Verify>
std::string with_changed(const std::string& pass, Change change, Verify&& verify) {
  static std::vector<Strategy> strategies;
  static KernelPack altered;
  altered = *executor().pack;
  strategies.assign(altered.strategies, altered.strategies + altered.strategy_count);
  for (Strategy& strategy : strategies) {
    if (strategy.pass != pass || strategy.name != std::string("rows")) continue;
    right_launch = strategy.launch;
    change_behind = change;
    strategy.launch = launch_wrongly;
  }
  altered.strategies = strategies.data();
  LoadedPack pack = executor();
  pack.pack = &altered;
  pack.library = nullptr;
  return failed_checks(verify(pack));
}

/// What verification says of the toy where the result of a pass is changed.
std::string failures_with(const std::string& pass, Change change) {
  return with_changed(pass, change, [](const LoadedPack& pack) {
    Runtime runtime(host_runtime(), 0);
    const Scenario water = toy_water();
    return verify_variant(runtime, pack, water, test::variant_of("rows"));
  });
}

/// Verifies a sample of the toy in motion.
VerificationReport sample_in_motion(const LoadedPack& pack) {
  Runtime runtime(host_runtime(), 0);
  const Scenario water = toy_water();
  Simulation simulation(runtime, pack, water, test::variant_of("rows"));
  const Motion how{.label = "moving", .size = {.most = 0, .sample = 2 * JudgedParticles::run}};
  StatesInMotion memory;
  VerificationReport report;
  verify_in_motion(simulation, water, water.initial, 0, 0, how, memory, report.checks);
  return report;
}

/// An entry of some particle in the middle.
constexpr std::size_t some = 150;

TEST(SeveralPasses, EachWrongQuantityFailsByName) {
  EXPECT_TRUE(
      mentions(failures_with("strain",
                             [](const QuantityArguments& a) { a.arrays[0][4 * some + 1] += 1.0f; }),
               {"strain: momentum", "accelerations end to end"}));
  EXPECT_TRUE(mentions(
      failures_with("strain", [](const QuantityArguments& a) { a.rates[0][some] += 0.1f; }),
      {"strain: tracer"}));
  EXPECT_TRUE(mentions(
      failures_with("prediction", [](const QuantityArguments& a) { a.arrays[1][some] *= 1.001f; }),
      {"prediction 1: level", "accelerations end to end"}));
  EXPECT_TRUE(mentions(
      failures_with(forces_pass, [](const QuantityArguments& a) { a.fields[1][4 * some] += 0.1f; }),
      {"forces 1: last-acceleration"}));
}

TEST(SeveralPasses, OfASampleInMotionWrongQuantitiesFailByName) {
  const VerificationReport right = sample_in_motion((toy_packs(), executor()));
  EXPECT_EQ(failed_checks(right), "");
  EXPECT_TRUE(has_check(right, "strain: momentum"));
  for (const Check& check : right.checks) {
    if (!check.name.starts_with("strain: ")) continue;
    EXPECT_NE(check.name.find("of a sample"), std::string::npos) << check.name;
  }
  const auto all = [](const QuantityArguments& a) {
    for (std::size_t i = 0; i < a.particles; ++i) a.arrays[0][4 * i + 1] += 1.0f;
  };
  EXPECT_TRUE(mentions(with_changed("strain", all, sample_in_motion), {"strain: momentum"}));
}

TEST(SeveralPasses, RepetitionsThatEndAtTheWrongTimeFail) {
  EXPECT_TRUE(
      mentions(failures_with(forces_pass,
                             [](const QuantityArguments& a) { a.repetition->largest_error = 0; }),
               {"repetitions"}))
      << "too early";
  EXPECT_TRUE(mentions(
      failures_with("prediction",
                    [](const QuantityArguments& a) { a.repetition->largest_error = 0x7f000000; }),
      {"repetitions"}))
      << "too late";
}

TEST(SeveralPasses, OfASampleItsParticlesAloneAreJudged) {
  constexpr std::size_t live = 2 * JudgedParticles::usual;
  const JudgedParticles judged = JudgedParticles::by_candidates(live, 20'000'000'000'000);
  ASSERT_TRUE(judged.is_sample());
  const FieldDescription level{"level", 1};
  FormulationDescription formulation{};
  formulation.arrays = &level;
  formulation.array_count = 1;
  ObservedPass observed;
  observed.pass.name = "strain";
  observed.pass.arrays = 1;
  observed.before.position.resize(live);
  observed.before.velocity.resize(live);
  observed.before.identity.resize(live);
  observed.arrays["level"].assign(live, 1.0f);
  OracleQuantities oracle;
  oracle.arrays["level"].values.assign(live, 1.0);
  const auto passes = [&] {
    return quantities_agree(observed, judged, formulation, oracle).at(0).passed;
  };
  EXPECT_TRUE(passes());
  std::size_t between = 0;
  while (judged[between] + 1 == judged[between + 1]) ++between;
  observed.arrays["level"][judged[between] + 1] = 2.0f;
  EXPECT_TRUE(passes()) << "of a particle that is not judged";
  observed.arrays["level"][judged[between + 1]] = 2.0f;
  EXPECT_FALSE(passes());
}

}  // namespace
}  // namespace sphlab
