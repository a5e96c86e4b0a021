// The passes of a formulation over the particles of a host, as a traversal makes them.
#pragma once

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "harness/scenarios/penalty_planes.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_search.hpp"
#include "kernels/physics/pass.hpp"
#include "tests/kernels/physics/every_physics.hpp"

namespace sphlab::test {

/// `state` with the rates of its particles, as a pass sees it, and what their formulation has
/// beside them, which every pass may write.
struct Arrays {
  ParticleState state;
  std::vector<float4> rate = std::vector<float4>(state.size());
  std::vector<std::vector<float>> fields{}, arrays{}, rates{};
  Repetition repetition{};
  Clock clock{};

  template <class Arguments>
  Arguments arguments() {
    Arguments a{};
    a.particles = static_cast<std::uint32_t>(state.size());
    a.state = {state.position.data(), state.velocity.data(), state.identity.data(), {}, {}};
    if constexpr (std::is_same_v<Arguments, DensityArguments>) {
      a.position = state.position.data();
      a.velocity = state.velocity.data();
    }
    if constexpr (std::is_same_v<Arguments, ForceArguments>) a.rate = rate.data();
    point_at(fields, a.state.fields, a.fields);
    point_at(arrays, a.state.arrays, a.arrays);
    for (std::size_t k = 0; k < rates.size(); ++k) a.rates[k] = rates[k].data();
    a.repetition = &repetition;
    a.clock = &clock;
    return a;
  }

 private:
  template <std::size_t most>
  static void point_at(std::vector<std::vector<float>>& all, const float* (&read)[most],
                       float* (&written)[most]) {
    for (std::size_t k = 0; k < all.size(); ++k) read[k] = written[k] = all[k].data();
  }
};

/// One pass over all particles, as a traversal makes it.
template <class Pass>
void run_pass(Arrays& arrays, const WcsphConstants& c) {
  const auto [share, rate] = swing_at(c.planes, arrays.state.time);
  arrays.clock.swing_share = static_cast<float>(share);
  arrays.clock.swing_rate = static_cast<float>(rate);
  const auto a = arrays.arguments<PassArguments<Pass>>();
  const auto coefficients = Pass::prepare(c);
  const ParticleState& state = arrays.state;
  const CellSearch search(state, state.size(), static_cast<double>(c.influence_radius));
  for (std::uint32_t i = 0; i < a.particles; ++i) {
    if ((mask_of(type_of(state.identity[i])) & Pass::targets) == 0) {
      Pass::store_nothing(a, i);
      continue;
    }
    const auto target = Pass::load(a.state, i, a.state.position[i]);
    typename Pass::template Sum<float> sum;
    search.visit(i, [&](std::uint32_t j, double, double, double, double) {
      const auto source = Pass::load(a.state, j, a.state.position[j]);
      const auto pair =
          make_pair_distance(target.x, target.y, target.z, source.x, source.y, source.z, true);
      with_group(typename Pass::Groups{}, type_of(state.identity[j]), [&](auto group) {
        add_one_sided<Pass, decltype(group)>(coefficients, target, source, pair, sum);
      });
    });
    Pass::store(coefficients, a, i, sum);
  }
}

inline void expect_passed(const Check& check) {
  EXPECT_TRUE(check.passed) << check.name << ": " << check.detail;
}

}  // namespace sphlab::test
