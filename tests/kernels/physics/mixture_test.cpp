// The four passes of mixture: by hand, each against its oracle, and all of them in steps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_passes.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "kernels/physics/formulation.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/kernels/physics/passes_on_host.hpp"

namespace sphlab::mixture_by_hand {
namespace {

using test::Arrays;
using test::expect_passed;
using test::run_pass;

constexpr float spacing = 0.1f;
constexpr float h = 0.3f;
constexpr double volume = 1e-3;  // V0 [m^3]

/// Two phases of 1000 and 500 kg/m^3, B = 700 Pa.
WcsphConstants constants() {
  WcsphConstants c{};
  c.influence_radius = c.smoothing_length = h;
  c.particle_mass = 1;
  c.rest_density = 1000;
  c.sound_speed = 2.2135944f;  // sqrt(7 B / rho_1)
  c.polytropic_exponent = 7;
  c.dynamic_viscosity = 6;
  c.second_fluid = {0.5f, 500, 3.1304952f, 0, 2};
  c.drift = {5e-7f, 5e-4f};
  c.gravity = {0, 0, -10};
  return c;
}

/// A particle at x [m] with the volumes of its phases over V0.
struct Drop {
  float x, first, second;
};

Arrays drops(const std::vector<Drop>& all) {
  Arrays arrays;
  for (const Drop& each : all) test::add_particle(arrays.state, ParticleType::fluid, each.x, 0, 0);
  arrays.rate.resize(all.size());
  arrays.fields = {{}, std::vector<float>(4 * all.size())};
  for (const Drop& each : all) {
    arrays.fields[0].push_back(each.first);
    arrays.fields[0].push_back(each.second);
  }
  arrays.arrays.assign(2, std::vector<float>(4 * all.size()));
  arrays.rates.assign(1, std::vector<float>(2 * all.size()));
  return arrays;
}

void run_all(Arrays& arrays, const WcsphConstants& c) {
  run_pass<Mixture::Density>(arrays, c);
  run_pass<Mixture::Drift>(arrays, c);
  run_pass<Mixture::Fractions>(arrays, c);
  run_pass<Mixture::Forces>(arrays, c);
}

// V0 sum W of one particle that has others at these distances.
double volume_sum(const std::vector<double>& distances) {
  const double radius = static_cast<double>(h);
  double sum = std::pow(radius, 6);
  for (const double r : distances) sum += std::pow(radius * radius - r * r, 3);
  return volume * 315 / (64 * std::numbers::pi * std::pow(radius, 9)) * sum;
}

// -(1/r) dW/dr of poly6 [1/m^5].
double poly6_slope(double r) {
  const double radius = static_cast<double>(h);
  return 945 / (32 * std::numbers::pi * std::pow(radius, 9)) * std::pow(radius * radius - r * r, 2);
}

// -dW/dr of spiky [1/m^4].
double spiky_slope(double r) {
  const double radius = static_cast<double>(h);
  return 45 / (std::numbers::pi * std::pow(radius, 6)) * std::pow(radius - r, 2);
}

const float* entry(const std::vector<float>& values, std::size_t i) {
  return values.data() + 4 * i;
}

TEST(MixtureDensity, IsThatOfItsOwnMixtureAndNowhereBelowRest) {
  Arrays few = drops({{0, 1, 0}, {0.1f, 0, 1}});
  run_pass<Mixture::Density>(few, constants());
  EXPECT_EQ(few.state.velocity[0].w, 0.0f) << "two are thinner than the fluid at rest";
  EXPECT_EQ(few.state.position[0].w, 0.0f);
  // 70 at one place, of which one has grown by half
  std::vector<Drop> many(70, Drop{0, 0.5f, 0.5f});
  many[3] = {0, 0.75f, 0.75f};
  Arrays crowd = drops(many);
  run_pass<Mixture::Density>(crowd, constants());
  const double sum = volume_sum(std::vector<double>(69, 0.0));
  ASSERT_GT(sum, 1);
  EXPECT_NEAR(crowd.state.velocity[0].w, sum - 1, 1e-5);
  EXPECT_NEAR(crowd.state.velocity[3].w, 1.5 * sum - 1, 1e-5);
}

TEST(MixtureDrift, OfTwoByHand) {
  Arrays two = drops({{0, 0.75f, 0.25f}, {0.1f, 0.5f, 0.5f}});
  two.fields[1] = {-1, 0, 0, 0, 0, 0, 0, 0};  // dv/dt of the step before
  WcsphConstants c = constants();
  run_pass<Mixture::Density>(two, c);
  ASSERT_EQ(two.state.velocity[0].w, 0.0f);
  run_pass<Mixture::Drift>(two, c);
  // rho = 875, c_2 = 1/7; along x_ij = -0.1, alpha_1 falls by a quarter
  const double gradient = volume * -0.25 * 0.1 * poly6_slope(0.1);
  const double sinking = 5e-7 * 0.75 * (1000 - (6000 + 500) / 7.0);
  const float* flux = entry(two.arrays[Mixture::flux], 0);
  const double spreading = -5e-4 * (500 / 875.0) * gradient;
  const double x = sinking * 1 + spreading;
  EXPECT_GT(spreading, 0) << "the first phase spreads to where there is less of it";
  EXPECT_NEAR(flux[0], x, 1e-6 * std::abs(x));
  EXPECT_EQ(flux[1], 0.0f);
  EXPECT_NEAR(flux[2], sinking * -10, 1e-6 * sinking * 10);
  EXPECT_FLOAT_EQ(flux[3], 1) << "V/V0";
  const float* momentum = entry(two.arrays[Mixture::momentum], 0);
  const double root = std::sqrt(1000 * 875 / (500 * 0.1875));
  EXPECT_NEAR(momentum[0], root * x, 1e-6 * root * std::abs(x));
  EXPECT_NEAR(momentum[2], root * sinking * -10, 1e-6 * root * sinking * 10);
  EXPECT_FLOAT_EQ(momentum[3], 5) << "3/4 of 6 Pa s and 1/4 of 2 Pa s";
}

TEST(MixtureDrift, PartialPressuresDriveAPhaseToWhereItsOwnIsLower) {
  Arrays two = drops({{0, 0.75f, 0.25f}, {0.1f, 0.75f, 0.25f}});
  WcsphConstants c = constants();
  c.gravity = {0, 0, 0};
  // p = 7 and 14 Pa
  two.state.velocity[0].w = two.state.velocity[1].w = 0;
  two.state.position[0].w = 7e-6f;
  two.state.position[1].w = 14e-6f;
  run_pass<Mixture::Drift>(two, c);
  const double gradient = volume * (0.5 * 7) * 0.1 * poly6_slope(0.1);  // of p_1 - p_2
  const double expected = -5e-7 * 0.75 * (1 / 7.0) * gradient;
  EXPECT_NEAR(entry(two.arrays[Mixture::flux], 0)[0], expected, 1e-5 * std::abs(expected));
}

TEST(MixtureDrift, APhaseThatIsNotThereDriftsByDiffusionAlone) {
  Arrays two = drops({{0, 1, 0}, {0.1f, 0, 1}});
  run_pass<Mixture::Density>(two, constants());
  run_pass<Mixture::Drift>(two, constants());
  EXPECT_GT(entry(two.arrays[Mixture::flux], 0)[0], 0);
  EXPECT_EQ(entry(two.arrays[Mixture::flux], 0)[2], 0.0f);
  for (const float number : two.arrays[Mixture::momentum]) EXPECT_TRUE(std::isfinite(number));
}

TEST(MixtureFractions, OfThreeByHand) {
  Arrays three = drops({{0, 0.5f, 0.5f}, {0.1f, 0.5f, 0.5f}, {0.25f, 0.5f, 0.5f}});
  three.arrays[Mixture::flux] = {1, 0, 0, 1, 3, 7, 0, 0.5f, 2, 0, 0, 1};
  run_pass<Mixture::Fractions>(three, constants());
  const auto inflow = [](double fluxes, double volumes, double r) {
    return volume * fluxes * volumes * -r * poly6_slope(r);  // of what is at the lower x
  };
  const double near = inflow(4, 0.5, 0.1);
  const double far = inflow(3, 1, 0.25);
  const double between = inflow(5, 0.5, 0.15);
  const std::vector<float>& rate = three.rates[0];
  EXPECT_NEAR(rate[0], near + far, 1e-5 * std::abs(near)) << "it flows away along x";
  EXPECT_LT(rate[0], 0);
  EXPECT_NEAR(rate[2], between - near, 1e-5 * std::abs(near));
  EXPECT_NEAR(rate[4], -far - between, 1e-5 * std::abs(near));
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_FLOAT_EQ(rate[2 * i + 1], -2 * rate[2 * i]) << "as much mass comes as goes";
}

TEST(MixtureForces, OfTwoByHand) {
  Arrays two = drops({{0, 1, 0}, {0.1f, 0, 1}});
  WcsphConstants c = constants();
  c.gravity = {0, 0, 0};
  two.state.velocity[0] = {0, 0, 0, 0.25f};
  two.state.velocity[1] = {0, 3, 0, 0};
  two.state.position[0].w = 32e-6f;  // p = rho0^2 1.25^2 of that = 50 Pa
  two.state.position[1].w = 10e-6f;
  two.arrays[Mixture::momentum] = {2, 1, 0, 6, 0.5f, 0, 0, 2};
  run_pass<Mixture::Forces>(two, c);
  // V_1 = 0.8 V0; x_ij / r = -1
  const double weight = 0.8 * volume * spiky_slope(0.1);
  const double push = -weight * 60 / 2;
  const double drag = 0.8 * volume * 4 * 3 * spiky_slope(0.1) / (static_cast<double>(h) - 0.1);
  EXPECT_NEAR(two.rate[0].x, (push - weight * (2 * 2 + 0.5 * 0.5)) / 1000, 1e-5);
  EXPECT_NEAR(two.rate[0].y, (drag - weight * 2 * 1) / 1000, 1e-6);
  EXPECT_FLOAT_EQ(two.rate[1].x, -2 * two.rate[0].x) << "half of the mass";
  EXPECT_FLOAT_EQ(two.rate[1].y, -2 * two.rate[0].y);
  EXPECT_EQ(two.fields[Mixture::acceleration][4], two.rate[1].x);
}

TEST(MixtureForces, ParticlesThatCoincideDoNotAct) {
  Arrays two = drops({{0, 1, 0}, {0, 0, 1}});
  two.state.velocity[1] = {5, 6, 7, 0};
  run_all(two, constants());
  EXPECT_EQ(two.rate[0].x, 0.0f);
  EXPECT_EQ(two.rate[0].z, -10.0f);
}

/// A jittered cube of mixtures in motion, compressed, of which nothing has settled.
Arrays in_motion() {
  ParticleState state = test::jittered_state(8, 0.85f * spacing, 3);
  for (std::uint32_t& word : state.identity) word = make_identity(ParticleType::fluid, id_of(word));
  Arrays arrays{state};
  arrays.fields = {{}, {}};
  for (std::size_t i = 0; i < state.size(); ++i) {
    const float fraction = 0.5f + 0.5f * std::sin(7 * state.position[i].x + static_cast<float>(i));
    arrays.fields[0].push_back(fraction);
    arrays.fields[0].push_back(1.1f - fraction);
    for (const float a : {1.0f, fraction, -3.0f, 0.0f}) arrays.fields[1].push_back(a);
  }
  arrays.arrays.assign(2, std::vector<float>(4 * state.size()));
  arrays.rates.assign(1, std::vector<float>(2 * state.size()));
  return arrays;
}

WcsphConstants with_planes() {
  WcsphConstants c = constants();
  c.planes.count = 1;
  c.planes.plane[0] = {0, 0, 1, 0.15f};
  c.planes.stiffness = 2e4f;
  c.planes.damping = 200;
  return c;
}

/// The state as an oracle sees it.
ParticleState seen(const Arrays& arrays) {
  ParticleState state = arrays.state;
  state.fields["phase-volumes"] = arrays.fields[0];
  state.fields["acceleration"] = arrays.fields[1];
  state.fields["drift-flux"] = arrays.arrays[0];
  state.fields["drift-momentum"] = arrays.arrays[1];
  return state;
}

bool agree(const ParticleState& before, const char* stage, const PassDescription& pass,
           const Arrays& device, const WcsphConstants& c) {
  const FormulationDescription formulation = describe_formulation<Mixture::Forces>();
  const ParticleState after = seen(device);
  const ObservedPass observed{
      pass, 0, before, after.fields, {{"phase-volumes", device.rates[0]}}, after.fields};
  const std::size_t live = before.size();
  bool passed = true;
  for (const Check& check : quantities_agree(observed, live, formulation,
                                             oracle_pass_of("mixture", stage, before, live, c, 1)))
    passed = passed && check.passed;
  return passed;
}

/// Whether no check of a pass finds anything wrong with what `device` holds of it.
struct Verdicts {
  bool density, drift, fractions, forces;
  bool operator==(const Verdicts&) const = default;
};

Verdicts verdicts(const Arrays& begin, const Arrays& device, const WcsphConstants& c) {
  ParticleState before = seen(device);
  before.fields["acceleration"] = begin.fields[1];
  const std::size_t live = before.size();
  const OracleRates rates = oracle_rates_of("mixture", before, live, c, 1);
  return {
      densities_agree(before, live, oracle_densities_of("mixture", before, live, c, 1)).passed &&
          pressure_terms_agree(before, live, c, Mixture::Density::targets).passed,
      agree(before, "drift", pass_description<Mixture::Drift>, device, c),
      agree(before, "fractions", pass_description<Mixture::Fractions>, device, c),
      agree(before, "forces", pass_description<Mixture::Forces>, device, c) &&
          accelerations_agree(before, live, device.rate, rates).passed,
  };
}

TEST(Mixture, EachPassIsItsOracles) {
  const Arrays begin = in_motion();
  Arrays device = begin;
  run_all(device, with_planes());
  EXPECT_EQ(verdicts(begin, device, with_planes()), (Verdicts{true, true, true, true}));
}

TEST(Mixture, AWrongSignInTheDriftIsSeen) {
  const WcsphConstants c = with_planes();
  WcsphConstants wrong = c;
  wrong.drift.diffusivity = -c.drift.diffusivity;
  const Arrays begin = in_motion();
  Arrays device = begin;
  run_pass<Mixture::Density>(device, c);
  run_pass<Mixture::Drift>(device, wrong);
  run_pass<Mixture::Fractions>(device, c);
  run_pass<Mixture::Forces>(device, c);
  EXPECT_EQ(verdicts(begin, device, c), (Verdicts{true, false, true, true}));
  wrong = c;
  wrong.drift.mobility = -c.drift.mobility;
  run_pass<Mixture::Drift>(device, wrong);
  EXPECT_FALSE(verdicts(begin, device, c).drift);
}

TEST(Mixture, ADroppedNeighbourIsSeenInEveryPass) {
  const WcsphConstants c = with_planes();
  const Arrays begin = in_motion();
  Arrays right = begin;
  run_all(right, c);
  // the particle in the middle is gone from the sums, but not from the state
  const std::size_t middle = begin.state.size() / 2 + 4;
  const auto without = [&](auto pass) {
    Arrays dropped = right;
    dropped.fields[1] = begin.fields[1];
    dropped.state.position[middle].x += 100;
    run_pass<decltype(pass)>(dropped, c);
    dropped.state.position[middle] = right.state.position[middle];
    dropped.state.velocity[middle] = right.state.velocity[middle];
    dropped.rate[middle] = right.rate[middle];
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t array = 0; array < 2; ++array)
        dropped.arrays[array][4 * middle + k] = right.arrays[array][4 * middle + k];
      dropped.fields[1][4 * middle + k] = right.fields[1][4 * middle + k];
    }
    for (std::size_t k = 0; k < 2; ++k)
      dropped.rates[0][2 * middle + k] = right.rates[0][2 * middle + k];
    return verdicts(begin, dropped, c);
  };
  EXPECT_FALSE(without(Mixture::Density{}).density);
  EXPECT_FALSE(without(Mixture::Drift{}).drift);
  EXPECT_FALSE(without(Mixture::Fractions{}).fractions);
  EXPECT_FALSE(without(Mixture::Forces{}).forces);
}

