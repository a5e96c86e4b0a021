// The two passes of wcsph-summed: by hand, each against its oracle, and both in steps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/oracle_end_to_end.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/kernels/physics/passes_on_host.hpp"

namespace sphlab::paper_e {
namespace {

using Density = WcsphSummed::Density;
using Forces = WcsphSummed::Forces;
using Fluid = SourceTypes<ParticleType::fluid>;
using test::Arrays;
using test::expect_passed;
using test::run_pass;

constexpr float spacing = 0.1f;
constexpr float h = 0.3f;

/// A fluid of 1 kg a particle, B = 700 Pa, whose surface has no tension.
WcsphConstants constants() {
  WcsphConstants c{};
  c.influence_radius = c.smoothing_length = h;
  c.particle_mass = 1;
  c.rest_density = 1000;
  c.sound_speed = 2.2135944f;  // sqrt(7 B / rho0)
  c.polytropic_exponent = 7;
  c.dynamic_viscosity = 6.5f;
  return c;
}

WcsphConstants with_tension() {
  WcsphConstants c = constants();
  c.surface = {2e5f, 0.1f};
  return c;
}

/// One fluid particle at each x [m], all at y = z = 0.
ParticleState in_a_row(const std::vector<float>& places) {
  ParticleState state;
  for (const float x : places) test::add_particle(state, ParticleType::fluid, x, 0, 0);
  return state;
}

/// Densities and rates of a state.
Arrays computed(ParticleState state, const WcsphConstants& c) {
  Arrays arrays{std::move(state)};
  run_pass<Density>(arrays, c);
  run_pass<Forces>(arrays, c);
  return arrays;
}

// rho/rho0 - 1 of one particle that has others at these distances.
double density_excess(const std::vector<double>& distances) {
  const double radius = static_cast<double>(h);
  double sum = std::pow(radius, 6);
  for (const double r : distances) sum += std::pow(radius * radius - r * r, 3);
  return 1e-3 * 315 / (64 * std::numbers::pi * std::pow(radius, 9)) * sum - 1;
}

TEST(Poly6Density, OfOneTwoAndThreeByHand) {
  EXPECT_NEAR(computed(in_a_row({0}), constants()).state.velocity[0].w, density_excess({}), 1e-6);
  const Arrays two = computed(in_a_row({0, 0.1f}), constants());
  EXPECT_NEAR(two.state.velocity[0].w, density_excess({0.1}), 1e-6);
  EXPECT_EQ(two.state.velocity[0].w, two.state.velocity[1].w);
  const Arrays three = computed(in_a_row({0, 0.1f, 0.25f}), constants());
  EXPECT_NEAR(three.state.velocity[0].w, density_excess({0.1, 0.25}), 1e-6);
  EXPECT_NEAR(three.state.velocity[1].w, density_excess({0.1, 0.15}), 1e-6);
  EXPECT_NEAR(three.state.velocity[2].w, density_excess({0.15, 0.25}), 1e-6);
}

TEST(Poly6Density, CountsParticlesThatCoincideAndNoneBeyondTheRadius) {
  const Arrays arrays = computed(in_a_row({0, 0, 0.31f}), constants());
  EXPECT_NEAR(arrays.state.velocity[0].w, density_excess({0}), 1e-6);
  EXPECT_NEAR(arrays.state.velocity[2].w, density_excess({}), 1e-6);
}

TEST(Poly6Density, IsThatOfRestInsideALattice) {
  Arrays arrays = computed(test::lattice_state(9, spacing), constants());
  for (std::uint32_t& word : arrays.state.identity)
    word = make_identity(ParticleType::fluid, id_of(word));
  run_pass<Density>(arrays, constants());
  EXPECT_NEAR(arrays.state.velocity[arrays.state.size() / 2].w, 0, 0.01);
}

TEST(ThinFluid, KeepsItsDigitsAtAnyDensity) {
  const ThinFluid matter = ThinFluid::prepare(constants());
  for (float s = -0.99f; s < 3; s += 0.0037f) {
    const double x = 1.0 + s;
    const double expected =
        static_cast<double>(matter.pressure_scale) * (std::pow(x, 7) - 1) / (x * x);
    EXPECT_NEAR(matter.pressure_over_density2({}, 0, s), expected, 5e-7 * std::abs(expected)) << s;
  }
}

/// What the pair of particles at 0 and r, at rest, makes of each in the direction from 0 to r.
struct PairByHand {
  double density, pressure, push, gradient, curvature;

