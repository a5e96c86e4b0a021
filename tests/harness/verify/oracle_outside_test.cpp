// Oracles of packs from outside: formulas handed over as functions give what the laboratory's own
// give.
#include "harness/verify/oracle_outside.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

const LjPotentialConstants well{0.3f, 3.0f, 0.2f, 0.01f, {}};

void add_well(const void* constants, const OracleParticle& i, const OracleParticle& j,
              OracleSum& sum) {
  const auto& k = *static_cast<const LjPotentialConstants*>(constants);
  double r2 = static_cast<double>(k.softening);
  for (int axis = 0; axis < 3; ++axis) r2 += std::pow(i.position[axis] - j.position[axis], 2);
  const double s6 = std::pow(static_cast<double>(k.zero_radius) * k.zero_radius / r2, 3);
  sum.values[0] += 4 * static_cast<double>(k.well_depth) * (s6 * s6 - s6);
}

void leave(const void*, const OracleParticle&, OracleSum&) {}

/// du/dt = sum of u_ij, d(rho/rho0)/dt = sum of s_j, then gravity.
void add_differences(const void*, const OracleParticle& i, const OracleParticle& j,
                     OracleSum& sum) {
  for (int axis = 0; axis < 3; ++axis) sum.values[axis] += i.velocity[axis] - j.velocity[axis];
  sum.values[3] += j.density_excess;
}
void add_gravity(const void* constants, const OracleParticle&, OracleSum& sum) {
  sum.values[2] += static_cast<const WcsphConstants*>(constants)->gravity.z;
}

PhysicsKind outside(TypeMask types, TypeMask targets, PairOracle oracle) {
  static std::deque<PassDescription> passes;
  PassDescription& forces = passes.emplace_back(PassDescription{forces_pass, PassKind::forces});
  forces.oracle = oracle;
  PhysicsKind kind{};
  kind.name = "outside";
  kind.equations = "outside";
  kind.smoothing_kernel = "wendland-c2";
  kind.constants = ConstantsKind::lj_potential;
  kind.sources = types;
  kind.targets = targets;
  kind.passes = &forces;
  kind.pass_count = 1;
  kind.is_outside = true;
  return kind;
}

TEST(OracleOutside, PotentialsAreThoseOfTheSameFormula) {
  const ParticleState state = test::random_state(300, 1, 7);
  const TypeMask fluid = mask_of(ParticleType::fluid);
  const OraclePotential own = oracle_potential(state, 280, well, fluid);
  const OraclePotential potential =
      oracle_outside_potential(outside(all_types, fluid, {add_well, leave}), state, 280, well);
  EXPECT_EQ(potential.accepted_pairs, own.accepted_pairs);
  ASSERT_GT(own.accepted_pairs, 0u);
  for (std::size_t i = 0; i < state.size(); ++i) {
    EXPECT_NEAR(potential.value[i], own.value[i], 1e-9 * (1 + std::abs(own.value[i])));
    EXPECT_NEAR(potential.rounding[i], own.rounding[i], 1e-12);
  }
}

TEST(OracleOutside, PotentialsReachAcrossTheFacesOfAPeriodicBox) {
  ParticleState state = test::random_state(300, 1, 7);
  const TypeMask fluid = mask_of(ParticleType::fluid);
  const std::uint64_t within = oracle_potential(state, 280, well, fluid).accepted_pairs;
  state.period = {1, 0, 1};
  const OraclePotential own = oracle_potential(state, 280, well, fluid);
  const OraclePotential potential =
      oracle_outside_potential(outside(all_types, fluid, {add_well, leave}), state, 280, well);
  EXPECT_GT(potential.accepted_pairs, within);
  EXPECT_EQ(potential.accepted_pairs, own.accepted_pairs);
  for (std::size_t i = 0; i < state.size(); ++i) {
    EXPECT_NEAR(potential.value[i], own.value[i], 1e-9 * (1 + std::abs(own.value[i])));
    EXPECT_EQ(potential.borderline[i] > 0, own.borderline[i] > 0);
  }
}

/// Distances, and how many there are.
void add_separation(const void*, const OracleParticle& i, const OracleParticle& j, OracleSum& sum) {
  for (int axis = 0; axis < 3; ++axis) sum.values[axis] += i.position[axis] - j.position[axis];
  sum.values[3] += 1;
}

TEST(OracleOutside, RatesAndQuantitiesAreOfTheNearestImage) {
  static constexpr FieldDescription summed[] = {{"summed", 4}};
  PhysicsKind kind = outside(all_types, all_types, {add_separation, leave});
  PassDescription quantities{"sum", PassKind::quantities};
  quantities.arrays = 1;
  quantities.oracle = {add_separation, leave};
  kind.arrays = summed;
  kind.array_count = 1;
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0.0625f, 0.5f, 1.9375f);
  test::add_particle(state, ParticleType::fluid, 0.9375f, 0.5f, 0.125f);
  state.period = {1, 0, 2};
  WcsphConstants constants{};
  constants.influence_radius = 0.25f;
  const OracleRates rates = oracle_outside_rates(kind, state, 2, constants);
  EXPECT_EQ(rates.acceleration[0], (DoubleVector{0.125, 0, -0.1875}));
  EXPECT_EQ(rates.acceleration[1], (DoubleVector{-0.125, 0, 0.1875}));
  EXPECT_EQ(rates.density_rate[0], 1);
  const OracleQuantities made = oracle_outside_quantities(kind, quantities, state, 2, constants, 1);
  EXPECT_EQ(made.arrays.at("summed").values,
            (std::vector<double>{0.125, 0, -0.1875, 1, -0.125, 0, 0.1875, 1}));
}