TEST(Mixture, AFractionThatLeaksIsSeen) {
  const WcsphConstants c = with_planes();
  const Arrays begin = in_motion();
  Arrays device = begin;
  run_all(device, c);
  for (std::size_t i = 0; i < begin.state.size(); ++i) device.rates[0][2 * i] *= 1.001f;
  EXPECT_EQ(verdicts(begin, device, c), (Verdicts{true, true, false, true}));
}

/// Sums over all particles that steps keep where no plane is.
struct Kept {
  std::array<double, 3> momentum{};  // over V0 [kg/(m^2 s)]
  double first = 0, second = 0;      // volumes of the phases over V0 [1]
  std::vector<double> mass;          // of each particle over V0 [kg/m^3]

  explicit Kept(const Arrays& arrays) {
    for (std::size_t i = 0; i < arrays.state.size(); ++i) {
      const double b1 = arrays.fields[0][2 * i];
      const double b2 = arrays.fields[0][2 * i + 1];
      const float4& v = arrays.state.velocity[i];
      const double m = 1000 * b1 + 500 * b2;
      momentum[0] += m * v.x;
      momentum[1] += m * v.y;
      momentum[2] += m * v.z;
      first += b1;
      second += b2;
      mass.push_back(m);
    }
  }
};

TEST(Mixture, StepsKeepTheMomentumThePhasesAndEachMass) {
  WcsphConstants c = constants();
  c.gravity = {0, 0, 0};
  c.drift = {5e-5f, 2e-3f};
  Arrays arrays = in_motion();
  const Kept before(arrays);
  constexpr float dt = 1e-3f;
  double impulse = 0, exchanged = 0;
  for (int n = 0; n < 30; ++n) {
    run_all(arrays, c);
    for (std::size_t i = 0; i < arrays.state.size(); ++i) {
      float4& x = arrays.state.position[i];
      float4& v = arrays.state.velocity[i];
      const float4& a = arrays.rate[i];
      impulse += static_cast<double>(dt * std::abs(a.x)) * before.mass[i];
      exchanged += static_cast<double>(dt * std::abs(arrays.rates[0][2 * i]));
      v = {v.x + dt * a.x, v.y + dt * a.y, v.z + dt * a.z, v.w};
      x = {x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z, x.w};
      for (std::size_t k = 2 * i; k < 2 * i + 2; ++k)
        arrays.fields[0][k] += dt * arrays.rates[0][k];
    }
  }
  const Kept after(arrays);
  ASSERT_GT(impulse, 1000);
  ASSERT_GT(exchanged, 1);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(after.momentum[axis], before.momentum[axis], 1e-5 * impulse) << axis;
  EXPECT_NEAR(after.first, before.first, 1e-5 * exchanged);
  EXPECT_NEAR(after.second, before.second, 2e-5 * exchanged);
  for (std::size_t i = 0; i < after.mass.size(); ++i)
    ASSERT_NEAR(after.mass[i], before.mass[i], 1e-5 * before.mass[i]) << i;
}

}  // namespace
}  // namespace sphlab::mixture_by_hand
