// The passes of predictive-corrective SPH: by hand, each against its oracle, and in steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include "harness/scenarios/prediction_reader.hpp"
#include "harness/verify/checks_passes.hpp"
#include "harness/verify/checks_rates.hpp"
#include "kernels/physics/formulation.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/kernels/physics/passes_on_host.hpp"

namespace sphlab::predictive_corrective {
namespace {

using test::Arrays;
using test::expect_passed;
using test::run_pass;
using Viscosity = Pcisph::Viscosity;
using Prediction = Pcisph::Prediction;
using Forces = Pcisph::Forces;

constexpr float spacing = 0.1f;
constexpr float h = 0.2f;
constexpr float dt = 0.002f;

/// 1e-3 m^3 a particle; a third of what a correction could be.
WcsphConstants constants() {
  WcsphConstants c{};
  c.influence_radius = c.smoothing_length = h;
  c.particle_mass = 1;
  c.rest_density = 1000;
  c.polytropic_exponent = 7;
  c.repetition = {0.01f, 3, 5};
  const double delta = correcting_stiffness(static_cast<double>(h), 0.1, 0.002);
  c.prediction = {dt, 1.0f / 3, static_cast<float>(delta / 3)};
  return c;
}

/// Five times as heavy: one particle by itself has 0.98 rho0.
WcsphConstants heavy() {
  WcsphConstants c = constants();
  c.particle_mass = 5;
  return c;
}

ParticleState in_a_row(const std::vector<float>& places) {
  ParticleState state;
  for (const float x : places) test::add_particle(state, ParticleType::fluid, x, 0, 0);
  return state;
}

/// With a pressure of zero, and arrays that nothing has written.
Arrays with_quantities(ParticleState state) {
  Arrays arrays{std::move(state)};
  const std::size_t count = arrays.state.size();
  arrays.fields = {std::vector<float>(count)};
  arrays.arrays.assign(2, std::vector<float>(4 * count, std::numeric_limits<float>::quiet_NaN()));
  return arrays;
}

std::vector<float>& pressures(Arrays& arrays) {
  return arrays.fields[PcisphField::pressure];
}
std::vector<float>& displacements(Arrays& arrays) {
  return arrays.arrays[PcisphArray::predicted_way];
}
std::vector<float>& accelerations(Arrays& arrays) {
  return arrays.arrays[PcisphArray::external_acceleration];
}

/// At rest, and predicted to stay where they are, but for displacements along x.
Arrays displaced(const std::vector<float>& places, const std::vector<float>& by) {
  Arrays arrays = with_quantities(in_a_row(places));
  for (auto& array : arrays.arrays) std::fill(array.begin(), array.end(), 0.0f);
  for (std::size_t i = 0; i < by.size(); ++i) displacements(arrays)[4 * i] = by[i];
  return arrays;
}

// rho/rho0 - 1 of a heavy particle that has others at these distances.
double density_excess(const std::vector<double>& distances) {
  const double radius = static_cast<double>(h);
  double sum = std::pow(radius, 6);
  for (const double r : distances) sum += std::pow(radius * radius - r * r, 3);
  return 5e-3 * 315 / (64 * std::numbers::pi * std::pow(radius, 9)) * sum - 1;
}

double correction() {
  return static_cast<double>(heavy().prediction.stiffness) * 1000;
}

TEST(PcisphStiffness, OfSixNeighboursByHand) {
  const double radius = 0.12;
  const double poly6 =
      945 / (32 * std::numbers::pi * std::pow(radius, 9)) * std::pow(0.0144 - 0.01, 2) * 0.1;
  const double spiky = 45 / (std::numbers::pi * std::pow(radius, 6)) * 0.02 * 0.02;
  const double delta = 1 / (2 * std::pow(1e-3 * 0.002, 2) * 6 * poly6 * spiky);
  EXPECT_NEAR(correcting_stiffness(radius, 0.1, 0.002), delta, 1e-9 * delta);
  EXPECT_TRUE(std::isinf(correcting_stiffness(0.1, 0.1, 0.002))) << "no neighbour";
}

TEST(PcisphStiffness, AWaveThroughSixNeighboursByHand) {
  // along the diagonal, a quarter wave from one point to the next: two of each axis push one way
  EXPECT_NEAR(largest_response(0.12, 0.1), 1, 1e-6);
  EXPECT_LT(largest_response(0.2, 0.1), 2) << "with the published delta corrections shrink";
  EXPECT_GT(largest_response(0.25, 0.1), 2) << "and here they grow";
}

TEST(PcisphViscosity, OfTwoByHand) {
  WcsphConstants c = constants();
  c.dynamic_viscosity = 6;
  c.gravity = {0, 0, -10};
  Arrays arrays = with_quantities(in_a_row({0, 0.1f}));
  arrays.state.velocity[1] = {0, 2, -3, 0};
  pressures(arrays) = {7, 8};
  run_pass<Viscosity>(arrays, c);
  const double drag = 45 / (std::numbers::pi * std::pow(0.2, 6)) * 6 * 0.1 * 1e-6;
  EXPECT_NEAR(accelerations(arrays)[1], 2 * drag, 2e-6 * drag);
  EXPECT_NEAR(accelerations(arrays)[2], -3 * drag - 10, 5e-6 * drag);
  EXPECT_EQ(accelerations(arrays)[5], -accelerations(arrays)[1]);
  EXPECT_NEAR(displacements(arrays)[5], 0.002 * (2 + 0.002 * -2 * drag), 1e-9);
  EXPECT_EQ(pressures(arrays), (std::vector<float>{0, 0})) << "each step begins anew";
}

TEST(PcisphViscosity, PlanesPushByHand) {
  WcsphConstants c = constants();
  c.planes.count = 1;
  c.planes.plane[0] = {0, 0, 1, 0.5f};
  c.planes.stiffness = 100;
  c.planes.damping = 3;
  Arrays arrays = with_quantities(in_a_row({0}));
  arrays.state.velocity[0] = {1, 0, -2, 0};
  run_pass<Viscosity>(arrays, c);
  EXPECT_FLOAT_EQ(accelerations(arrays)[2], 100 * 0.5f + 3 * 2);
  EXPECT_FLOAT_EQ(displacements(arrays)[0], dt);
  EXPECT_FLOAT_EQ(displacements(arrays)[2], dt * (-2 + dt * 56));
}

TEST(PcisphPrediction, OfTwoByHand) {
  Arrays arrays = displaced({0, 0.15f}, {0.02f, -0.03f});
  run_pass<Prediction>(arrays, heavy());
  const double excess = density_excess({0.1});
  ASSERT_GT(excess, 0);
  EXPECT_NEAR(pressures(arrays)[0], correction() * excess, 1e-6 * correction());
  EXPECT_EQ(pressures(arrays)[1], pressures(arrays)[0]);
  run_pass<Prediction>(arrays, heavy());
  EXPECT_NEAR(pressures(arrays)[0], 2 * correction() * excess, 2e-6 * correction());
  EXPECT_NEAR(std::bit_cast<float>(arrays.repetition.largest_error), excess, 1e-6);
}

TEST(PcisphPrediction, OfThreeByHandAndTheDensestIsTheError) {
  Arrays arrays = displaced({0, 0.1f, 0.19f}, {0, 0, -0.01f});
  run_pass<Prediction>(arrays, heavy());
  const std::vector<double> excess = {density_excess({0.1, 0.18}), density_excess({0.1, 0.08}),
                                      density_excess({0.18, 0.08})};
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(pressures(arrays)[i], correction() * excess[i], 2e-6 * correction()) << i;
  EXPECT_NEAR(std::bit_cast<float>(arrays.repetition.largest_error), excess[1], 2e-6);
}

TEST(PcisphPrediction, ThinFluidHasNoPressureAndIsNoError) {
  Arrays arrays = displaced({0}, {0});
  const auto falls_by = static_cast<float>(-correction() * density_excess({}));
  ASSERT_GT(falls_by, 0);
  pressures(arrays) = {1.5f * falls_by};
  run_pass<Prediction>(arrays, heavy());
  EXPECT_NEAR(pressures(arrays)[0], 0.5f * falls_by, 1e-6 * correction());
  run_pass<Prediction>(arrays, heavy());
  EXPECT_EQ(pressures(arrays)[0], 0);
  EXPECT_EQ(arrays.repetition.largest_error, 0u);
}

TEST(PcisphPrediction, ItsNeighboursAreThoseWhereTheStepBegins) {
  const auto pressure_of_first = [](float place, float by) {
    Arrays arrays = displaced({0, place}, {0, by});
    run_pass<Prediction>(arrays, heavy());
    return pressures(arrays)[0];
  };
  EXPECT_GT(pressure_of_first(0.19f, -0.1f), 0);
  EXPECT_EQ(pressure_of_first(0.21f, -0.1f), 0) << "comes within h during the step";
  EXPECT_EQ(pressure_of_first(0.19f, 0.1f), 0) << "leaves during the step";
}

TEST(PcisphPrediction, APressureThatIsNoNumberIsKept) {
  Arrays arrays = displaced({0, 0.1f}, {});
  pressures(arrays)[0] = std::numeric_limits<float>::quiet_NaN();
  run_pass<Prediction>(arrays, heavy());
  EXPECT_TRUE(std::isnan(pressures(arrays)[0]));
}

TEST(PcisphForces, OfTwoByHand) {
  Arrays arrays = displaced({0, 0.1f}, {});
  pressures(arrays) = {300, 100};
  accelerations(arrays)[6] = -10;
  arrays.state.velocity[1].z = 4;
  run_pass<Forces>(arrays, constants());
  const double push = 1e-6 * 400 * 45 / (std::numbers::pi * std::pow(0.2, 6)) * 0.1 * 0.1;
  EXPECT_NEAR(arrays.rate[1].x, push, 2e-6 * push);
  EXPECT_EQ(arrays.rate[0].x, -arrays.rate[1].x);
  EXPECT_EQ(arrays.rate[1].z, -10);
  EXPECT_EQ(arrays.rate[1].w, 0);
  EXPECT_NEAR(displacements(arrays)[4], 0.002 * 0.002 * push, 1e-11);
  EXPECT_FLOAT_EQ(displacements(arrays)[6], dt * (4 - dt * 10));
}

TEST(PcisphForces, OfThreeKeepTheMomentum) {
  Arrays arrays = displaced({0, 0.1f, 0.15f}, {});
  arrays.state.position[1].y = 0.08f;
  pressures(arrays) = {300, 100, 700};
  run_pass<Forces>(arrays, constants());
  const float scale = std::abs(arrays.rate[1].x);
  EXPECT_GT(scale, 0);
  EXPECT_NEAR(arrays.rate[0].x + arrays.rate[1].x + arrays.rate[2].x, 0, 1e-6f * scale);
  EXPECT_NEAR(arrays.rate[0].y + arrays.rate[1].y + arrays.rate[2].y, 0, 1e-6f * scale);
}

TEST(Pcisph, ParticlesThatCoincideDoNotAct) {
  WcsphConstants c = heavy();
  c.dynamic_viscosity = 6;
  Arrays arrays = with_quantities(in_a_row({0, 0}));
  arrays.state.velocity[1].y = 1;
  run_pass<Viscosity>(arrays, c);
  run_pass<Prediction>(arrays, c);
  run_pass<Forces>(arrays, c);
  EXPECT_GT(pressures(arrays)[0], 0) << "but they count";
  for (const float4& rate : arrays.rate) EXPECT_EQ(std::abs(rate.x) + std::abs(rate.y), 0.0f);
}

/// A fluid that is compressed by a tenth in one direction, in motion, behind a plane here and
/// there.
ParticleState compressed_fluid() {
  ParticleState state = test::jittered_state(7, spacing, 3);
  for (float4& x : state.position) x.z *= 0.9f;
  for (float4& v : state.velocity) v = {v.x, v.y, v.z, 0};
  for (std::uint32_t& word : state.identity) word = make_identity(ParticleType::fluid, id_of(word));
  return state;
}

WcsphConstants with_everything() {
  WcsphConstants c = constants();
  c.dynamic_viscosity = 6;
  c.gravity = {1, 2, -10};
  c.planes.count = 1;
  c.planes.plane[0] = {0.6f, 0, 0.8f, 0.1f};
  c.planes.stiffness = 2e4f;
  c.planes.damping = 200;
  return c;
}

/// The state as the oracle of a pass reads it.
ParticleState as_read(const Arrays& arrays) {
  ParticleState state = arrays.state;
  state.fields = {{"pressure", arrays.fields[0]},
                  {"external-acceleration", arrays.arrays[0]},
                  {"displacement", arrays.arrays[1]}};
  return state;
}

/// Runs a pass, and takes down what it has found and made.
template <class Pass>
ObservedPass observed(Arrays& arrays, const WcsphConstants& c, std::uint32_t time) {
  ObservedPass pass{pass_description<Pass>, time, as_read(arrays), {}, {}, {}};
  run_pass<Pass>(arrays, c);
  pass.arrays = pass.fields = as_read(arrays).fields;
  return pass;
}

std::vector<Check> checks_of(const ObservedPass& observed, const WcsphConstants& c) {
  const OracleQuantities oracle =
      oracle_pass_of("pcisph", observed.pass.name, observed.before, observed.before.size(), c, 1);
  return quantities_agree(observed, observed.before.size(), describe_formulation<Forces>(), oracle);
}

bool all_passed(const std::vector<Check>& checks) {
  return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passed; });
}

