#include "harness/verify/oracle.hpp"

#include <cstring>

#include "harness/verify/check.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

bool Oracle::knows(const ParticleState& state, std::size_t live,
                   const std::vector<std::uint32_t>& cell_begin) const {
  return computations_ > 0 && live == live_ && same_bits(state.position, state_.position) &&
         same_bits(state.velocity, state_.velocity) && same_bits(state.identity, state_.identity) &&
         same_bits(cell_begin, cell_begin_);
}

void Oracle::remember(const ParticleState& state, std::size_t live,
                      const std::vector<std::uint32_t>& cell_begin) {
  state_ = state;
  live_ = live;
  cell_begin_ = cell_begin;
  ++computations_;
}

const OracleRates& Oracle::rates(const ParticleState& state, std::size_t live) {
  if (rates_ && knows(state, live, {})) return *rates_;
  rates_ = oracle_rates_of(scenario_.physics, state, live, scenario_.wcsph, all_threads());
  remember(state, live, {});
  return *rates_;
}

const OraclePotential& Oracle::potential(const ParticleState& state, std::size_t live,
                                         const std::vector<std::uint32_t>& cell_begin,
                                         const Grid& grid) {
  if (potential_ && knows(state, live, cell_begin)) return *potential_;
  const PotentialPhysics physics = potential_physics(scenario_.physics).value();
  const TypeMask targets = target_types(scenario_.physics);
  potential_ = physics.tests_distance
                   ? oracle_potential(state, live, scenario_.lj_potential, targets, all_threads(),
                                      physics.term)
                   : oracle_potential_uncut(state, cell_begin, grid, scenario_.lj_potential,
                                            targets, all_threads(), physics.term);
  remember(state, live, cell_begin);
  return *potential_;
}

}  // namespace sphlab