TEST(OracleOutside, RatesAreSummedOverSourcesOfItsTypesAndFinished) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0, 0.5f, 0);
  test::add_particle(state, ParticleType::boundary, 0, 0, 0.5f);
  test::add_particle(state, ParticleType::fluid, 0, 5, 0);
  state.velocity[0] = {1, 2, 3, 0.25f};
  state.velocity[1] = {0.5f, 0, 0, 0.125f};
  state.velocity[2] = {9, 9, 9, 9};
  WcsphConstants constants{};
  constants.influence_radius = 1;
  constants.gravity = {0, 0, -10};
  const TypeMask fluid = mask_of(ParticleType::fluid);
  const OracleRates rates = oracle_outside_rates(
      outside(fluid, fluid, {add_differences, add_gravity}), state, 4, constants);
  EXPECT_EQ(rates.acceleration[0], (DoubleVector{0.5, 2, 3 - 10}));
  EXPECT_EQ(rates.density_rate[0], 0.125);
  EXPECT_EQ(rates.acceleration[2], DoubleVector{});
  EXPECT_EQ(rates.acceleration[3], (DoubleVector{0, 0, -10}));
}

TEST(OracleOutside, AFormulaIsNeeded) {
  const ParticleState state = test::random_state(3, 1, 7);
  const PhysicsKind none = outside(all_types, all_types, {nullptr, nullptr});
  EXPECT_THROW(oracle_outside_potential(none, state, 3, well), Error);
}

/// An array with the number of neighbours and the sum of their field; the forces read the array.
void add_counted(const void*, const OracleParticle&, const OracleParticle& j, OracleSum& sum) {
  sum.values[0] += 1;
  sum.values[1] += j.fields[0][0];
}
void add_arrays(const void*, const OracleParticle&, const OracleParticle& j, OracleSum& sum) {
  for (int c = 0; c < 2; ++c) sum.values[c] += j.arrays[0][c];
}

TEST(OracleOutside, APassMakesWhatTheNextOneReads) {
  static constexpr FieldDescription tracer[] = {{"tracer", 1}};
  static constexpr FieldDescription counted[] = {{"counted", 2}};
  PassDescription passes[] = {{"count", PassKind::quantities}, {forces_pass, PassKind::forces}};
  passes[0].arrays = 1;
  passes[0].oracle = {add_counted, leave};
  passes[1].reads = 1;
  passes[1].oracle = {add_arrays, leave};
  PhysicsKind kind = outside(all_types, mask_of(ParticleType::fluid), {});
  kind.passes = passes;
  kind.pass_count = 2;
  kind.fields = tracer;
  kind.field_count = 1;
  kind.arrays = counted;
  kind.array_count = 1;
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0, 0.5f, 0);
  test::add_particle(state, ParticleType::boundary, 0, 0, 0.5f);
  state.fields["tracer"] = {1, 2, 4};
  WcsphConstants constants{};
  constants.influence_radius = 0.6f;
  const OracleQuantities made = oracle_outside_quantities(kind, passes[0], state, 3, constants, 1);
  EXPECT_EQ(made.arrays.at("counted").values, (std::vector<double>{2, 6, 1, 1, 0, 0}))
      << "of the two fluid particles";
  const std::vector<double>& counts = made.arrays.at("counted").values;
  state.fields["counted"].assign(counts.begin(), counts.end());
  const OracleRates rates = oracle_outside_rates(kind, state, 3, constants);
  EXPECT_EQ(rates.acceleration[0], (DoubleVector{1, 1, 0}));
  EXPECT_EQ(rates.acceleration[1], (DoubleVector{2, 6, 0}));
  kind.passes = nullptr;
  passes[0].oracle = {};
  EXPECT_THROW(oracle_outside_quantities(kind, passes[0], state, 3, constants, 1), Error);
}

/// As many numbers as a pass may write: all fields and arrays beside the rates.
void add_ids(const void*, const OracleParticle& i, const OracleParticle& j, OracleSum& sum) {
  sum.values[0] += 1000.0 * i.id + j.id;
  sum.values[most_oracle_values - 1] = j.id;
}

TEST(OracleOutside, ParticlesAreToldByTheirPermanentId) {
  static constexpr FieldDescription four[] = {{"a", 4}, {"b", 4}, {"c", 4}, {"d", 4},
                                              {"e", 4}, {"f", 4}, {"g", 4}, {"h", 4}};
  static constexpr FieldDescription more[] = {{"i", 4}, {"j", 4}, {"k", 4}, {"l", 4},
                                              {"m", 4}, {"n", 4}, {"o", 4}, {"p", 4}};
  PassDescription forces{forces_pass, PassKind::forces};
  forces.arrays = forces.fields = 0xff;
  forces.oracle = {add_ids, leave};
  PhysicsKind kind = outside(all_types, mask_of(ParticleType::fluid), {});
  kind.passes = &forces;
  kind.fields = four;
  kind.arrays = more;
  kind.field_count = kind.array_count = 8;
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0, 0.5f, 0);
  state.identity = {make_identity(ParticleType::fluid, 7), make_identity(ParticleType::fluid, 5)};
  WcsphConstants constants{};
  constants.influence_radius = 1;
  EXPECT_EQ(oracle_outside_rates(kind, state, 2, constants).acceleration[0][0], 7005);
  const OracleQuantities made = oracle_outside_quantities(kind, forces, state, 2, constants, 1);
  EXPECT_EQ(made.fields.at("h").values, (std::vector<double>{0, 0, 0, 5, 0, 0, 0, 7}));
}

}  // namespace
}  // namespace sphlab
