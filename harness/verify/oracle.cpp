#include "harness/verify/oracle.hpp"

#include <utility>

#include "harness/runtimes/host_memory.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_outside.hpp"
#include "harness/verify/parallel_particles.hpp"
#include "harness/verify/same_bits.hpp"
#include "harness/verify/same_rows.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
void Oracle::look_at(const ParticleState& state, std::size_t live,
                     const std::vector<std::uint32_t>& cell_begin) {
  if (live == live_ && same_particles(state, state_) && same_bits(cell_begin, cell_begin_)) return;
  state_ = state;
  live_ = live;
  cell_begin_ = cell_begin;
  rates_.reset();
  densities_.reset();
  potential_.reset();
  searches_.clear();
  passed_.reset();
}

const StateVerdict& Oracle::judge(SortedState state) {
  if (verdict_ && same_bits(state, judged_)) return *verdict_;
  verdict_.reset();
  judged_ = std::move(state);
  ++computations_;
  return verdict_.emplace(judge_state(judged_, scenario_));
}

const OracleRates& Oracle::rates(const ParticleState& state, std::size_t live) {
  look_at(state, live, {});
  if (rates_) return *rates_;
  ++computations_;
  const PhysicsKind& kind = physics_kind(scenario_.physics);
  return rates_.emplace(
      kind.is_outside
          ? oracle_outside_rates(kind, state, live, scenario_.wcsph, all_threads())
          : oracle_rates_of(scenario_.physics, state, live, scenario_.wcsph, all_threads()));
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
  potential_ = compute_potential(state, live, cell_begin, grid);
  return *potential_;
}

const CellSearch& Oracle::search(const ParticleState& state, std::size_t live, double reach) {
  look_at(state, live, {});
  return searches_.try_emplace(reach, state_, live, reach).first->second;
}

ListComparison Oracle::compare_downloaded_list(const ParticleState& state, std::size_t live,
                                               float radius, TypeMask targets) {
  const CellSearch& neighbours = search(state, live, borderline_reach(radius));
  if (passed_ && passed_radius_ == radius &&
      same_rows(state, live, passed_list_, list_, targets, all_threads()))
    return *passed_;
  const ListComparison compared =
      compare_list(state, live, list_, neighbours, radius, targets, all_threads());
  if (compared.check.passed && 4 * list_.bytes() <= host_memory_bytes()) {
    std::swap(list_, passed_list_);
    passed_radius_ = radius;
    passed_ = compared;
  }
  return compared;
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
