#include "harness/verify/in_motion.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/packs/pack_library.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_evaluation.hpp"
#include "harness/verify/checks_list.hpp"
#include "harness/verify/checks_particles.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/excerpt.hpp"
#include "harness/verify/gathered.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/sight.hpp"
#include "harness/verify/term_shares.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

constexpr std::uint64_t first_step = 3, last_step = 9;

/// Steps after the rebuild behind which is compared; 0 where every step has a rebuild.
std::uint64_t steps_within(const Simulation& simulation, std::uint64_t seed) {
  const std::uint64_t wanted = first_step + seed % (last_step - first_step + 1);
  return std::min<std::uint64_t>(wanted, simulation.steps_per_cycle() - 1);
}

/// Where displacements demand the rebuilds, no pair may be missed: every pair is in sight.
std::optional<Sight> sight_of(const Simulation& simulation, const std::vector<float4>& built) {
  const ListSetup& setup = simulation.list_setup();
  if (setup.on_demand()) return std::nullopt;
  if (simulation.bytes_of_list() > 0) return Sight::of_list(built, setup.radius);
  return Sight::of_cells(built, setup.grid);
}

/// Checks what a rebuild has done to the particles, which have another order and must be the same.
/// Lists of many particles are counted by their pairs instead (pair_counts.hpp).
void check_rebuild(const Simulation& simulation, const Scenario& scenario,
                   const ParticleState& before, const ParticleState& after, const Motion& how,
                   LabelledChecks& checks) {
  const RunState run = simulation.run_state();
  checks.add(particles_carried(before, after));
  const std::size_t live = scenario.particles() - run.lost;
  if (checks.passed() && simulation.bytes_of_list() > 0 && !how.size.of(live).is_sample()) {
    simulation.check_overflow();
    checks.add(compare_list(after, live, simulation.download_list(),
                            static_cast<float>(simulation.list_setup().radius),
                            target_types(scenario.physics))
                   .check);
  }
}

/// Lists and ranges of cells hold places of particles: none may change its own until the next
/// rebuild, which displacements may have demanded meanwhile.
void require_in_place(const Simulation& simulation, const ParticleState& built,
                      const ParticleState& now) {
  if (simulation.list_setup().on_demand() || now.identity == built.identity) return;
  throw DeviceError(
      fmt::format("{} of pack {} moved particles to other places between two rebuilds",
                  simulation.variant().name(), simulation.pack().toolchain));
}

bool has_fields(const Simulation& simulation, const Scenario& scenario) {
  return simulation.formulation().field_count > 0 ||
         find_scheme(simulation.pack(), scenario.scheme).field_count > 0;
}

/// What the rebuild finds: fields of a scheme and of a formulation begin as zero, and whether these
/// are carried shows behind a step. @param memory of what is not the state that was restored
const ParticleState& before_rebuild(Simulation& simulation, const Scenario& scenario,
                                    const ParticleState& restored, const Motion& how,
                                    ParticleState& memory) {
  if (how.after_a_cycle) {
    simulation.run_cycles(1);
  } else if (has_fields(simulation, scenario)) {
    simulation.rebuild();
    simulation.step();
  } else {
    return restored;
  }
  simulation.download(memory);
  return memory;
}

/// What the device has made of particles, in their order.
struct MadeByDevice {
  std::vector<float4> rates;
  std::vector<float> approach_rates;  ///< none of physics whose pairs do not limit the step
};

MadeByDevice made_by_device(const Simulation& simulation) {
  const bool limits = simulation.formulation().limits_step;
  return {simulation.download_rates(),
          limits ? simulation.download_approach_rates() : std::vector<float>{}};
}

void compare_rates(const Scenario& scenario, const ParticleState& state, const MadeByDevice& made,
                   const JudgedParticles& judged, bool tells_shares, LabelledChecks& checks) {
  const auto add = [&](Check check) { checks.add(of_sample(std::move(check), judged)); };
  if (physics_kind(scenario.physics).density_pass() != nullptr) {
    add(densities_agree(
        state, judged,
        oracle_densities_of(scenario.physics, state, judged, scenario.wcsph, all_threads())));
  }
  const OracleRates oracle =
      oracle_rates_of(scenario.physics, state, judged, scenario.wcsph, all_threads());
  const Check accelerations = accelerations_agree(state, judged, made.rates, oracle);
  add(accelerations);
  if (tells_shares && accelerations.passed && !physics_kind(scenario.physics).brings_oracle())
    check_shares(scenario, state, judged, made.rates, oracle, checks);
  add(density_rates_agree(state, judged, made.rates, oracle));
  if (!oracle.approach_rate.empty())
    add(approach_rates_agree(state, judged, made.approach_rates, oracle));
}

