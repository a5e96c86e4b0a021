#include "harness/verify/oracle.hpp"

#include <cstring>

#include "harness/scenarios/physics.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_outside.hpp"
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
  const PhysicsKind& kind = physics_kind(scenario_.physics);
  rates_ = kind.is_outside
               ? oracle_outside_rates(kind, state, live, scenario_.wcsph, all_threads())
               : oracle_rates_of(scenario_.physics, state, live, scenario_.wcsph, all_threads());
  remember(state, live, {});
  return *rates_;
}

const OraclePotential& Oracle::potential(const ParticleState& state, std::size_t live,
                                         const std::vector<std::uint32_t>& cell_begin,
                                         const Grid& grid) {
  if (potential_ && knows(state, live, cell_begin)) return *potential_;
  potential_ = compute_potential(state, live, cell_begin, grid);
  remember(state, live, cell_begin);
  return *potential_;
}

OraclePotential Oracle::compute_potential(const ParticleState& state, std::size_t live,
                                          const std::vector<std::uint32_t>& cell_begin,
                                          const Grid& grid) const {
  const LjPotentialConstants& constants = scenario_.lj_potential;
  const PhysicsKind& kind = physics_kind(scenario_.physics);
  if (kind.is_outside) return oracle_outside_potential(kind, state, live, constants, all_threads());
  const PotentialPhysics physics = potential_physics(scenario_.physics).value();
  if (physics.tests_distance)
    return oracle_potential(state, live, constants, kind.targets, all_threads(), physics.term);
  return oracle_potential_uncut(state, cell_begin, grid, constants, kind.targets, all_threads(),
                                physics.term);
}

}  // namespace sphlab
