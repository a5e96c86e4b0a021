// predict and correct: a body goes where its prescribed motion has it, and keeps its shape to the
// last bit; dynamic boundaries change their density and nothing else.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/checks_body.hpp"
#include "tests/support/many_types.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

/// A block of body amid fluid, on the multiples of the body's quantum.
Scenario with_body(const std::string& physics) {
  ParticleState state = cubic_lattice(6);
  deal_types(state, {ParticleType::fluid, ParticleType::body, ParticleType::fluid,
                     ParticleType::boundary, ParticleType::fluid});
  Scenario scenario = many_types_scenario(physics, std::move(state), 4);
  scenario.wcsph.body.velocity = {0, 2, -1};
  scenario.wcsph.wall_distance = 0.01f;
  return scenario;
}

struct Motion {
  double place[3];
  double speed[3];
};

/// The law of BodyMotion in double precision.
Motion law(const BodyMotion& body, double time) {
  const double angle = std::numbers::pi * static_cast<double>(body.frequency) * time;
  const double share = std::sin(angle) * std::sin(angle);
  const double rate = std::numbers::pi * static_cast<double>(body.frequency) * std::sin(2 * angle);
  const auto along = [&](float velocity, float stroke) {
    return static_cast<double>(velocity) * time + static_cast<double>(stroke) * share;
  };
  const auto speed = [&](float velocity, float stroke) {
    return static_cast<double>(velocity) + static_cast<double>(stroke) * rate;
  };
  const float3& v = body.velocity;
  const float3& s = body.stroke;
  return {{along(v.x, s.x), along(v.y, s.y), along(v.z, s.z)},
          {speed(v.x, s.x), speed(v.y, s.y), speed(v.z, s.z)}};
}

void expect_law(const Scenario& scenario, const ParticleState& now, double time) {
  const BodyMotion& body = scenario.wcsph.body;
  const Motion expected = law(body, time);
  // the place is rounded to a quantum, the phase to float
  const double tolerance = static_cast<double>(body.quantum) + 3e-7 * 0.125;
  std::size_t bodies = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (type_of(now.identity[i]) != ParticleType::body) continue;
    ++bodies;
    const float4 began = scenario.initial.position[id_of(now.identity[i])];
    const float4 x = now.position[i];
    const float4 v = now.velocity[i];
    ASSERT_NEAR(static_cast<double>(x.x) - began.x, expected.place[0], tolerance);
    ASSERT_NEAR(static_cast<double>(x.y) - began.y, expected.place[1], tolerance);
    ASSERT_NEAR(static_cast<double>(x.z) - began.z, expected.place[2], tolerance);
    ASSERT_NEAR(v.x, expected.speed[0], 1e-4);
    ASSERT_NEAR(v.y, expected.speed[1], 1e-4);
    ASSERT_NEAR(v.z, expected.speed[2], 1e-4);
  }
  EXPECT_GT(bodies, 10u);
}

TEST(BodyMotion, FollowsItsLawAndKeepsItsShape) {
  for (const char* physics : {"wcsph-dynamic", "wcsph-two-fluids"}) {
    const Scenario scenario = with_body(physics);
    for_each_pack([&](const RunnablePack& pack) {
      Simulation simulation(*pack.runtime, *pack.pack, scenario, Variant{});
      for (int step = 0; step < 40; ++step) {
        simulation.step();
        const Check check = body_rigid(simulation.download(), scenario.initial);
        ASSERT_TRUE(check.passed) << check.detail;
      }
      expect_law(scenario, simulation.download(), simulation.run_state().time);
      EXPECT_EQ(simulation.run_state().steps, 40u);
    });
  }
}

TEST(BodyMotion, OneThatComesBackIsWhereItBegan) {
  Scenario scenario = with_body("wcsph-dynamic");
  scenario.wcsph.body.velocity = {0, 0, 0};
  const RunnablePack pack = pack_of("cpu-gcc");
  Simulation simulation(*pack.runtime, *pack.pack, scenario, Variant{});
  for (int step = 0; step < 100; ++step) simulation.step();
  expect_law(scenario, simulation.download(), 0);
}

TEST(DynamicBoundaries, StayWhereTheyAreWhileTheirDensityFollows) {
  const Scenario scenario = with_body("wcsph-dynamic");
  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, Variant{});
    for (int step = 0; step < 3; ++step) simulation.step();
    const ParticleState now = simulation.download();
    std::size_t changed = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (type_of(now.identity[i]) != ParticleType::boundary) continue;
      const std::size_t id = id_of(now.identity[i]);
      ASSERT_EQ(now.position[i].x, scenario.initial.position[id].x);
      ASSERT_EQ(now.position[i].y, scenario.initial.position[id].y);
      ASSERT_EQ(now.position[i].z, scenario.initial.position[id].z);
      ASSERT_EQ(now.velocity[i].x, 0.0f);
      if (now.velocity[i].w != scenario.initial.velocity[id].w) ++changed;
    }
    EXPECT_GT(changed, 10u);
  });
}

}  // namespace
}  // namespace sphlab::test
