#include "harness/verify/oracle.hpp"

#include <stdexcept>
#include <utility>

#include "harness/runtimes/host_memory.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_outside.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/same_bits.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {

void Oracle::forget() {
  verdict_.reset();
  rates_.reset();
  densities_.reset();
  end_to_end_.reset();
  potential_.reset();
  searches_.clear();
  passed_radius_ = 0;
}

const StateVerdict& Oracle::judge(SortedState state) {
  if (verdict_ && same_bits(state, judged_)) return *verdict_;
  forget();
  judged_ = std::move(state);
  ++computations_;
  return verdict_.emplace(judge_state(judged_, scenario_));
}

JudgedParticles Oracle::judged_particles() const {
  return JudgedParticles::by_candidates(live(), verdict_.value().candidate_pairs, most_candidates_);
}

const OracleRates& Oracle::rates() {
  if (rates_) return *rates_;
  ++computations_;
  return rates_.emplace(oracle_rates_of(scenario_.physics, particles(), judged_particles(),
                                        scenario_.wcsph, all_threads()));
}

const OracleDensities& Oracle::densities() {
  if (densities_) return *densities_;
  ++computations_;
  return densities_.emplace(oracle_densities_of(scenario_.physics, particles(), judged_particles(),
                                                scenario_.wcsph, all_threads()));
}

const EndToEndRates& Oracle::end_to_end(const ParticleFields& begin_fields,
                                        std::uint32_t repetitions) {
  if (end_to_end_ && end_to_end_repetitions_ == repetitions &&
      same_fields(begin_fields_, begin_fields))
    return *end_to_end_;
  if (judged_particles().is_sample())
    throw std::logic_error("rates end to end need the passes of all particles");
  const bool sums = physics_kind(scenario_.physics).density_pass() != nullptr;
  const OracleDensities* own = sums ? &densities() : nullptr;
  ++computations_;
  end_to_end_repetitions_ = repetitions;
  begin_fields_ = begin_fields;
  ParticleState begin = particles();
  begin.fields = begin_fields;
  return end_to_end_.emplace(
      oracle_end_to_end(scenario_.physics, begin, live(), scenario_.wcsph, own, repetitions));
}

const OraclePotential& Oracle::potential() {
  if (potential_) return *potential_;
  ++computations_;
  potential_ = compute_potential();
  return *potential_;
}

const CellSearch& Oracle::search(double reach) {
  return searches_.try_emplace(reach, particles(), live(), reach).first->second;
}

ListComparison Oracle::compare_downloaded_list(float radius, TypeMask targets) {
  const CellSearch& neighbours = search(borderline_reach(radius));
  const bool known = passed_radius_ == radius && passed_targets_ == targets;
  ListComparison compared = compare_list(particles(), live(), list_, neighbours, radius, targets,
                                         known ? &passed_ : nullptr);
  const bool differs = 2 * compared.judged_rows > live();
  if ((!known || differs) && compared.check.passed && 4 * list_.bytes() <= host_memory_bytes()) {
    std::swap(list_, passed_.list);
    passed_.borderline_rows = compared.borderline_rows;
    passed_radius_ = radius;
    passed_targets_ = targets;
  }
  return compared;
}

OraclePotential Oracle::compute_potential() const {
  const LjPotentialConstants& constants = scenario_.lj_potential;
  const PhysicsKind& kind = physics_kind(scenario_.physics);
  if (kind.is_outside || kind.brings_oracle())
    return oracle_outside_potential(kind, particles(), live(), constants);
  const PotentialPhysics physics = potential_physics(scenario_.physics).value();
  if (physics.tests_distance) {
    return oracle_potential(particles(), live(), constants, kind.targets, physics.term);
  }
  return oracle_potential_uncut(particles(), judged_.cell_begin, judged_.grid, constants,
                                kind.targets, physics.term);
}

}  // namespace sphlab
