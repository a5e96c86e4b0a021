#include "harness/verify/in_motion.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/packs/pack_library.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/step_program.hpp"
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
std::optional<Sight> sight_of(const Simulation& simulation, const std::vector<float4>& built,
                              const float3& period) {
  const ListSetup& setup = simulation.list_setup();
  if (setup.on_demand()) return std::nullopt;
  if (simulation.bytes_of_list() > 0) return Sight::of_list(built, setup.radius, period);
  return Sight::of_cells(built, setup.grid, period);
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
                   const JudgedParticles& judged, double tolerance, bool tells_shares,
                   LabelledChecks& checks) {
  const auto add = [&](Check check) { checks.add(of_sample(std::move(check), judged)); };
  if (physics_kind(scenario.physics).density_pass() != nullptr) {
    add(densities_agree(
        state, judged,
        oracle_densities_of(scenario.physics, state, judged, scenario.wcsph, all_threads())));
  }
  const OracleRates oracle =
      oracle_rates_of(scenario.physics, state, judged, scenario.wcsph, all_threads());
  const Check accelerations = accelerations_agree(state, judged, made.rates, oracle, tolerance);
  add(accelerations);
  if (tells_shares && accelerations.passed && !physics_kind(scenario.physics).brings_oracle())
    check_shares(scenario, state, judged, made.rates, oracle, checks);
  add(density_rates_agree(state, judged, made.rates, oracle, tolerance));
  if (!oracle.approach_rate.empty())
    add(approach_rates_agree(state, judged, made.approach_rates, oracle));
}

/// The particles that are judged, and all that those can see: of a sample in an excerpt of the
/// state.
class JudgedSurroundings {
 public:
  /// @param state whose live particles are finite; outlives this. @param built positions at the
  /// rebuild, in the order of the state.
  JudgedSurroundings(const Simulation& simulation, const Scenario& scenario,
                     const ParticleState& state, const JudgedParticles& judged,
                     const std::vector<float4>& built)
      : state_(state), judged_(judged) {
    if (judged.is_sample()) {
      const auto radius = static_cast<float>(scenario.influence_radius);
      excerpt_.emplace(excerpt_around(state, judged, borderline_reach(radius, state.period)));
      judged_ = excerpt_->judged;
    }
    built_ = of(built);
    sight_ = sight_of(simulation, built_, state.period);
    if (sight_) judged_ = judged_.seeing(*sight_);
  }
  JudgedSurroundings(const JudgedSurroundings&) = delete;  // judged_ refers to sight_

  const JudgedParticles& judged() const { return judged_; }
  /// Indices in the state of those that are there; nullptr: all of them are.
  const std::vector<std::uint32_t>* places() const {
    return excerpt_ ? &excerpt_->particles.excerpted : nullptr;
  }
  /// Returns them as they were given.
  const ParticleState& particles() const { return excerpt_ ? excerpt_->particles : state_; }
  /// Picks theirs out of values of all particles.
  template <class T>
  std::vector<T> of(const std::vector<T>& all) const {
    return excerpt_ ? excerpt_->of(all) : all;
  }
  ParticleState of(const ParticleState& all) const {
    return excerpt_ ? excerpt_of(all, *places()) : all;
  }
  MadeByDevice of(const MadeByDevice& all) const { return {of(all.rates), of(all.approach_rates)}; }

 private:
  const ParticleState& state_;
  std::optional<Excerpt> excerpt_;
  JudgedParticles judged_;
  std::vector<float4> built_;
  std::optional<Sight> sight_;
};

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
  ParticleState& state = memory.now;
  const auto download_finite = [&] {
    simulation.download(state);
    const Check finite = state_finite(state);
    if (!finite.passed) checks.add(finite);
    return finite.passed;
  };
  if (!download_finite()) return;
  require_in_place(simulation, built, state);
  const JudgedParticles judged = how.size.of(scenario.particles() - simulation.run_state().lost);
  const JudgedSurroundings around(simulation, scenario, state, judged, built.position);
  const ObservedEvaluation observed = observe_passes(simulation, around.places());
  check_quantities(simulation, observed.passes, scenario, around.judged(), checks);
  // a pass that sums densities has written them into the state
  const bool sums_density = physics_kind(scenario.physics).density_pass() != nullptr;
  if (sums_density && !download_finite()) return;
  ParticleState particles = sums_density ? around.of(state) : around.particles();
  particles.fields = observed.before_forces;
  const MadeByDevice made = made_by_device(simulation);
  compare_rates(scenario, particles, around.of(made), around.judged(),
                rate_tolerance_of(simulation), how.tells_shares, checks);
  checks.add(boundary_rates_zero(state, judged.live(), made.rates, target_types(scenario.physics)));
}

void verify_midpoint(const Simulation& simulation, const Scenario& scenario,
                     const DownloadedStep& step, const Motion& how,
                     std::vector<Check>& all_checks) {
  const SchemeDescription& scheme = find_scheme(simulation.pack(), scenario.scheme);
  if (!simulation.schemes_write_sources() || last_evaluated(scheme) != StateSlot::midpoint) return;
  LabelledChecks checks({how.label, step.steps, step.begin_time}, all_checks,
                        how.moment + " at the midpoint");
  const JudgedParticles judged = how.size.of(scenario.particles() - step.run.lost);
  const JudgedSurroundings around(simulation, scenario, step.midpoint, judged, step.begin.position);
  compare_rates(scenario, around.particles(), around.of(MadeByDevice{step.last_rate, {}}),
                around.judged(), rate_tolerance_of(simulation), false, checks);
}

}  // namespace sphlab
