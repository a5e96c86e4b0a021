// The three passes of elastic bodies: by hand, each against its oracle, and all in steps.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/comparison.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "tests/kernels/physics/passes_on_host.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using Field = ElasticPass::Field;
using Array = ElasticPass::Array;

WcsphConstants rubber() {
  WcsphConstants c = test_constants<Elastic>();
  c.polytropic_exponent = 1;
  c.gravity = {};
  return c;
}

/// Wendland's C2 kernel and its slope over r, in double precision.
double kernel(double r, double h) {
  const double q = r / h;
  return q >= 2 ? 0
                : 21 / (16 * std::numbers::pi * h * h * h) * std::pow(1 - q / 2, 4) * (2 * q + 1);
}
double slope(double r, double h) {
  const double q = r / h;
  return q >= 2 ? 0 : -105 / (16 * std::numbers::pi * std::pow(h, 5)) * std::pow(1 - q / 2, 3);
}

Arrays bodies(ParticleState state) {
  Arrays all{std::move(state)};
  const std::size_t n = all.state.size();
  for (const FieldDescription& field : Elastic::fields) {
    all.fields.emplace_back(n * field.components);
    all.rates.emplace_back(n * field.components);
  }
  for (const FieldDescription& array : Elastic::arrays)
    all.arrays.emplace_back(n * array.components);
  return all;
}

ParticleState row_of(std::initializer_list<float> places) {
  ParticleState state;
  for (const float x : places) add_particle(state, ParticleType::fluid, 0.5f + x, 0.5f, 0.5f);
  return state;
}

void evaluate(Arrays& all, const WcsphConstants& c) {
  run_pass<ElasticDensity>(all, c);
  run_pass<ElasticStrain>(all, c);
  run_pass<Elastic::Forces>(all, c);
}

TEST(Elastic, TwoParticlesBeginWithoutStressAndPushWhenTheyComeCloser) {
  const WcsphConstants c = rubber();
  const double h = c.smoothing_length;
  Arrays two = bodies(row_of({0, 0.1f}));
  evaluate(two, c);
  const double begin = kernel(0, h) + kernel(0.1, h);
  EXPECT_NEAR(two.fields[Field::rest_sum][0], begin, 1e-5 * begin);
  EXPECT_EQ(two.state.velocity[0].w, 0);
  EXPECT_EQ(two.rate[0].x, 0);
  two.state.position[1].x = 0.58f;
  evaluate(two, c);
  const double s = (kernel(0, h) + kernel(0.08, h)) / begin - 1;
  EXPECT_NEAR(two.state.velocity[0].w, s, 1e-5);
  const double c2 = static_cast<double>(c.sound_speed) * c.sound_speed;
  const double term = c2 * s / (c.rest_density * (1 + s) * (1 + s));
  EXPECT_NEAR(two.state.position[0].w, term, 1e-4 * term);
  const double weight = c.rest_density / c.particle_mass / begin;
  const double push = c.particle_mass * 2 * weight * term * slope(0.08, h) * 0.08;
  EXPECT_NEAR(two.rate[0].x, push, 1e-3 * std::abs(push));
  EXPECT_EQ(two.rate[0].x, -two.rate[1].x);
  EXPECT_LT(two.rate[0].x, 0) << "away from the other";
}

TEST(Elastic, TwoBodiesPushAndDoNotStick) {
  const WcsphConstants c = rubber();
  for (const bool one_body : {true, false}) {
    Arrays two = bodies(row_of({0, 0.1f}));
    two.fields[Field::body][1] = one_body ? 0 : 7;
    evaluate(two, c);
    two.state.position[1].x = 0.58f;
    two.state.velocity[1].y = 1;
    evaluate(two, c);
    EXPECT_LT(two.rate[0].x, 0) << "they push";
    EXPECT_EQ(two.rates[Field::stress][1] == 0, !one_body) << "the one shears the other";
    two.state.position[1].x = 0.62f;
    evaluate(two, c);
    EXPECT_EQ(two.rate[0].x > 0, one_body) << "a body pulls itself together";
    EXPECT_EQ(two.rate[0].x == 0, !one_body);
  }
}

