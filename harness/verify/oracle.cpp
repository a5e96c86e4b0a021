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

void Oracle::look_at(const ParticleState& state, std::size_t live,
                     const std::vector<std::uint32_t>& cell_begin) {
  if (live == live_ && same_bits(state.position, state_.position) &&
      same_bits(state.velocity, state_.velocity) && same_bits(state.identity, state_.identity) &&
      same_bits(cell_begin, cell_begin_))
    return;
  state_ = state;
  live_ = live;
  cell_begin_ = cell_begin;
  rates_.reset();
  densities_.reset();
  potential_.reset();
}

const OracleRates& Oracle::rates(const ParticleState& state, std::size_t live) {
  look_at(state, live, {});
  if (rates_) return *rates_;
  ++computations_;
  return rates_.emplace(
      oracle_rates_of(scenario_.physics, state, live, scenario_.wcsph, all_threads()));
}

const OracleDensities& Oracle::densities(const ParticleState& state, std::size_t live) {
  look_at(state, live, {});
  if (densities_) return *densities_;
  ++computations_;
  return densities_.emplace(
      oracle_densities_of(scenario_.physics, state, live, scenario_.wcsph, all_threads()));
}

const OraclePotential& Oracle::potential(const ParticleState& state, std::size_t live,
                                         const std::vector<std::uint32_t>& cell_begin,
                                         const Grid& grid) {
  look_at(state, live, cell_begin);
  if (potential_) return *potential_;
  ++computations_;
  const PotentialPhysics physics = potential_physics(scenario_.physics).value();
  const TypeMask targets = target_types(scenario_.physics);
  potential_ = physics.tests_distance
                   ? oracle_potential(state, live, scenario_.lj_potential, targets, all_threads(),
                                      physics.term)
                   : oracle_potential_uncut(state, cell_begin, grid, scenario_.lj_potential,
                                            targets, all_threads(), physics.term);
  return *potential_;
}

}  // namespace sphlab