TEST(Pcisph, EachPassAgreesWithItsOracle) {
  const WcsphConstants c = with_everything();
  Arrays arrays = with_quantities(compressed_fluid());
  std::vector<Check> checks = checks_of(observed<Viscosity>(arrays, c, 0), c);
  for (std::uint32_t time = 1; time <= 4; ++time) {
    for (const Check& check : checks_of(observed<Prediction>(arrays, c, time), c))
      checks.push_back(check);
    const ObservedPass forces = observed<Forces>(arrays, c, time);
    for (const Check& check : checks_of(forces, c)) checks.push_back(check);
    const OracleRates oracle = oracle_rates_of("pcisph", forces.before, forces.before.size(), c, 1);
    checks.push_back(accelerations_agree(forces.before, forces.before.size(), arrays.rate, oracle));
  }
  EXPECT_EQ(checks.size(), 3u + 4 * 3);
  for (const Check& check : checks) expect_passed(check);
  EXPECT_GT(*std::max_element(pressures(arrays).begin(), pressures(arrays).end()), 100);
}

/// Whether the checks of a prediction refute what `spoil` makes of the pressures that it has found.
bool refutes_prediction(const std::function<void(std::vector<float>&)>& spoil) {
  const WcsphConstants c = with_everything();
  Arrays arrays = with_quantities(compressed_fluid());
  run_pass<Viscosity>(arrays, c);
  ObservedPass prediction = observed<Prediction>(arrays, c, 1);
  spoil(prediction.fields.at("pressure"));
  return !all_passed(checks_of(prediction, c));
}