// Their neighbours lie on a line: the velocity gradient is as the sum has it.
TEST(Elastic, ThreeParticlesOfARowAreStretched) {
  WcsphConstants c = rubber();
  const double h = c.smoothing_length;
  Arrays three = bodies(row_of({-0.1f, 0, 0.1f}));
  three.state.velocity[0].x = -2;
  three.state.velocity[2].x = 2;
  evaluate(three, c);
  const double volume = static_cast<double>(c.particle_mass) / c.rest_density;
  const double stretched = -2 * volume * slope(0.1, h) * 2 * 0.1;
  const double rate = 2 * ElasticConstants::shear_modulus(c) * stretched * 2 / 3;
  EXPECT_NEAR(three.rates[Field::stress][4], rate, 1e-4 * rate);
  EXPECT_NEAR(three.rates[Field::stress][4 + 3], -rate / 2, 1e-4 * rate);
  const double acting = static_cast<double>(c.fixed_dt) * rate;
  EXPECT_NEAR(three.arrays[Array::acting_xx][4], acting, 1e-4 * acting);
  EXPECT_LT(std::abs(three.rate[1].x), 1e-4f * std::abs(three.rate[0].x)) << "on either side";
}

/// A cube of 5^3 particles, the distance of two being 0.06 m; `off` of it they lie beside the
/// lattice.
ParticleState cube(float off) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<float> sign(-1, 1);
  ParticleState state;
  for (int k = 0; k < 125; ++k) {
    const auto at = [&](int index) {
      return 0.4f + 0.06f * (static_cast<float>(index) + off * sign(generator));
    };
    const float x = at(k % 5);
    const float y = at(k / 5 % 5);
    add_particle(state, ParticleType::fluid, x, y, at(k / 25));
  }
  return state;
}

/// Sets v = A x.
void move(ParticleState& state, const float (&a)[3][3]) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    const float4 x = state.position[i];
    state.velocity[i].x = a[0][0] * x.x + a[0][1] * x.y + a[0][2] * x.z;
    state.velocity[i].y = a[1][0] * x.x + a[1][1] * x.y + a[1][2] * x.z;
    state.velocity[i].z = a[2][0] * x.x + a[2][1] * x.y + a[2][2] * x.z;
  }
}

TEST(Elastic, ABodyThatTurnsIsNotStrainedNotEvenAtItsSurface) {
  const WcsphConstants c = rubber();
  Arrays all = bodies(cube(0.1f));
  move(all.state, {{0, -3, 1}, {3, 0, 2}, {-1, -2, 0}});
  evaluate(all, c);
  const float of_a_strain = 2 * static_cast<float>(ElasticConstants::shear_modulus(c)) * 3;
  for (const float rate : all.rates[Field::stress]) EXPECT_LT(std::abs(rate), 1e-4f * of_a_strain);
}

TEST(Elastic, ItsStressTurnsWithIt) {
  const WcsphConstants c = rubber();
  Arrays all = bodies(cube(0.1f));
  move(all.state, {{0, -3, 0}, {3, 0, 0}, {0, 0, 0}});
  for (std::size_t i = 0; i < 125; ++i) all.fields[Field::stress][4 * i] = 100;  // xx, and zz = -xx
  evaluate(all, c);
  // Omega s + s Omega^T: the axis of the stress turns from x towards y
  EXPECT_NEAR(all.rates[Field::stress][4 * 62], 0, 1);
  EXPECT_NEAR(all.rates[Field::stress][4 * 62 + 1], 3 * 100, 1);
}

