#include "harness/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "harness/interrupt.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/step_program.hpp"
#include "harness/verify/checks_body.hpp"
#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_evaluation.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/checks_steps.hpp"
#include "harness/verify/checks_tasks.hpp"
#include "harness/verify/in_motion.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/missed_pairs.hpp"
#include "harness/verify/moving_state.hpp"
#include "harness/verify/status.hpp"

namespace sphlab {

namespace {

// As the last rebuild has left it. @param before_forces what the forces have read beside it.
SortedState sorted_state(const Simulation& simulation, const ParticleFields& before_forces) {
  Grid grid = simulation.list_setup().grid;
  grid.tile = simulation.tile();
  ParticleState particles = simulation.download();
  particles.fields = before_forces;
  return {std::move(particles),
          simulation.download_cell_begin(),
          simulation.download_keys(),
          grid,
          strategy_of_stage(simulation, "hash"),
          simulation.download_tile_begin()};
}

bool has_stage(const Simulation& simulation, const std::string& stage) {
  return !strategy_of_stage(simulation, stage).empty();
}

/// Room for the neighbours in a list, and entries that can tell them apart.
Check list_long_enough(const Simulation& simulation) {
  const ListSlotsNeeded slots = simulation.list_slots_needed();
  Check check{"list capacity",
              static_cast<double>(slots.required),
              static_cast<double>(slots.capacity),
              true,
              "",
              norms::slots};
  try {
    simulation.check_overflow();
  } catch (const EntryOverflow& overflow) {
    return {"list entries", 1, 0, false, overflow.what()};
  } catch (const ListOverflow& overflow) {
    check.passed = false;
    check.detail = overflow.what();
  } catch (const PreparationOverflow&) {  // preparations_fit() tells
  }
  return check;
}

/// Checks that what the passes have prepared has fitted into its memory.
Check preparations_fit(const Simulation& simulation) {
  try {
    simulation.check_overflow();
    return {"room for preparations", 0, 0, true, "", norms::count};
  } catch (const PreparationOverflow& overflow) {
    return {"room for preparations", 1, 0, false, overflow.what(), norms::count};
  }
}

/// Bit by bit, without the last components, which passes may carry.
bool same_places(const std::vector<float4>& a, const std::vector<float4>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const float4& x, const float4& y) {
    return std::memcmp(&x, &y, 3 * sizeof(float)) == 0;
  });
}

/// A pass reads where the particles are and who they are: one that writes there would be compared
/// in a state that it has made. @param now what the passes have left
void require_inputs_left(const Simulation& simulation, const ParticleState& given,
                         const ParticleState& now) {
  const char* written = nullptr;
  if (!same_places(given.position, now.position)) written = "positions";
  if (!same_places(given.velocity, now.velocity)) written = "velocities";
  if (given.identity != now.identity) written = "identities";
  if (written == nullptr) return;
  throw DeviceError(
      fmt::format("{} of pack {} wrote to its input: the {} are not those that its passes "
                  "were given",
                  simulation.variant().name(), simulation.pack().toolchain, written));
}

Check in_state(Check check, const RunState& run) {
  check.state = state_after(run.steps, run.time);
  return check;
}

void check_wcsph(const Simulation& simulation, Oracle& of_scenario, const StateVerdict& verdict,
                 const ParticleFields& begin_fields, LabelledChecks& checks, PairCounts& pairs) {
  const Scenario& scenario = of_scenario.scenario();
  const ParticleState& state = of_scenario.judged().particles;
  const TypeMask targets = target_types(scenario.physics);
  const JudgedParticles judged = of_scenario.judged_particles();
  const auto add = [&](Check check) { checks.add(of_sample(std::move(check), judged)); };
  const OracleRates& oracle = of_scenario.rates();
  pairs.accepted = oracle.accepted_pairs;
  pairs.neighbours = oracle.neighbours;
  const std::vector<float4> rate = simulation.download_rates();
  const PassDescription* density_pass = physics_kind(scenario.physics).density_pass();
  const bool sums_density = density_pass != nullptr;
  if (sums_density) {
    pairs.density_pass = density_pass->name;
    const OracleDensities& densities = of_scenario.densities();
    pairs.accepted_by_density = densities.accepted_pairs;
    add(densities_agree(state, judged, densities));
  }
  checks.add(verdict.pressure_terms.value());
  const double tolerance = rate_tolerance_of(simulation);
  add(accelerations_agree(state, judged, rate, oracle, tolerance));
  if (physics_kind(scenario.physics).pass_count > 1 && !judged.is_sample())
    add(end_to_end_agrees(
        state, judged, rate,
        of_scenario.end_to_end(begin_fields, simulation.counts().repetition.times)));
  add(density_rates_agree(state, judged, rate, oracle, tolerance));
  if (!oracle.approach_rate.empty())
    add(approach_rates_agree(state, judged, simulation.download_approach_rates(), oracle));
  checks.add(boundary_rates_zero(state, verdict.live, rate, targets));
  if (scenario.body_particles > 0) checks.add(body_rigid(state, scenario.initial));
}