TEST(Pcisph, AWrongDeltaAndAWrongClampAreSeen) {
  EXPECT_FALSE(refutes_prediction([](std::vector<float>&) {}));
  EXPECT_TRUE(refutes_prediction([](std::vector<float>& pressure) {
    for (float& p : pressure) p *= 1.001f;
  }));
  EXPECT_TRUE(refutes_prediction([](std::vector<float>& pressure) {
    for (float& p : pressure) p = p == 0 ? -1000 : p;
  }));
  EXPECT_TRUE(refutes_prediction([](std::vector<float>& pressure) {
    pressure.front() = std::numeric_limits<float>::quiet_NaN();
  }));
}

TEST(Pcisph, ADroppedNeighbourIsSeenInEveryPass) {
  const WcsphConstants c = with_everything();
  Arrays arrays = with_quantities(compressed_fluid());
  const std::size_t last = arrays.state.size() / 2;
  const std::uint32_t identity = arrays.state.identity[last];
  const auto without_one = [&](auto pass) {
    using Pass = decltype(pass);
    Arrays dropped = arrays;
    dropped.state.identity[last] = make_identity(ParticleType::boundary, id_of(identity));
    ObservedPass seen = observed<Pass>(dropped, c, 1);
    seen.before.identity[last] = identity;
    const ObservedPass right = observed<Pass>(arrays, c, 1);
    const auto mend = [&](auto& spoilt, const auto& whole) {
      for (auto& [name, values] : spoilt) {
        const std::size_t components = values.size() / dropped.state.size();
        for (std::size_t k = components * last; k < components * (last + 1); ++k)
          values[k] = whole.at(name)[k];
      }
    };
    mend(seen.arrays, right.arrays);
    mend(seen.fields, right.fields);
    EXPECT_TRUE(all_passed(checks_of(right, c)));
    return !all_passed(checks_of(seen, c));
  };
  EXPECT_TRUE(without_one(Viscosity{}));
  EXPECT_TRUE(without_one(Prediction{}));
  EXPECT_TRUE(without_one(Forces{}));
}