  explicit PairByHand(double r) {
    const double radius = static_cast<double>(h);
    const double pi = std::numbers::pi;
    density = 1000 * (1 + density_excess({r}));
    pressure = 700 * (std::pow(density / 1000, 7) - 1);
    // of f / rho, with p_i = p_j
    push =
        45 / (pi * std::pow(radius, 6)) * pressure * std::pow(radius - r, 2) / (density * density);
    const double inside = radius * radius - r * r;
    gradient = 945 / (32 * pi * std::pow(radius, 9)) * inside * inside * r / density;
    curvature =
        945 / (8 * pi * std::pow(radius, 9) * density) * inside * (r * r - 0.75 * inside) / density;
  }
};

TEST(WcsphSummedForces, OfTwoAtRestByHand) {
  const PairByHand by_hand(0.1);
  ASSERT_LT(by_hand.pressure, 0) << "two are thinner than the fluid at rest";
  const Arrays arrays = computed(in_a_row({0, 0.1f}), constants());
  EXPECT_NEAR(arrays.rate[1].x, by_hand.push, 2e-6 * std::abs(by_hand.push));
  EXPECT_EQ(arrays.rate[0].x, -arrays.rate[1].x);
  EXPECT_EQ(arrays.rate[1].y, 0.0f);
  EXPECT_EQ(arrays.rate[1].w, 0.0f);
}

TEST(WcsphSummedForces, ViscosityDragsAlongTheVelocitiesByHand) {
  ParticleState state = in_a_row({0, 0.1f});
  state.velocity[1] = {0, 2, -3, 0};
  const Arrays arrays = computed(state, constants());
  const double density = PairByHand(0.1).density;
  const double drag = 45 / (std::numbers::pi * std::pow(static_cast<double>(h), 6)) * 6.5 * 0.2 /
                      (density * density);
  EXPECT_NEAR(arrays.rate[0].y, 2 * drag, 2e-6 * drag);
  EXPECT_NEAR(arrays.rate[0].z, -3 * drag, 5e-6 * drag);
  EXPECT_EQ(arrays.rate[1].y, -arrays.rate[0].y);
}

TEST(WcsphSummedForces, TheSurfaceOfTwoByHand) {
  const PairByHand by_hand(0.1);
  const Arrays arrays = computed(in_a_row({0, 0.1f}), with_tension());
  // n of the particle at 0 points to the other one
  ASSERT_GT(by_hand.gradient, 0.1);
  const double tension = -2e5 * by_hand.curvature / by_hand.density;
  EXPECT_NEAR(arrays.rate[0].x, -by_hand.push + tension, 5e-6 * std::abs(tension));
  WcsphConstants dull = with_tension();
  dull.surface.least_gradient = static_cast<float>(by_hand.gradient * 1.001);
  EXPECT_EQ(computed(in_a_row({0, 0.1f}), dull).rate[0].x,
            computed(in_a_row({0, 0.1f}), constants()).rate[0].x);
  dull.surface.least_gradient = static_cast<float>(by_hand.gradient * 0.999);
  EXPECT_EQ(computed(in_a_row({0, 0.1f}), dull).rate[0].x, arrays.rate[0].x);
}

TEST(WcsphSummedForces, OfThreeKeepTheMomentumAndAreTheOracles) {
  ParticleState state = in_a_row({0, 0.1f, 0.25f});
  state.position[1].y = 0.08f;
  state.velocity[2] = {1, 2, 3, 0};
  const Arrays arrays = computed(state, constants());
  const auto sum = [&](auto axis) {
    return axis(arrays.rate[0]) + axis(arrays.rate[1]) + axis(arrays.rate[2]);
  };
  const float scale = std::abs(arrays.rate[1].x);
  EXPECT_GT(scale, 0);
  EXPECT_NEAR(sum([](const float4& a) { return a.x; }), 0, 1e-6f * scale);
  EXPECT_NEAR(sum([](const float4& a) { return a.y; }), 0, 1e-6f * scale);
  EXPECT_NEAR(sum([](const float4& a) { return a.z; }), 0, 1e-6f * scale);
  const OracleRates oracle = oracle_rates_of("wcsph-summed", arrays.state, 3, constants(), 1);
  expect_passed(accelerations_agree(arrays.state, 3, arrays.rate, oracle));
}

TEST(WcsphSummedForces, ParticlesThatCoincideDoNotAct) {
  ParticleState state = in_a_row({0, 0, 0.4f});
  state.velocity[1] = {5, 6, 7, 0};
  const Arrays arrays = computed(state, with_tension());
  for (const float4& rate : arrays.rate) {
    EXPECT_EQ(rate.x, 0.0f);
    EXPECT_EQ(rate.y, 0.0f);
    EXPECT_EQ(rate.z, 0.0f);
  }
}

TEST(WcsphSummedForces, AreNothingOfPadding) {
  const auto coefficients = Forces::prepare(with_tension());
  const SummedParticle<float> i{0, 0, 0, 1, 1, 2, 3, 1};
  for (const float x : {0.0f, 0.1f, 7.0f}) {
    const SummedParticle<float> j{x, 0, 0, 1, 0, 0, 0, 1};
    Forces::Sum<float> sum;
    const auto pair = make_pair_distance(i.x, i.y, i.z, j.x, j.y, j.z, false);
    add_one_sided<Forces, Fluid>(coefficients, i, j, pair, sum);
    for (const float number : test::numbers_of<float>(sum)) EXPECT_EQ(number, 0.0f) << x;
  }
}

TEST(PenaltyPlanes, PushBackWhatHasPassedThem) {
  WcsphConstants c = constants();
  c.gravity = {0, 0, -10};
  c.planes.count = 2;
  c.planes.plane[0] = {0, 0, 1, -0.5f};     // z = -0.5
  c.planes.plane[1] = {-0.6f, 0, 0.8f, 0};  // through the origin
  c.planes.stiffness = 100;
  c.planes.damping = 3;
  ParticleState state = in_a_row({-5, 5, -7, 9});
  state.position[0].z = -0.75f;  // behind the first, before the second
  state.velocity[0] = {0, 9, -2, 0};
  state.position[1].z = 0.5f;   // before the first, behind the second: 0.8 * 0.5 - 0.6 * 5
  state.position[2].z = -0.5f;  // on the first
  state.velocity[2] = {0, 0, -2, 0};
  state.position[3].z = 20;
  const Arrays arrays = computed(state, c);
  EXPECT_FLOAT_EQ(arrays.rate[0].z, -10 + 100 * 0.25f + 3 * 2);
  EXPECT_EQ(arrays.rate[0].y, 0.0f);
  EXPECT_NEAR(arrays.rate[1].x, -0.6 * 260, 1e-4);
  EXPECT_NEAR(arrays.rate[1].z, -10 + 0.8 * 260, 1e-4);
  EXPECT_FLOAT_EQ(arrays.rate[2].z, -10);
  EXPECT_FLOAT_EQ(arrays.rate[3].z, -10);
}

TEST(PenaltyPlanes, SwingAlongTheirNormals) {
  WcsphConstants c = constants();
  c.planes.count = 2;
  c.planes.plane[0] = {1, 0, 0, -0.5f};  // swings between x = -0.5 and 0.7
  c.planes.plane[1] = {0, 0, 1, -0.5f};  // stands
  c.planes.stroke[0] = 1.2f;
  c.planes.frequency = 0.5f;
  c.planes.phase = 0.25f;
  c.planes.stiffness = 100;
  c.planes.damping = 3;
  ParticleState state = in_a_row({0, 5});
  state.velocity[0] = {0.4f, 0, 0, 0};
  state.position[1].z = -0.75f;
  const auto push_at = [&](double time) {
    state.time = time;
    const Arrays arrays = computed(state, c);
    EXPECT_FLOAT_EQ(arrays.rate[1].z, 25) << "a plane that stands, at " << time;
    return arrays.rate[0].x;
  };
  const double speed = 1.2 * std::numbers::pi * 0.5;  // at half of its stroke
  EXPECT_NEAR(push_at(0), 100 * 0.1 - 3 * (0.4 - speed), 1e-4) << "on its way into the fluid";
  EXPECT_NEAR(push_at(0.5), 100 * 0.7 - 3 * 0.4, 1e-4) << "where it turns";
  EXPECT_NEAR(push_at(1), 100 * 0.1 - 3 * (0.4 + speed), 1e-4) << "on its way back";
  EXPECT_EQ(push_at(1.5), 0) << "behind the particle";
  EXPECT_NEAR(push_at(2e6), push_at(0), 1e-4) << "after a million periods";
}

/// A fluid in motion, everything that may act in action.
WcsphConstants with_everything() {
  WcsphConstants c = with_tension();
  c.gravity = {0, 0, -9.81f};
  c.planes.count = 1;
  c.planes.plane[0] = {0, 0, 1, 0.15f};
  c.planes.stiffness = 2e4f;
  c.planes.damping = 200;
  return c;
}

ParticleState fluid_in_motion() {
  ParticleState state = test::jittered_state(9, 0.9f * spacing, 3);
  for (std::uint32_t& word : state.identity) word = make_identity(ParticleType::fluid, id_of(word));
  return state;
}

TEST(WcsphSummed, EachPassIsItsOraclesAndBothTogetherAre) {
  const WcsphConstants c = with_everything();
  const Arrays arrays = computed(fluid_in_motion(), c);
  const std::size_t live = arrays.state.size();
  const OracleDensities densities = oracle_densities_of("wcsph-summed", arrays.state, live, c, 1);
  expect_passed(densities_agree(arrays.state, live, densities));
  expect_passed(pressure_terms_agree(arrays.state, live, c, Density::targets));
  const OracleRates rates = oracle_rates_of("wcsph-summed", arrays.state, live, c, 1);
  expect_passed(accelerations_agree(arrays.state, live, arrays.rate, rates));
  const EndToEndRates all = oracle_end_to_end("wcsph-summed", arrays.state, live, c, &densities);
  const Check check = end_to_end_agrees(arrays.state, live, arrays.rate, all);
  expect_passed(check);
  EXPECT_LT(check.tolerance, 1e-3);
}

/// Whether any check of the passes finds something wrong with what they have computed.
bool is_refuted(const Arrays& arrays, const ParticleState& state, const WcsphConstants& c) {
  ParticleState device = state;
  device.velocity = arrays.state.velocity;
  device.position = arrays.state.position;
  const std::size_t live = state.size();
  const OracleDensities densities = oracle_densities_of("wcsph-summed", device, live, c, 1);
  const OracleRates rates = oracle_rates_of("wcsph-summed", device, live, c, 1);
  return !densities_agree(device, live, densities).passed ||
         !accelerations_agree(device, live, arrays.rate, rates).passed;
}

TEST(WcsphSummed, ADroppedNeighbourIsSeenInEitherPass) {
  const WcsphConstants c = with_everything();
  const ParticleState state = fluid_in_motion();
  const Arrays right = computed(state, c);
  EXPECT_FALSE(is_refuted(right, state, c));
  // the last particle is gone from the sums, but not from the state
  ParticleState without = state;
  without.identity.back() = make_identity(ParticleType::boundary, id_of(state.identity.back()));
  Arrays dropped{without};
  run_pass<Density>(dropped, c);
  dropped.state.velocity.back() = right.state.velocity.back();
  dropped.state.position.back() = right.state.position.back();
  dropped.rate = right.rate;
  EXPECT_TRUE(is_refuted(dropped, state, c));
  Arrays of_forces{right.state};
  of_forces.state.identity = without.identity;
  run_pass<Forces>(of_forces, c);
  of_forces.rate.back() = right.rate.back();
  EXPECT_TRUE(is_refuted(of_forces, state, c));
}

TEST(WcsphSummed, NumbersThatAreNoneAreSeen) {
  const WcsphConstants c = with_everything();
  const ParticleState state = fluid_in_motion();
  Arrays arrays = computed(state, c);
  arrays.rate[5].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(is_refuted(arrays, state, c));
  arrays = computed(state, c);
  arrays.state.velocity[5].w = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(is_refuted(arrays, state, c));
}

TEST(WcsphSummed, ForcesAtDensitiesOfAnotherStateAreSeenEndToEnd) {
  const WcsphConstants c = with_everything();
  const ParticleState state = fluid_in_motion();
  const Arrays right = computed(state, c);
  const std::size_t live = state.size();
  const OracleDensities densities = oracle_densities_of("wcsph-summed", state, live, c, 1);
  const EndToEndRates all = oracle_end_to_end("wcsph-summed", state, live, c, &densities);
  expect_passed(end_to_end_agrees(state, live, right.rate, all));
  Arrays stale = right;
  for (float4& velocity : stale.state.velocity) velocity.w *= 1.001f;
  run_pass<Forces>(stale, c);
  EXPECT_FALSE(end_to_end_agrees(state, live, stale.rate, all).passed);
}

/// Momentum per mass of all particles [m/s].
std::array<double, 3> momentum(const Arrays& arrays) {
  std::array<double, 3> sum{};
  for (const float4& v : arrays.state.velocity) {
    sum[0] += static_cast<double>(v.x);
    sum[1] += static_cast<double>(v.y);
    sum[2] += static_cast<double>(v.z);
  }
  return sum;
}

TEST(WcsphSummed, WithoutPlanesAndTensionTheMomentumStays) {
  const WcsphConstants c = constants();
  Arrays arrays{test::jittered_state(6, 0.9f * spacing, 3)};
  for (std::uint32_t& word : arrays.state.identity)
    word = make_identity(ParticleType::fluid, id_of(word));
  const std::array<double, 3> before = momentum(arrays);
  double impulse = 0;
  constexpr float dt = 1e-3f;
  for (int n = 0; n < 30; ++n) {
    run_pass<Density>(arrays, c);
    run_pass<Forces>(arrays, c);
    for (std::size_t i = 0; i < arrays.state.size(); ++i) {
      float4& x = arrays.state.position[i];
      float4& v = arrays.state.velocity[i];
      const float4& a = arrays.rate[i];
      v = {v.x + dt * a.x, v.y + dt * a.y, v.z + dt * a.z, v.w};
      x = {x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z, x.w};
      impulse += static_cast<double>(dt * std::abs(a.x));
    }
  }
  const std::array<double, 3> after = momentum(arrays);
  EXPECT_GT(impulse, 1);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(after[axis], before[axis], 1e-5 * impulse) << axis;
}

}  // namespace
}  // namespace sphlab::paper_e
