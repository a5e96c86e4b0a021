// An excerpt of a state: what the oracle makes of it is what it makes of the whole.
#include "harness/verify/excerpt.hpp"

#include <gtest/gtest.h>

#include "harness/verify/check.hpp"
#include "harness/verify/in_motion.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/status.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

constexpr float spacing = 0.15f;  // 0.2 is the radius

const ParticleState& fluid() {
  static const ParticleState state = [] {
    ParticleState jittered = jittered_state(64, spacing, 3);
    jittered.fields["mark"].resize(2 * jittered.size());
    for (std::size_t i = 0; i < 2 * jittered.size(); ++i)
      jittered.fields["mark"][i] = static_cast<float>(i);
    return jittered;
  }();
  return state;
}

JudgedParticles sample() {
  return JudgedParticles::at_most(fluid().size(), 1);
}

TEST(Excerpt, RatesAreThoseOfTheWholeState) {
  const WcsphConstants c = wcsph_constants();
  const Excerpt excerpt = excerpt_around(fluid(), sample(), c.influence_radius);
  EXPECT_LT(excerpt.particles.size(), fluid().size());
  ASSERT_EQ(excerpt.judged.count(), sample().count());
  EXPECT_TRUE(excerpt.judged.is_sample());
  EXPECT_EQ(excerpt.judged.all(), fluid().size());
  const OracleRates whole = oracle_rates_of("wcsph-lj", fluid(), sample(), c, 2);
  const OracleRates part = oracle_rates_of("wcsph-lj", excerpt.particles, excerpt.judged, c, 2);
  for (std::size_t k = 0; k < sample().count(); ++k) {
    const DoubleVector& a = whole.acceleration[sample()[k]];
    const DoubleVector& b = part.acceleration[excerpt.judged[k]];
    for (std::size_t axis = 0; axis < 3; ++axis)
      ASSERT_NEAR(a[axis], b[axis], 1e-9 * magnitude(a)) << k;
  }
  EXPECT_EQ(part.accepted_pairs, whole.accepted_pairs) << "none of its neighbours is missing";
}

TEST(Excerpt, ParticlesKeepTheirNamesAndFields) {
  const Excerpt excerpt = excerpt_around(fluid(), sample(), 0.2);
  const std::size_t last = excerpt.particles.size() - 1;
  const std::size_t there = excerpt.particles.excerpted[last];
  EXPECT_GT(there, last);
  EXPECT_EQ(particle_label(excerpt.particles, last), particle_label(fluid(), there));
  EXPECT_EQ(excerpt.particles.fields.at("mark")[2 * last + 1], static_cast<float>(2 * there + 1));
}

TEST(Excerpt, OfAMovingStateShowsWhatTheWholeStateShows) {
  const Scenario dam = shipped("dam-break-lj", {{"particles_per_height", 16}});
  const RunnablePack pack = pack_of("cpu-gcc");
  for (const char* traversal : {"omp-list", "omp-asymmetric"}) {
    Simulation simulation(*pack.runtime, *pack.pack, dam,
                          as_served(*pack.pack->pack, "wcsph-lj", variant_of(traversal)));
    const auto status = [&](const Scenario& judge) {
      std::vector<Check> checks;
      StatesInMotion memory;
      verify_in_motion(simulation, judge, dam.initial, 0, 0,
                       {.label = "moving", .tells_shares = true, .size = {.most = 1}}, memory,
                       checks);
      return status_of(checks);
    };
    EXPECT_EQ(status(dam), "ok") << traversal;
    Scenario heavier = dam;
    heavier.wcsph.particle_mass *= 1.001f;
    EXPECT_TRUE(mentions(status(heavier), {"accelerations", "of a sample", "judged on 8192 of"}))
        << traversal << status(heavier);
  }
}

}  // namespace
}  // namespace sphlab::test