TEST(Pcisph, CorrectionsMakeTheErrorSmaller) {
  const WcsphConstants c = constants();
  Arrays arrays = with_quantities(compressed_fluid());
  for (float4& v : arrays.state.velocity) v = {};
  run_pass<Viscosity>(arrays, c);
  std::vector<float> errors;
  for (int time = 0; time < 20; ++time) {
    arrays.repetition.largest_error = 0;
    run_pass<Prediction>(arrays, c);
    run_pass<Forces>(arrays, c);
    errors.push_back(std::bit_cast<float>(arrays.repetition.largest_error));
  }
  EXPECT_GT(errors.front(), 0.1f);
  EXPECT_LT(errors[4], 0.5f * errors.front());
  EXPECT_LT(errors.back(), 0.1f * errors.front());
}

TEST(Pcisph, WithoutPlanesTheMomentumStays) {
  WcsphConstants c = constants();
  c.dynamic_viscosity = 6;
  Arrays arrays = with_quantities(compressed_fluid());
  const auto momentum = [&] {
    std::array<double, 3> sum{};
    for (const float4& v : arrays.state.velocity) {
      sum[0] += static_cast<double>(v.x);
      sum[1] += static_cast<double>(v.y);
      sum[2] += static_cast<double>(v.z);
    }
    return sum;
  };
  const std::array<double, 3> before = momentum();
  double impulse = 0;
  for (int step = 0; step < 20; ++step) {
    run_pass<Viscosity>(arrays, c);
    for (int time = 0; time < 3; ++time) {
      run_pass<Prediction>(arrays, c);
      run_pass<Forces>(arrays, c);
    }
    for (std::size_t i = 0; i < arrays.state.size(); ++i) {
      float4& x = arrays.state.position[i];
      float4& v = arrays.state.velocity[i];
      const float4& a = arrays.rate[i];
      v = {v.x + dt * a.x, v.y + dt * a.y, v.z + dt * a.z, v.w};
      x = {x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z, x.w};
      impulse += static_cast<double>(dt * std::abs(a.z));
    }
  }
  const std::array<double, 3> after = momentum();
  EXPECT_GT(impulse, 1);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(after[axis], before[axis], 1e-5 * impulse) << axis;
}