void check_potential(const Simulation& simulation, Oracle& of_scenario, const StateVerdict& verdict,
                     LabelledChecks& checks, PairCounts& pairs) {
  const OraclePotential& oracle = of_scenario.potential();
  const auto cut = potential_physics(of_scenario.scenario().physics);
  const bool counts_all = cut && !cut->tests_distance;
  pairs.accepted = counts_all ? verdict.candidate_pairs : oracle.accepted_pairs;
  const JudgedParticles judged = of_scenario.judged_particles();
  checks.add(of_sample(potentials_agree(of_scenario.judged().particles, judged,
                                        simulation.download_potential(), oracle),
                       judged));
}

}  // namespace

std::uint64_t PairCounts::accepted_by(const std::string& stage) const {
  return stage == density_pass ? accepted_by_density : accepted;
}

TypeMask target_types(const std::string& physics) {
  if (const PhysicsKind* kind = find_physics(physics)) return kind->targets;
  throw Error(ExitCode::verification, "the oracle does not know the physics '" + physics + "'");
}

std::string strategy_of_stage(const Simulation& simulation, const std::string& stage) {
  const auto strategies = simulation.strategies();
  const auto found = std::find_if(strategies.begin(), strategies.end(),
                                  [&](const auto& strategy) { return strategy.first == stage; });
  return found == strategies.end() ? "" : found->second;
}

PairCounts verify_state(Simulation& simulation, const Scenario& scenario, const std::string& label,
                        std::vector<Check>& all_checks) {
  Oracle oracle(scenario);
  return verify_state(simulation, oracle, label, all_checks);
}

PairCounts verify_state(Simulation& simulation, Oracle& oracle, const std::string& label,
                        std::vector<Check>& all_checks) {
  const Scenario& scenario = oracle.scenario();
  const TypeMask targets = target_types(scenario.physics);
  const ListSetup& setup = simulation.list_setup();
  const RunState run = simulation.run_state();
  LabelledChecks checks({label, run.steps, run.time}, all_checks);
  PairCounts pairs;
  simulation.rebuild();
  const ParticleState given = simulation.download();
  const ObservedEvaluation observed = observe_passes(simulation);
  simulation.require_no_overrun();
  SortedState sorted = sorted_state(simulation, observed.before_forces);
  require_inputs_left(simulation, given, sorted.particles);
  const StateVerdict& verdict = oracle.judge(std::move(sorted));
  for (const Check& check : verdict.checks) checks.add(check);
  if (!verdict.sound) return pairs;
  pairs.candidate = verdict.candidate_pairs;
  pairs.cells = occupancy_of(oracle.judged().cell_begin, oracle.judged().grid.count);
  if (has_stage(simulation, "list")) {
    checks.add(list_long_enough(simulation));
    if (!checks.passed()) return pairs;
    simulation.download_list(oracle.list_buffer());
    const ListComparison compared =
        oracle.compare_downloaded_list(static_cast<float>(setup.radius), targets);
    const JudgedParticles judged = oracle.judged_particles();
    checks.add(of_sample(compared.check, judged));
    pairs.borderline_differences = judged.over_all(compared.borderline_differences);
  }
  pairs.prepared = simulation.preparation_notes();
  if (!pairs.prepared.empty()) {
    checks.add(preparations_fit(simulation));
    if (!checks.passed()) return pairs;
  }
  if (const auto found = pairs.prepared.extract(candidate_pairs_note); !found.empty())
    pairs.candidate = static_cast<std::uint64_t>(found.mapped());
  for (const DownloadedTasks& tasks : simulation.download_tasks()) {
    checks.add(tasks_complete(oracle.judged(), verdict.live, tasks));
    if (!checks.passed()) return pairs;
    checks.add(task_ranges_hold(oracle.judged(), tasks));
  }
  if (physics_kind(scenario.physics).is_potential()) {
    check_potential(simulation, oracle, verdict, checks, pairs);
  } else {
    check_quantities(simulation, observed.passes, scenario, oracle.judged_particles(), checks);
    check_wcsph(simulation, oracle, verdict, observed.begin_fields, checks, pairs);
  }
  return pairs;
}