TEST(Elastic, ALinearMotionIsSeenExactly) {
  const WcsphConstants c = rubber();
  Arrays all = bodies(cube(0.1f));
  move(all.state, {{1, 4, 0}, {2, -5, 3}, {6, 0, 7}});
  evaluate(all, c);
  const double g2 = 2.0 * ElasticConstants::shear_modulus(c);
  for (std::size_t i = 0; i < 125; ++i) {
    const float* rate = &all.rates[Field::stress][4 * i];
    EXPECT_NEAR(rate[0], g2 * (1 - 1), 1e-3 * g2);
    EXPECT_NEAR(rate[1], g2 * (4 + 2) / 2, 1e-3 * g2);
    EXPECT_NEAR(rate[2], g2 * 6 / 2, 1e-3 * g2);
    EXPECT_NEAR(rate[3], g2 * (-5 - 1), 1e-3 * g2);
    EXPECT_NEAR(all.rates[Field::stress_yz][i], g2 * 3 / 2, 1e-3 * g2);
  }
}

/// A body in motion, compressed and under stress.
Arrays strained_body() {
  std::mt19937 generator(17);
  std::uniform_real_distribution<float> sign(-1, 1);
  Arrays all = bodies(cube(0.3f));
  run_pass<ElasticDensity>(all, rubber());
  for (float4& x : all.state.position) {
    x.x += 0.005f * sign(generator);
    x.y += 0.005f * sign(generator);
  }
  for (float4& v : all.state.velocity) v = {sign(generator), sign(generator), sign(generator), v.w};
  for (std::size_t k : {std::size_t{Field::stress}, std::size_t{Field::stress_yz}}) {
    for (float& s : all.fields[k]) s = 1000 * sign(generator);
  }
  for (std::size_t i = 80; i < 125; ++i) all.fields[Field::body][i] = 1;
  return all;
}

/// The state as an oracle is shown it.
ParticleState shown(const Arrays& all) {
  ParticleState state = all.state;
  for (std::size_t k = 0; k < all.fields.size(); ++k)
    state.fields[Elastic::fields[k].name] = all.fields[k];
  for (std::size_t k = 0; k < all.arrays.size(); ++k)
    state.fields[Elastic::arrays[k].name] = all.arrays[k];
  return state;
}

void expect_quantity(const std::vector<float>& device, const OracleQuantity& oracle) {
  ASSERT_EQ(device.size(), oracle.values.size());
  const std::size_t components = device.size() / oracle.uncertainty.size();
  Comparison found;
  for (std::size_t k = 0; k < device.size(); ++k) {
    const double allowed = oracle.uncertainty[k / components];
    found.take(k, larger(std::abs(device[k] - oracle.values[k]) - allowed, 0),
               std::abs(oracle.values[k]));
  }
  EXPECT_GT(found.scale, 0);
  EXPECT_LT(found.deviation.value(), rate_tolerance * found.scale);
}

TEST(Elastic, EachPassIsItsOracle) {
  const WcsphConstants c = rubber();
  Arrays all = strained_body();
  const std::size_t n = all.state.size();
  run_pass<ElasticDensity>(all, c);
  const OracleDensities densities = oracle_densities_of("elastic", shown(all), n, c, 1);
  expect_passed(densities_agree(all.state, n, densities));
  OracleDensities off = densities;
  off.excess[5] += 1e-3;
  EXPECT_FALSE(densities_agree(all.state, n, off).passed);
  const OracleQuantities strain = oracle_pass_of("elastic", "strain", shown(all), n, c, 1);
  run_pass<ElasticStrain>(all, c);
  for (std::size_t k : {std::size_t{Field::stress}, std::size_t{Field::stress_yz}})
    expect_quantity(all.rates[k], strain.rates.at(Elastic::fields[k].name));
  for (std::size_t k = 0; k < all.arrays.size(); ++k)
    expect_quantity(all.arrays[k], strain.arrays.at(Elastic::arrays[k].name));
  const OracleRates rates = oracle_rates_of("elastic", shown(all), n, c, 1);
  run_pass<Elastic::Forces>(all, c);
  expect_passed(accelerations_agree(all.state, n, all.rate, rates));
  all.rate[7].y += 1e-3f * std::abs(all.rate[7].y);
  EXPECT_FALSE(accelerations_agree(all.state, n, all.rate, rates).passed);
}

