#include "harness/verify/moving_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "harness/error.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/missed_pairs.hpp"
#include "harness/verify/perturbed_state.hpp"
#include "harness/verify/terms_seen.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

constexpr std::uint64_t seed_before = 1, seed_after = 2;
constexpr const char* moment_after = " after timing";

/// Particles of a sample after the timing, when a run may have broken what was right.
constexpr std::size_t fewest = 32 * JudgedParticles::run;

/// Candidates that a pass is judged by after the timing where nothing moves, so few that a sample
/// has the usual number of particles.
constexpr double most_candidates_after = 1e6;

/// The same before it: fewer where a particle has more neighbours, for which the oracle takes
/// longer.
std::size_t sample_before(const Scenario& scenario) {
  constexpr double most_neighbours = 1e6;  // of all in a sample
  const double radius = scenario.influence_radius / usual_spacing(scenario);
  const double of_one = 4.0 / 3 * std::numbers::pi * radius * radius * radius;
  return std::clamp(static_cast<std::size_t>(most_neighbours / of_one), fewest,
                    JudgedParticles::usual);
}

}  // namespace

MovingState::MovingState(const Scenario& scenario, const ParticleState& from, double time,
                         std::uint64_t steps, std::string label, double most_candidates)
    : scenario_(scenario),
      from_(from),
      time_(time),
      steps_(steps),
      label_(std::move(label)),
      most_candidates_(most_candidates) {}

void MovingState::verify(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
                         Simulation& simulation, std::vector<Check>& checks) {
  compare(simulation,
          {.label = moving_label(),
           .seed = seed_before,
           .tells_shares = true,
           .size = {Motion::most_judged, sample_before(scenario_)}},
          checks);
  count(runtime, pack, host_pack, simulation, checks);
  if (scenario_.time_stepping == TimeStepping::none) return;
  step_once(pack, simulation, seed_before, "", checks);
  if (simulation.list_setup().on_demand()) end_periods(simulation, checks);
}

Oracle& MovingState::oracle(std::uint64_t seed) {
  const double most =
      seed == seed_after ? std::min(most_candidates_, most_candidates_after) : most_candidates_;
  return oracles_.try_emplace(seed, scenario_, most).first->second;
}

void MovingState::compare(Simulation& simulation, const Motion& how, std::vector<Check>& checks) {
  const ParticleState& particles = moved(simulation.formulation(), how.seed);
  if (scenario_.time_stepping != TimeStepping::none)
    return verify_in_motion(simulation, scenario_, particles, time_, steps_, how, memory_, checks);
  simulation.restore(particles, time_, steps_);
  verify_state(simulation, oracle(how.seed), how.label + how.moment, checks);
}

const ParticleState& MovingState::moved(const FormulationDescription& formulation,
                                        std::uint64_t seed) {
  const auto known = moved_.find(seed);
  if (known != moved_.end()) return known->second;
  return moved_.emplace(seed, perturbed(from_, scenario_, {seed, formulation.integrates_density}))
      .first->second;
}

void MovingState::step_once(const LoadedPack& pack, Simulation& simulation, std::uint64_t seed,
                            const std::string& moment, std::vector<Check>& checks) {
  std::string stages = fmt::format("{} {} {}", pack.pack->toolchain, side_name(pack.side), seed);
  for (const auto& [stage, strategy] : simulation.strategies()) {
    const StageDescription* row = find_stage(stage);
    if (row != nullptr && (row->time == StageTime::step || stage == describe(Stage::reorder).name))
      stages += fmt::format(" {}/{}", stage, strategy);
    // what reads sources that the scheme has written is compared within the step
    if (stage == forces_pass && simulation.schemes_write_sources()) stages += " by " + strategy;
  }
  if (!steps_seen_.insert(stages).second) return;
  verify_steps_from(simulation, pack, scenario_, moved(simulation.formulation(), seed), time_,
                    steps_, moving_label(), moment, memory_.step, checks);
}

/// Cycles until the list was built twice, or long enough for the fluid to have used any skin up.
void MovingState::end_periods(Simulation& simulation, std::vector<Check>& checks) {
  constexpr int most_cycles = 12;
  simulation.restore(moved(simulation.formulation(), seed_before), time_, steps_);
  for (int cycle = 0; cycle < most_cycles && simulation.rebuilds() < 2; ++cycle)
    simulation.run_cycles(1);
  const auto missed = missed_at_end_of_cycle(simulation, scenario_, unmoved().list_buffer(),
                                             {Motion::most_judged, sample_before(scenario_)});
  if (missed) LabelledChecks({moving_label(), steps_, time_}, checks).add(none_missed(*missed));
}

void MovingState::verify_after_timing(const LoadedPack& pack, Simulation& simulation,
                                      std::vector<Check>& checks) {
  compare(simulation,
          {.label = moving_label(),
           .moment = moment_after,
           .seed = seed_after,
           .after_a_cycle = is_for_speed(*pack.pack),
           .size = {Motion::most_judged, fewest}},
          checks);
  if (scenario_.time_stepping == TimeStepping::none) return;
  step_once(pack, simulation, seed_after, moment_after, checks);
}

void MovingState::count(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
                        const Simulation& simulation, std::vector<Check>& checks) {
  if (!counter_)
    counter_.emplace(scenario_, moved(simulation.formulation(), seed_before), most_candidates_);
  not_counted_.clear();
  if (!counter_->counts_within_radius()) return;
  not_counted_ = counter_->uncountable(simulation, pack);
  if (!not_counted_.empty()) return;
  try {
    LabelledChecks labelled({moving_label(), steps_, time_}, checks);
    counter_->count(runtime, pack, host_pack, simulation, labelled);
  } catch (const OutOfMemory& failure) {
    not_counted_ = failure.what();
  }
}

/// A term is seen in the state before the timing, or in the one behind it.
const Check& MovingState::terms(const FormulationDescription& formulation) {
  if (terms_) return *terms_;
  std::vector<TermEffect> effects;
  for (const std::uint64_t seed : {seed_before, seed_after}) {
    const std::vector<TermEffect> of_seed =
        term_effects(scenario_, moved(formulation, seed), formulation);
    for (const TermEffect& each : of_seed) {
      const auto known = std::find_if(effects.begin(), effects.end(), [&](const TermEffect& other) {
        return other.name == each.name;
      });
      if (known == effects.end()) {
        effects.push_back(each);
      } else {
        known->effect = std::max(known->effect, each.effect);
      }
    }
  }
  return terms_.emplace(terms_seen(effects));
}

}  // namespace sphlab
