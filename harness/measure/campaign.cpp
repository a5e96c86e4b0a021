#include "harness/measure/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/advance.hpp"
#include "harness/measure/contender.hpp"
#include "harness/measure/machine_load.hpp"
#include "harness/measure/openmp_in_use.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/record_builder.hpp"
#include "harness/measure/schedule.hpp"
#include "harness/records/statistics.hpp"
#include "harness/scenarios/particle_creation.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {
namespace {

/// Adds the time that it lives to a sum.
class Timed {
 public:
  explicit Timed(double& seconds) : seconds_(seconds) {}
  ~Timed() {
    const std::chrono::duration<double> lived = std::chrono::steady_clock::now() - begin_;
    seconds_ += lived.count();
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// One run of a campaign: what is known across scenarios.
class Run {
 public:
  Run(const Suite& suite, Runtime& runtime, const std::vector<LoadedPack>& packs,
      const std::vector<std::filesystem::path>& scenario_directories,
      const CampaignSelection& selection, const CampaignCallbacks& callbacks,
      LaterStates& later_states)
      : suite_(suite),
        runtime_(runtime),
        packs_(packs),
        scenario_directories_(scenario_directories),
        selection_(selection),
        callbacks_(callbacks),
        later_states_(later_states),
        setup_(setup_of_campaign(suite, runtime, packs, selection)),
        gaps_(suite.policy.seed) {
    for (const SuiteScenario& scenario : suite.scenarios) total_sections_ += scenario.states.size();
  }

  CampaignOutcome all() {
    // every scenario is read before the first is measured: a wrong file, or one that does not fit
    // into memory, must not cost an hour
    for (std::size_t i = 0; i < suite_.scenarios.size(); ++i) check(i);
    try {
      for (const SuiteScenario& scenario : suite_.scenarios) measure_scenario(scenario);
    } catch (const Interrupted&) {
      outcome_.interrupted = true;
    }
    return outcome_;
  }

 private:
  std::filesystem::path file_of(const SuiteScenario& entry) const {
    return find_scenario(entry.scenario, scenario_directories_);
  }

  static SavedState initial_state(const Scenario& scenario) {
    return {SuiteState{}.label(), scenario.initial, 0, 0};
  }

  void check(std::size_t number) const {
    const SuiteScenario& entry = suite_.scenarios[number];
    const Scenario scenario = describe(entry);
    for (const SuiteState& state : entry.states) {
      require_reachable(state, scenario,
                        fmt::format("suite '{}': scenarios[{}].states", suite_.name, number));
    }
    require_room_of(scenario);
  }

  Scenario describe(const SuiteScenario& entry) const {
    return as_measured(describe_scenario(file_of(entry), entry.parameters), entry.policy);
  }

  static Scenario as_measured(Scenario scenario, const MeasuringPolicy& policy) {
    if (!policy.rebuild_interval) return scenario;
    scenario.list_interval = *policy.rebuild_interval;
    scenario.parameters["rebuild_interval"] = scenario.list_interval;  // part of what is measured
    return scenario;
  }

  std::vector<Contender> contenders_for(const Scenario& scenario) const {
    std::vector<Contender> contenders = find_contenders(suite_, runtime_.name(), packs_,
                                                        selection_.toolchains, selection_.variants);
    std::erase_if(contenders, [&](const Contender& contender) {
      return !contender.choice->is_for(scenario.physics);
    });
    return contenders;
  }

  /// The contenders of a scenario are in memory together, beside the state that they begin at; the
  /// candidates of a duel work in the buffers of its bases.
  void require_room_of(const Scenario& scenario) const {
    std::size_t bytes = scenario.particles() * bytes_per_particle;
    for (Contender& contender : contenders_for(scenario)) {
      if (contender.pack->side == Side::candidate) continue;
      try {
        attempt(contender, runtime_, [&] {
          bytes += Simulation::bytes_needed(runtime_, *contender.pack, scenario,
                                            contender.choice->variant);
        });
      } catch (const Error&) {
        // what cannot be made is told of where it is to be made
      }
    }
    require_room(runtime_, scenario, bytes);
  }

  void measure_scenario(const SuiteScenario& entry) {
    const Scenario scenario =
        as_measured(load_scenario(file_of(entry), entry.parameters), entry.policy);
    std::vector<Contender> contenders = contenders_for(scenario);
    const std::string what = fmt::format("{} ({} particles)", scenario.name, scenario.particles());
    for (Contender& contender : contenders) {
      stop_if_requested();
      const Timed timed(outcome_.phases.tuning);
      progress(0, fmt::format("{}: tuning {}", what, contender.label()));
      prepare_beside(contender, contenders, scenario);
      tell_cell_mode(contender);
      try_handicaps(contender);
    }
    MeasuringPolicy policy = entry.policy;
    if (is_duel(contenders)) policy.relocate = false;
    SavedState state = initial_state(scenario);
    for (const SuiteState& wanted : entry.states) {
      stop_if_requested();
      if (wanted.label() != state.label) state = later_state(contenders, scenario, state, wanted);
      state.on_device = std::make_shared<StateOnDevice>(runtime_, state.particles);
      measure_state(contenders, scenario, policy, state, fmt::format("{}, {}", what, state.label));
      ++sections_done_;
    }
  }

  /// Prepares a contender; the candidate of a duel in what its base, which comes before it, has.
  void prepare_beside(Contender& contender, const std::vector<Contender>& contenders,
                      const Scenario& scenario) {
    if (contender.pack->side == Side::none) return prepare(contender, runtime_, scenario, nullptr);
    const auto opponent =
        std::find_if(contenders.begin(), contenders.end(), [&](const Contender& other) {
          return contender.pack->side == Side::candidate && other.is_opponent_of(contender);
        });
    try {
      prepare(contender, runtime_, scenario, opponent == contenders.end() ? nullptr : &*opponent);
    } catch (const Error& error) {
      throw Error(error.code, fmt::format("{}: {}; --variant and --toolchain leave it out",
                                          contender.label(), error.what()));
    }
  }

  void tell_cell_mode(const Contender& contender) const {
    if (contender.simulation == nullptr) return;
    if (const auto& choice = contender.simulation->cell_mode_choice())
      callbacks_.on_message(fmt::format("{}: {}", contender.label(), choice->text()));
  }

  /// A wrong handicap must not cost an hour either.
  void try_handicaps(Contender& contender) const {
    if (selection_.bouts.empty()) return;
    for (const Tunings& handicap : selection_.bouts) begin_bout(contender, handicap);
    begin_bout(contender, {});
  }

  /// As an earlier suite has reached it, or else by stepping.
  SavedState later_state(std::vector<Contender>& contenders, const Scenario& scenario,
                         const SavedState& from, const SuiteState& wanted) {
    if (const SavedState* kept = later_states_.find(scenario, wanted.label())) return *kept;
    const Timed timed(outcome_.phases.advancing);
    // a suite may ask for a time before the last step that it asks for
    const bool is_beyond = wanted.time && from.time > *wanted.time * scenario.wave_time;
    return advance(contenders, scenario, is_beyond ? initial_state(scenario) : from, wanted);
  }

  /// Steps from an earlier state with the first contender that can. Where none can, all are
  /// invalid, and the state is the earlier one under the name of the one that was wanted.
  SavedState advance(std::vector<Contender>& contenders, const Scenario& scenario,
                     const SavedState& from, const SuiteState& wanted) {
    const auto tell_way = [&](const RunState& now) {
      progress(
          0, fmt::format("{} ({} particles): on the way to {}, at step {}, {:.4f} s", scenario.name,
                         scenario.particles(), wanted.label(), now.steps, now.time));
    };
    for (Contender& contender : contenders) {
      if (!contender.valid()) continue;
      SavedState state;
      attempt_and_tell(contender, [&] {
        state = reach(runtime_, *contender.simulation, scenario, from, wanted, tell_way);
      });
      if (!contender.valid()) continue;
      tell_lost(*contender.simulation);
      later_states_.keep(scenario, state);
      return state;
    }
    return {wanted.label(), from.particles, from.time, wanted.time ? from.step : wanted.step};
  }

  void tell_lost(const Simulation& simulation) const {
    const RunState reached = simulation.run_state();
    if (reached.lost == 0) return;
    callbacks_.on_message(
        fmt::format("{} particles have left the domain by step {}", reached.lost, reached.steps));
  }

  RecordContext context(const Scenario& scenario, const MeasuringPolicy& policy,
                        const SavedState& state) const {
    return {
        suite_.name,           setup_, &scenario, &state, hash_of_state(state.particles), policy, 0,
        "nothing was measured"};
  }

  void measure_state(std::vector<Contender>& contenders, const Scenario& scenario,
                     const MeasuringPolicy& policy, const SavedState& state,
                     const std::string& what) {
    const RecordContext shared = context(scenario, policy, state);
    const std::vector<Contender*> active =
        verify_those_left(contenders, scenario, state, what, shared);
    if (selection_.bouts.empty()) return sample_and_write(active, policy, state, what, shared);
    hold_bouts(active, policy, state, what, shared);
  }

  /// Verifies the contenders that are not recorded yet in this state, and returns them.
  std::vector<Contender*> verify_those_left(std::vector<Contender>& contenders,
                                            const Scenario& scenario, const SavedState& state,
                                            const std::string& what, const RecordContext& shared) {
    std::vector<Contender*> left;
    Oracle oracle(scenario);
    MissedByLife missed;
    for (Contender& contender : contenders) {
      if (already_done(contender, shared)) continue;
      const Timed timed(outcome_.phases.verifying);
      progress(0, fmt::format("{}: verifying {}", what, contender.label()));
      verify_contender(contender, runtime_, oracle, state, missed);
      if (!contender.valid())
        callbacks_.on_message(fmt::format("{}: {}", contender.label(), contender.status));
      left.push_back(&contender);
    }
    return left;
  }

  void hold_bouts(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                  const SavedState& state, const std::string& what, const RecordContext& shared) {
    MeasuringPolicy of_bout = policy;
    for (bouts_done_ = 0; bouts_done_ < selection_.bouts.size(); ++bouts_done_) {
      stop_if_requested();
      callbacks_.on_bout(bouts_done_);
      for (Contender* contender : active) begin_bout(*contender, selection_.bouts[bouts_done_]);
      of_bout.seed = policy.seed + bouts_done_;  // another order of turns in each
      sample_and_write(active, of_bout, state, what, shared);
    }
    bouts_done_ = 0;
  }

  void sample_and_write(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                        const SavedState& state, const std::string& what, RecordContext shared) {
    const Timed timed(outcome_.phases.sampling);
    sample_loop(active, policy, state, what, shared);
    sample_alone(active, policy, state, what);
    sample_runs(active, policy, state, what);
    stop_if_requested();
    for (const Contender* contender : active) write(build_records(*contender, shared), *contender);
  }

  /// Whether the step of this contender in this state is recorded, and with it all the others: see
  /// write().
  bool already_done(const Contender& contender, const RecordContext& shared) {
    if (!callbacks_.is_done(planned_step_record(contender, shared))) return false;
    ++outcome_.skipped_records;
    return true;
  }

  void sample_loop(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                   const SavedState& state, const std::string& what, RecordContext& shared) {
    std::vector<Contender*> valid = only_valid(active);
    if (valid.empty()) return;
    AbbaSchedule schedule(groups_of(valid), policy.seed);
    shared.stop_reason = "all blocks measured";
    for (std::uint64_t block = 0; block < policy.blocks; block += 2) {
      std::size_t turn = 0;
      for (const std::size_t index : schedule.next_round()) {
        stop_if_requested();
        const double share = static_cast<double>(block) +
                             static_cast<double>(turn) / static_cast<double>(valid.size());
        progress(share / policy.blocks, fmt::format("{}: {}", what, valid[index]->label()));
        measure_block(*valid[index], policy, state, block + turn / valid.size());
        ++turn;
      }
      shared.blocks_done = block + 2;
      if (steady(valid, policy)) {
        shared.stop_reason = "the spread is small enough";
        return;
      }
    }
  }

  void measure_block(Contender& contender, const MeasuringPolicy& policy, const SavedState& state,
                     std::uint64_t block) {
    attempt_and_tell(contender, [&] {
      if (policy.relocate) contender.simulation->relocate(gaps_.next());
      with_load(block, contender.samples.load, [&] {
        sample_block(runtime_, *contender.simulation, state, policy, block, counter_,
                     contender.samples);
      });
    });
  }

  /// Measures a block; one that the host runs with how busy the machine was meanwhile.
  void with_load(std::uint64_t block, Record::Load& load,
                 const std::function<void()>& measure) const {
    if (!runtime_.is_host()) return measure();
    const LoadWatch watch;
    measure();
    watch.end(block, load);
  }

  /// Does `work` for a contender that is valid until now.
  void attempt_and_tell(Contender& contender, const std::function<void()>& work) {
    if (!contender.valid()) return;
    attempt(contender, runtime_, work);
    if (!contender.valid())
      callbacks_.on_message(fmt::format("{}: {}", contender.label(), contender.status));
  }

  /// The stages alone: single calls in each cache state, then asynchronous ones.
  void sample_alone(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                    const SavedState& state, const std::string& what) {
    const auto alone = [&](std::uint64_t rounds, std::uint64_t seed,
                           Record::Load ContenderSamples::*load, const auto& sample_round) {
      sample_rounds(active, rounds, seed, what + ": stages alone",
                    [&](Contender& contender, std::uint64_t round) {
                      settle(*contender.simulation, state);
                      with_load(round, contender.samples.*load, [&] {
                        sample_round(runtime_, *contender.simulation, policy, round, counter_,
                                     contender.samples);
                      });
                    });
    };
    alone(policy.isolated_samples, policy.seed + 1, &ContenderSamples::load_alone,
          sample_isolated_round);
    if (policy.asynchronous_calls == 0) return;
    alone(policy.asynchronous_samples, policy.seed + 2, &ContenderSamples::load_of_calls,
          sample_asynchronous_round);
  }

  /// What stages alone work on: the state, with a list, and behind a force pass.
  static void settle(Simulation& simulation, const SavedState& state) {
    begin_at(state, simulation);
    simulation.rebuild();
    simulation.forces();
  }

  void sample_runs(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                   const SavedState& state, const std::string& what) {
    if (policy.run_steps == 0) return;
    sample_rounds(active, policy.run_samples, policy.seed + 3,
                  fmt::format("{}: runs of {} steps", what, policy.run_steps),
                  [&](Contender& contender, std::uint64_t round) {
                    with_load(round, contender.samples.load_of_runs, [&] {
                      sample_run(runtime_, *contender.simulation, state, policy, round, counter_,
                                 contender.samples);
                    });
                  });
  }

  /// So many rounds of turns.
  void sample_rounds(const std::vector<Contender*>& active, std::uint64_t rounds,
                     std::uint64_t seed, const std::string& what,
                     const std::function<void(Contender&, std::uint64_t round)>& sample) {
    std::vector<Contender*> valid = only_valid(active);
    if (valid.empty() || rounds == 0) return;
    AbbaSchedule schedule(groups_of(valid), seed);
    for (std::uint64_t pair = 0; pair < rounds; pair += 2) {
      std::size_t turn = 0;
      for (const std::size_t index : schedule.next_round()) {
        stop_if_requested();
        const std::uint64_t round = pair + turn / valid.size();
        if (round < rounds) attempt_and_tell(*valid[index], [&] { sample(*valid[index], round); });
        ++turn;
      }
      progress(1, what);
    }
  }

  /// Indices of contenders: the two sides of a variant together, others alone.
  static std::vector<std::vector<std::size_t>> groups_of(
      const std::vector<Contender*>& contenders) {
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t index = 0; index < contenders.size(); ++index) {
      const auto opponents = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
        return contenders[index]->is_opponent_of(*contenders[group.front()]);
      });
      if (opponents == groups.end()) {
        groups.push_back({index});
      } else {
        opponents->push_back(index);
      }
    }
    return groups;
  }