TEST(Elastic, MomentumIsKept) {
  Arrays all = strained_body();
  evaluate(all, rubber());
  double sum[3] = {}, magnitude = 0;
  for (const float4& rate : all.rate) {
    sum[0] += rate.x;
    sum[1] += rate.y;
    sum[2] += rate.z;
    magnitude += std::abs(rate.x);
  }
  for (const double axis : sum) EXPECT_LT(std::abs(axis), 1e-5 * magnitude);
}

/// Height of the beam's ends over its middle [m].
double bend(const ParticleState& state, std::size_t particles_per_height) {
  const std::size_t along = 8 * particles_per_height;
  double ends = 0, middle = 0;
  std::size_t of_ends = 0, of_middle = 0;
  for (const float4& x : state.position) {
    if (x.x < 0.05f || x.x > 0.75f) {
      ends += x.z;
      ++of_ends;
    } else if (x.x > 0.35f && x.x < 0.45f) {
      middle += x.z;
      ++of_middle;
    }
  }
  EXPECT_EQ(of_ends + of_middle, state.size() * 2 / 8) << along << " particles along the beam";
  return ends / static_cast<double>(of_ends) - middle / static_cast<double>(of_middle);
}

/// Frequency of elastic-beam by the times at which it is straight [Hz].
double beam_frequency(std::size_t particles_per_height) {
  const RunnablePack pack = pack_of("cpu-gcc");
  const Scenario beam = shipped(
      "elastic-beam", {{"particles_per_height", static_cast<double>(particles_per_height)}});
  Simulation simulation(*pack.runtime, *pack.pack, beam, variant_of("omp-asymmetric"));
  constexpr int between = 10;  // steps from one look to the next
  const double interval = between * beam.fixed_dt;
  std::vector<double> straight;
  double before = 0;
  for (int look = 1; straight.size() < 2 && look * interval < 0.4; ++look) {
    for (int step = 0; step < between; ++step) simulation.step();
    const double now = bend(simulation.download(), particles_per_height);
    if (look > 1 && (now < 0) != (before < 0))
      straight.push_back(interval * (look - now / (now - before)));
    before = now;
  }
  EXPECT_EQ(straight.size(), 2u);
  return 0.5 / (straight.at(1) - straight.at(0));
}

// The lowest mode of a free beam of length L, height H and square section, by Euler and Bernoulli,
// 4.730^2 / (2 pi L^2) sqrt(E H^2 / (12 rho)), and 0.948 of that for L = 8 H, where shear and the
// inertia of the sections are counted, by Timoshenko (nu = 0.3, shear coefficient 0.85). Particles
// at the surface see half of the neighbours, and a beam of few layers is softer than that: it must
// be so by no more than a tenth, and less with more of them.
TEST(Elastic, ABeamSwingsAtItsFrequency) {
  const double bernoulli = 4.730041 * 4.730041 / (2 * std::numbers::pi * 0.8 * 0.8) *
                           std::sqrt(1e6 * 0.1 * 0.1 / (12 * 1000));
  const double timoshenko = 0.948 * bernoulli;
  const double coarse = beam_frequency(4) / timoshenko;
  const double fine = beam_frequency(6) / timoshenko;
  RecordProperty("coarse", std::to_string(coarse));
  RecordProperty("fine", std::to_string(fine));
  EXPECT_NEAR(fine, 1, 0.1);
  EXPECT_LT(std::abs(fine - 1), std::abs(coarse - 1));
}

}  // namespace
}  // namespace sphlab::test