RepetitionLimits limits() {
  return {0.01f, 3, 5};
}

Check ended_after(const std::vector<RepetitionError>& errors, float last_error) {
  Repetition device{};
  device.times = static_cast<std::uint32_t>(errors.size());
  device.last_error = last_error;
  return repetitions_end(errors, device, limits());
}

TEST(Repetitions, OneTooFewAndOneTooManyAreSeen) {
  expect_passed(ended_after({{0.5, 0}, {0.1, 0}, {0.009, 0}}, 0.009f));
  expect_passed(ended_after({{0.5, 0}, {0.1, 0}, {0.05, 0}, {0.03, 0}, {0.02, 0}}, 0.02f));
  EXPECT_FALSE(ended_after({{0.5, 0}, {0.009, 0}}, 0.009f).passed) << "fewer than the least";
  EXPECT_FALSE(ended_after({{0.5, 0}, {0.1, 0}, {0.02, 0}}, 0.02f).passed) << "not small yet";
  EXPECT_FALSE(ended_after({{0.5, 0}, {0.1, 0}, {0.009, 0}, {0.005, 0}}, 0.005f).passed);
}

TEST(Repetitions, RoundingOfTheErrorIsLeftOut) {
  EXPECT_FALSE(ended_after({{0.5, 0}, {0.1, 0}, {0.005, 0}}, 0.005002f).passed);
  expect_passed(ended_after({{0.5, 0}, {0.1, 0}, {0.005, 3e-6}}, 0.005002f));
  expect_passed(ended_after({{0.5, 0}, {0.1, 0}, {0.010002, 3e-6}}, 0.01f));
  expect_passed(ended_after({{0.5, 0}, {0.1, 0}, {0.009998, 3e-6}, {0.005, 0}}, 0.005f));
}

}  // namespace
}  // namespace sphlab::predictive_corrective