  static bool is_duel(const std::vector<Contender>& contenders) {
    return std::any_of(contenders.begin(), contenders.end(), [](const Contender& contender) {
      return contender.pack->side != Side::none;
    });
  }

  static std::vector<Contender*> only_valid(const std::vector<Contender*>& contenders) {
    std::vector<Contender*> valid;
    std::copy_if(contenders.begin(), contenders.end(), std::back_inserter(valid),
                 [](const Contender* contender) { return contender->valid(); });
    return valid;
  }

  static bool steady(const std::vector<Contender*>& contenders, const MeasuringPolicy& policy) {
    return policy.stop_relative_spread > 0 &&
           std::all_of(contenders.begin(), contenders.end(), [&](const Contender* contender) {
             const Record::Summary summary = summarise(contender->samples.step.time_s);
             return summary.relative_spread &&
                    *summary.relative_spread <= policy.stop_relative_spread;
           });
  }

  /// The step's record, the first, is written last: where it is, a contender's others are too, even
  /// after a crash. A suite may name one contender twice: its records are written once.
  void write(const std::vector<Record>& records, const Contender& contender) {
    if (callbacks_.is_done(records.front())) {
      outcome_.skipped_records += records.size();
      return;
    }
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
      callbacks_.on_record(*record);
      ++outcome_.records;
      if (record->validity.status == "ok") continue;
      ++(contender.refused ? outcome_.refused_records : outcome_.invalid_records);
    }
  }

  /// @param share of the present section (a scenario in one state), or of its present bout, that is
  /// done.
  void progress(double share, const std::string& what) const {
    const double bouts = std::max(1.0, static_cast<double>(selection_.bouts.size()));
    const double of_section = (static_cast<double>(bouts_done_) + share) / bouts;
    callbacks_.on_progress(
        (static_cast<double>(sections_done_) + of_section) / static_cast<double>(total_sections_),
        what);
  }

  const Suite& suite_;
  Runtime& runtime_;
  const std::vector<LoadedPack>& packs_;
  const std::vector<std::filesystem::path>& scenario_directories_;
  const CampaignSelection& selection_;
  const CampaignCallbacks& callbacks_;
  LaterStates& later_states_;
  RecordingSetup setup_;
  RandomGaps gaps_;
  SampleCounter counter_;
  CampaignOutcome outcome_;
  std::size_t sections_done_ = 0;
  std::size_t bouts_done_ = 0;  ///< of the present section
  std::size_t total_sections_ = 0;
};

}  // namespace

RecordingSetup setup_of_campaign(const Suite& suite, const Runtime& runtime,
                                 const std::vector<LoadedPack>& packs,
                                 const CampaignSelection& selection) {
  std::vector<const LoadedPack*> measured;
  for (const Contender& contender :
       find_contenders(suite, runtime.name(), packs, selection.toolchains, selection.variants))
    measured.push_back(contender.pack);
  return present_setup(runtime, measured);
}

CampaignOutcome run_campaign(const Suite& suite, Runtime& runtime,
                             const std::vector<LoadedPack>& packs,
                             const std::vector<std::filesystem::path>& scenario_directories,
                             const CampaignSelection& selection, const CampaignCallbacks& callbacks,
                             LaterStates& later_states) {
  return Run(suite, runtime, packs, scenario_directories, selection, callbacks, later_states).all();
}

}  // namespace sphlab