/// Compares the rates of the judged particles: of a sample on an excerpt of the state, with the
/// sight of that. @param built positions at the rebuild, in the order of the state.
void compare_judged_rates(const Simulation& simulation, const Scenario& scenario,
                          const ParticleState& state, const MadeByDevice& made,
                          const JudgedParticles& judged, const std::vector<float4>& built,
                          bool tells_shares, LabelledChecks& checks) {
  if (!judged.is_sample())
    return compare_rates(scenario, state, made, judged, tells_shares, checks);
  const double reach = borderline_reach(static_cast<float>(scenario.influence_radius));
  const Excerpt excerpt = excerpt_around(state, judged, reach);
  const std::vector<float4> positions = excerpt.of(built);
  const std::optional<Sight> sight = sight_of(simulation, positions);
  const MadeByDevice of_excerpt{excerpt.of(made.rates), excerpt.of(made.approach_rates)};
  compare_rates(scenario, excerpt.particles, of_excerpt,
                sight ? excerpt.judged.seeing(*sight) : excerpt.judged, tells_shares, checks);
}

}  // namespace

void verify_in_motion(Simulation& simulation, const Scenario& scenario, const ParticleState& moved,
                      double time, std::uint64_t steps, const Motion& how, StatesInMotion& memory,
                      std::vector<Check>& all_checks) {
  simulation.restore(moved, time, steps);
  const ParticleState& before = before_rebuild(simulation, scenario, moved, how, memory.before);
  simulation.rebuild();
  const ParticleState& built = memory.built;
  simulation.download(memory.built);
  LabelledChecks checks({how.label, steps, time}, all_checks, how.moment);
  check_rebuild(simulation, scenario, before, built, how, checks);
  if (!checks.passed()) return;
  const std::uint64_t count = steps_within(simulation, how.seed);
  for (std::uint64_t step = 0; step < count; ++step) simulation.step();
  if (count > 0) simulation.require_going();
  const ObservedEvaluation observed = observe_passes(simulation);
  const RunState run = simulation.run_state();
  ParticleState& state = memory.now;
  simulation.download(state);
  state.fields = observed.before_forces;
  const Check finite = state_finite(state);
  if (!finite.passed) return checks.add(finite);
  require_in_place(simulation, built, state);
  const JudgedParticles judged = how.size.of(scenario.particles() - run.lost);
  std::optional<Sight> sight;  // of a sample's rates the excerpt has its own
  if (!judged.is_sample() || !observed.passes.empty()) sight = sight_of(simulation, built.position);
  const JudgedParticles seeing = sight ? judged.seeing(*sight) : judged;
  check_quantities(simulation, observed.passes, scenario, seeing, checks);
  const MadeByDevice made = made_by_device(simulation);
  compare_judged_rates(simulation, scenario, state, made, seeing, built.position, how.tells_shares,
                       checks);
  checks.add(boundary_rates_zero(state, judged.live(), made.rates, target_types(scenario.physics)));
}

void verify_midpoint(const Simulation& simulation, const Scenario& scenario,
                     const DownloadedStep& step, const Motion& how,
                     std::vector<Check>& all_checks) {
  if (!simulation.schemes_write_sources()) return;
  LabelledChecks checks({how.label, step.steps, step.begin_time}, all_checks,
                        how.moment + " at the midpoint");
  const JudgedParticles judged = how.size.of(scenario.particles() - step.run.lost);
  const std::vector<float4>& built = step.begin.position;
  std::optional<Sight> sight;
  if (!judged.is_sample()) sight = sight_of(simulation, built);
  compare_judged_rates(simulation, scenario, step.midpoint, {step.last_rate, {}},
                       sight ? judged.seeing(*sight) : judged, built, false, checks);
}

}  // namespace sphlab
