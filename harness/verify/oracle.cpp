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

namespace {

OracleRates reordered(const OracleRates& rates, const Reordering& to) {
  return {to(rates.acceleration),  to(rates.density_rate),         to(rates.uncertainty),
          to(rates.approach_rate), to(rates.approach_uncertainty), rates.accepted_pairs,
          rates.neighbours};
}

OracleDensities reordered(const OracleDensities& densities, const Reordering& to) {
  return {to(densities.excess), to(densities.rounding), densities.accepted_pairs};
}

OraclePotential reordered(const OraclePotential& potential, const Reordering& to) {
  return {to(potential.value), to(potential.borderline), to(potential.rounding),
          potential.accepted_pairs};
}

OraclePotential potential_of(const Scenario& scenario, const SortedState& state,
                             const JudgedParticles& judged) {
  const LjPotentialConstants& constants = scenario.lj_potential;
  const PhysicsKind& kind = physics_kind(scenario.physics);
  const ParticleState& particles = state.particles;
  if (kind.is_outside || kind.brings_oracle())
    return oracle_outside_potential(kind, particles, judged, constants);
  const PotentialPhysics physics = potential_physics(scenario.physics).value();
  if (physics.tests_distance)
    return oracle_potential(particles, judged, constants, kind.targets, physics.term);
  return oracle_potential_uncut(particles, judged, state.cell_begin, state.grid, constants,
                                kind.targets, physics.term);
}

}  // namespace

void Oracle::forget() {
  verdict_.reset();
  reordering_.reset();
  rates_.reset();
  densities_.reset();
  end_to_end_.reset();
  potential_.reset();
  searches_.clear();
  passed_radius_ = 0;
}

const StateVerdict& Oracle::judge(SortedState state) {
  if (verdict_ && same_bits(state, *judged_)) return *verdict_;
  forget();
  judged_ = std::make_shared<const SortedState>(std::move(state));
  ++computations_;
  StateVerdict verdict = judge_state(*judged_, scenario_);
  verdict_.emplace(std::move(verdict));
  if (verdict_->sound) find_again();
  return *verdict_;
}

void Oracle::find_again() {
  if (first_) reordering_ = Reordering::between(*first_->state, first_->live, *judged_, live());
  // what a physics from outside reads is not known here
  const PhysicsKind& kind = physics_kind(scenario_.physics);
  const bool reads_all = kind.is_outside || kind.brings_oracle();
  if (reordering_ && reads_all && !reordering_->same_matter()) reordering_.reset();
  if (reordering_) return;
  first_.emplace(First{
      .state = judged_,
      .live = live(),
      .judged = JudgedParticles::by_candidates(live(), verdict_->candidate_pairs, most_candidates_),
      .rates = {},
      .densities = {},
      .potential = {}});
}

JudgedParticles Oracle::judged_particles() const {
  const JudgedParticles& judged = first_.value().judged;
  return reordering_ ? (*reordering_)(judged) : judged;
}

template <class Result, class Compute>
const Result& Oracle::found(std::optional<Result> First::*first, std::optional<Result>& own,
                            bool known, Compute&& compute) {
  if (own) return *own;
  if (reordering_ && !known) {
    ++computations_;
    return own.emplace(compute(*judged_, judged_particles()));
  }
  std::optional<Result>& of_first = first_.value().*first;
  if (!of_first) {
    ++computations_;
    of_first.emplace(compute(*first_->state, first_->judged));
  }
  return reordering_ ? own.emplace(reordered(*of_first, *reordering_)) : *of_first;
}

const OracleRates& Oracle::rates() {
  return found(&First::rates, rates_, !reordering_ || reordering_->same_matter(),
               [this](const SortedState& state, const JudgedParticles& judged) {
                 return oracle_rates_of(scenario_.physics, state.particles, judged, scenario_.wcsph,
                                        all_threads());
               });
}

const OracleDensities& Oracle::densities() {
  // of places and types, and of what a formulation carries: not of the densities before
  const bool known = !reordering_ || reordering_->same_matter() || particles().fields.empty();
  return found(&First::densities, densities_, known,
               [this](const SortedState& state, const JudgedParticles& judged) {
                 return oracle_densities_of(scenario_.physics, state.particles, judged,
                                            scenario_.wcsph, all_threads());
               });
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
  const auto cut = potential_physics(scenario_.physics);
  const bool by_distance = !cut || cut->tests_distance;
  const bool known = !reordering_ || by_distance || reordering_->same_cells();
  return found(&First::potential, potential_, known,
               [this](const SortedState& state, const JudgedParticles& judged) {
                 return potential_of(scenario_, state, judged);
               });
}

const CellSearch& Oracle::search(double reach) {
  return searches_.try_emplace(reach, particles(), live(), reach).first->second;
}

ListComparison Oracle::compare_downloaded_list(float radius, TypeMask targets) {
  const CellSearch& neighbours = search(borderline_reach(radius, particles().period));
  const JudgedParticles judged = judged_particles();
  const bool known = !judged.is_sample() && passed_radius_ == radius && passed_targets_ == targets;
  ListComparison compared = compare_list(particles(), judged, list_, neighbours, radius, targets,
                                         known ? &passed_ : nullptr);
  if (judged.is_sample()) return compared;
  const bool differs = 2 * compared.judged_rows > live();
  if ((!known || differs) && compared.check.passed && 4 * list_.bytes() <= host_memory_bytes()) {
    std::swap(list_, passed_.list);
    passed_.borderline_rows = compared.borderline_rows;
    passed_radius_ = radius;
    passed_targets_ = targets;
  }
  return compared;
}

}  // namespace sphlab