void verify_steps(Simulation& simulation, const LoadedPack& pack, const Scenario& scenario,
                  std::vector<Check>& checks) {
  DownloadedStep step;
  verify_steps_from(simulation, pack, scenario, scenario.initial, 0, 0, "", "", step, checks);
}

void verify_steps_from(Simulation& simulation, const LoadedPack& pack, const Scenario& scenario,
                       const ParticleState& from, double time, std::uint64_t steps,
                       const std::string& label, const std::string& moment, DownloadedStep& step,
                       std::vector<Check>& checks) {
  const FormulationDescription* formulation = find_formulation(*pack.pack, scenario.physics);
  const bool integrates_density = formulation == nullptr || formulation->integrates_density;
  const std::uint32_t interval = euler_interval(find_scheme(*pack.pack, scenario.scheme), scenario);
  LabelledChecks labelled({label, steps, time}, checks, moment);
  const auto add = [&](Check check, const RunState& run) {
    if (!label.empty()) return labelled.add(std::move(check));
    checks.push_back(in_state(std::move(check), run));
  };
  const auto verify_step = [&](const ParticleState& state, double at, std::uint64_t done) {
    stop_if_requested();
    make_step(simulation, scenario, state, at, done, step);
    const std::size_t live = scenario.particles() - step.run.lost;
    add(clock_agrees(step, live, scenario), step.run);
    add(step_agrees(step, live, scenario, interval, integrates_density), step.run);
    verify_midpoint(simulation, scenario, step,
                    {.label = label.empty() ? "initial" : label, .moment = moment}, checks);
  };
  verify_step(from, time, steps);
  if (interval == 1) return;
  const ParticleState then = simulation.download();
  const double time_then = step.run.time;
  const std::uint64_t next = (steps / interval + 1) * interval;
  verify_step(then, time_then, next - 1);
  verify_step(then, time_then, next);
}

std::vector<Check> verify_later(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                                const Variant& variant, const std::set<std::uint64_t>& steps) {
  if (scenario.time_stepping == TimeStepping::none) return {};
  Simulation simulation(runtime, pack, scenario, variant);
  Oracle oracle(scenario);
  std::vector<Check> checks;
  RunState run;
  for (const std::uint64_t step : steps) {
    while (run.steps < step) {
      stop_if_requested();
      simulation.step();
      run = simulation.going_state();
    }
    const ParticleState reached = simulation.download();
    verify_state(simulation, oracle, state_after(run.steps, run.time).label, checks);
    // undoes the rebuild: the oracle was shown a list of its own, and the run goes on without it
    simulation.restore(reached, run.time, run.steps);
  }
  return checks;
}

VerificationReport verify_variant(Runtime& runtime, const LoadedPack& pack,
                                  const Scenario& scenario, const Variant& variant,
                                  const ParticleState* other, MovingState* moving) {
  VerificationReport report;
  std::optional<MovingState> own;
  if (moving == nullptr) moving = &own.emplace(scenario, scenario.initial, 0, 0, "initial");
  Simulation simulation(runtime, pack, scenario, variant);
  report.pairs = verify_state(simulation, moving->unmoved(), "initial", report.checks);
  if (other != nullptr) {
    simulation.restore(*other, 0, 0);
    report.other_pairs = verify_state(simulation, scenario, "later", report.checks);
  }
  report.status = status_of(report.checks);
  if (report.status == "ok" && scenario.time_stepping != TimeStepping::none) {
    verify_steps(simulation, pack, scenario, report.checks);
    report.status = status_of(report.checks);
  }
  if (report.status == "ok" && simulation.list_setup().on_demand()) {
    simulation.restore(scenario.initial, 0, 0);
    DownloadedList buffer;
    if (const auto missed = missed_at_end_of_cycle(simulation, scenario, buffer))
      report.checks.push_back(in_state(none_missed(*missed), simulation.run_state()));
    report.status = status_of(report.checks);
  }
  if (report.status == "ok") {
    moving->verify(runtime, pack, nullptr, simulation, report.checks);
    moving->verify_after_timing(pack, simulation, report.checks);
    report.status = status_of(report.checks);
  }
  return report;
}

}  // namespace sphlab
