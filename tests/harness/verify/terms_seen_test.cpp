#include "harness/verify/terms_seen.hpp"

#include <gtest/gtest.h>

#include "harness/verify/perturbed_state.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

const FormulationDescription no_fields{};

Check seen_in(const Scenario& scenario, const ParticleState& state) {
  return terms_seen(term_effects(scenario, state, no_fields));
}

TEST(TermsSeen, AStateAtRestHidesViscosity) {
  const Scenario dam = shipped("dam-break-lj", {{"particles_per_height", 6}});
  const Check check = seen_in(dam, dam.initial);
  EXPECT_FALSE(check.passed);
  EXPECT_TRUE(mentions(check.detail, {"artificial viscosity", "state"})) << check.detail;
}

TEST(TermsSeen, APerturbedStateShowsEveryTerm) {
  for (const char* name : {"dam-break-lj", "dam-break-two-fluids"}) {
    const Scenario dam = shipped(name, {{"particles_per_height", 6}});
    const Check check = seen_in(dam, perturbed(dam.initial, dam, {1}));
    EXPECT_TRUE(check.passed) << name << ": " << check.detail;
    EXPECT_TRUE(mentions(check.detail, {"artificial viscosity", "wall force", "gravity"}))
        << check.detail;
  }
}

TEST(TermsSeen, ATermWithoutEffectIsNotSeenAndAFaintOneIsNamed) {
  const Check check = terms_seen({{"gravity", 0.5}, {"wall force", 1e-6}, {"drift", 0}});
  EXPECT_EQ(check.value, 1);
  EXPECT_FALSE(check.passed);
  EXPECT_TRUE(mentions(check.detail, {"if the drift were missing", "wall force 1e-06 (faint)"}))
      << check.detail;
}

}  // namespace
}  // namespace sphlab::test
