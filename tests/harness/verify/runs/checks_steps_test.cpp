// Steps of more particles than one thread takes: by hand, and by a pack.
#include "harness/verify/checks_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/verify/verify.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"
#include "tests/support/packs.hpp"

namespace sphlab {
namespace {

constexpr double dt = 1e-3;

float4 rounded(const std::array<Advanced, 3>& v, float w) {
  return {static_cast<float>(v[0].value()), static_cast<float>(v[1].value()),
          static_cast<float>(v[2].value()), w};
}

void take(ParticleState& state, const std::vector<AdvancedParticle>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    state.position[i] = rounded(expected[i].position, 0);
    state.velocity[i] =
        rounded(expected[i].velocity, static_cast<float>(expected[i].density.value()));
  }
}

/// A step of many particles as the scheme's oracle has it, rounded.
class StepOfMany : public testing::TestWithParam<const char*> {
 protected:
  StepOfMany() {
    scenario_.scheme = GetParam();
    scenario_.time_stepping = TimeStepping::adaptive;
    scenario_.wcsph = test::wcsph_constants();
    const ParticleState rates = test::random_state(test::many_particles, 1, 103);
    step_.begin = test::random_state(test::many_particles, 1, 101);
    step_.begin_rate = step_.last_rate = rates.velocity;
    for (const float4& v : rates.position)
      step_.begin.fields["previous-velocity"].insert(step_.begin.fields["previous-velocity"].end(),
                                                     {v.x, v.y, v.z, v.w});
    step_.steps = 1;
    step_.run.dt = step_.run.time = dt;
    step_.run.steps = 2;
    step_.midpoint = step_.end = step_.begin;
    take(step_.midpoint, expected().midpoint);
    const OracleStep end = expected();  // from the midpoint of floats
    take(step_.end, end.end);
    step_.end.fields = end.fields;
  }
  OracleStep expected() const {
    return oracle_step_of(scenario_.scheme,
                          {step_.begin, step_.begin_rate, step_.midpoint, step_.last_rate, dt,
                           step_.steps, 10, step_.last_field_rates});
  }
  Check agrees() const {
    return test::on_any_threads(
        [&] { return step_agrees(step_, step_.begin.size(), scenario_, 10, true); });
  }
  Check clock() const {
    return test::on_any_threads([&] { return clock_agrees(step_, step_.begin.size(), scenario_); });
  }
  Scenario scenario_;
  DownloadedStep step_;
};

TEST_P(StepOfMany, ThatOfTheOraclePasses) {
  const Check check = agrees();
  EXPECT_TRUE(check.passed) << check.detail;
  EXPECT_GT(check.value, 0.1) << "the largest of many roundings";
  EXPECT_EQ(check.detail, "");
}

TEST_P(StepOfMany, TheLargestDeviationIsNamedAndOfEqualOnesTheFirst) {
  for (const std::size_t i : {9'000u, 21'000u, 33'000u}) {
    step_.begin.position[i] = step_.end.position[i] = {1, 1, 1, 0};
    step_.end.velocity[i].w = std::numeric_limits<float>::infinity();
  }
  EXPECT_EQ(agrees().detail, "density at the end of particle 9000 (fluid, id 9000) is another");
  for (const std::size_t i : {9'000u, 21'000u, 33'000u})
    step_.end.velocity[i].w = std::numeric_limits<float>::max();
  step_.end.velocity[33'000].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(agrees().detail, "velocity at the end of particle 33000 (fluid, id 33000) is another");
}

// A stiff wall stops it within the step: its way is the difference of two that are rounded.
TEST_P(StepOfMany, AParticleThatIsStoppedMovesByRoundingsOfItsSpeed) {
  constexpr float speed = 20;
  step_.begin.position[3].x = 0;
  step_.begin.velocity[3].x = speed;
  step_.begin.fields["previous-velocity"][12] = speed;
  step_.begin_rate[3].x = step_.last_rate[3].x = static_cast<float>(-speed / dt);
  take(step_.midpoint, expected().midpoint);
  take(step_.end, expected().end);
  step_.end.fields = expected().fields;
  step_.end.position[3].x += static_cast<float>(4 * 0x1p-24 * speed * dt);
  EXPECT_TRUE(agrees().passed) << agrees().value << agrees().detail;
  step_.end.position[3].x += static_cast<float>(40 * 0x1p-24 * speed * dt);
  EXPECT_FALSE(agrees().passed);
}

TEST_P(StepOfMany, AFieldIsComparedWhereTheSchemeHasOne) {
  for (auto& [name, values] : step_.end.fields) {
    values[4 * 21'000 + 2] += 1;
    EXPECT_EQ(agrees().detail,
              "field " + name + " at the end of particle 21000 (fluid, id 21000) is another");
  }
}

TEST_P(StepOfMany, TheClockFollowsTheLargestAccelerationAndTheFastestSound) {
  const WcsphConstants& c = scenario_.wcsph;
  step_.begin_rate[33'000] = {0, -1e4f, 0, 0};
  step_.run.dt = c.courant * std::sqrt(static_cast<double>(c.smoothing_length) / 1e4);
  step_.run.time = step_.begin_time + step_.run.dt;
  EXPECT_TRUE(clock().passed) << clock().detail;
  step_.begin_rate[33'000] = {};
  EXPECT_FALSE(clock().passed);
  step_.begin.velocity[21'000].w = 9;
  step_.run.dt = c.courant * static_cast<double>(c.smoothing_length) / (c.sound_speed * 1e3);
  step_.run.time = step_.begin_time + step_.run.dt;
  EXPECT_TRUE(clock().passed) << clock().detail;
}

TEST_P(StepOfMany, TheClockFollowsTheFastestApproachOfAParticle) {
  const WcsphConstants& c = scenario_.wcsph;
  step_.begin_rate.assign(step_.begin.size(), {});
  step_.begin_approach_rate.assign(step_.begin.size(), 0);
  step_.begin_approach_rate[33'000] = 4e4f;
  const double sound = c.sound_speed * std::pow(1.0 + step_.begin.velocity[33'000].w, 3);
  const double h = c.smoothing_length;
  step_.run.dt = c.courant * h / (sound + h * 4e4);
  step_.run.time = step_.begin_time + step_.run.dt;
  EXPECT_TRUE(clock().passed) << clock().detail;
  step_.begin_approach_rate[33'000] = 0;
  EXPECT_FALSE(clock().passed);
}

void hold_walls(ParticleState& state) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!is_any_fluid(state.identity[i])) state.velocity[i].w = std::max(state.velocity[i].w, 0.0f);
  }
}

TEST_P(StepOfMany, DensitiesOfWallsThatAreHeldAreAtLeastThatAtRest) {
  EXPECT_TRUE(agrees().passed);
  scenario_.wcsph.holds_wall_density = 1;
  EXPECT_FALSE(agrees().passed) << "some walls are thin";
  hold_walls(step_.midpoint);
  take(step_.end, expected().end);  // from that midpoint
  hold_walls(step_.end);
  EXPECT_TRUE(agrees().passed) << agrees().detail;
  for (std::size_t i = 0; i < step_.end.size(); ++i) {
    float& density = step_.end.velocity[i].w;
    if (is_any_fluid(step_.end.identity[i]) || density != 0) continue;
    density = -1e-3f;
    EXPECT_FALSE(agrees().passed) << "particle " << i;
    return;
  }
  FAIL() << "no wall was held";
}

INSTANTIATE_TEST_SUITE_P(All, StepOfMany,
                         testing::Values("predictor-corrector", "symplectic", "symplectic-euler",
                                         "verlet"));

// Particles are found again by their ids: a pack reorders them.
TEST(VerificationOfMany, IsTheSameOnAnyThreads) {
  Scenario water = test::shipped("dam-break-lj", {{"particles_per_height", 26}});
  water.scheme = "verlet";
  ASSERT_GT(water.particles(), test::many_particles);
  const test::RunnablePack pack = test::pack_of("cpu-gcc");
  Variant variant;
  variant.stages["forces"].name = "omp-list";
  const auto verify = [&](int threads) {
    const test::WithThreads with(threads);
    return verify_variant(*pack.runtime, *pack.pack, water, variant);
  };
  const VerificationReport expected = verify(1);
  const VerificationReport report = verify(5);
  EXPECT_EQ(expected.status, "ok");
  EXPECT_EQ(report.status, expected.status);
  EXPECT_EQ(report.pairs.candidate, expected.pairs.candidate);
  EXPECT_EQ(report.pairs.accepted, expected.pairs.accepted);
  EXPECT_EQ(report.pairs.neighbours.value().mean, expected.pairs.neighbours.value().mean);
  ASSERT_EQ(report.checks.size(), expected.checks.size());
  for (std::size_t k = 0; k < report.checks.size(); ++k)
    test::expect_same(report.checks[k], expected.checks[k]);
}

}  // namespace
}  // namespace sphlab
