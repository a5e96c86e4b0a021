#include "harness/measure/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "harness/error.hpp"
#include "harness/measure/contender.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/measure/machine_load.hpp"
#include "harness/measure/openmp_in_use.hpp"
#include "harness/measure/placement.hpp"
#include "harness/measure/record_builder.hpp"
#include "harness/measure/schedule.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/statistics.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {
namespace {

/// One run of a campaign: what is known across scenarios.
class Run {
 public:
  Run(const Suite& suite, Runtime& runtime, const std::vector<LoadedPack>& packs,
      const std::vector<std::filesystem::path>& scenario_directories,
      const CampaignSelection& selection, const CampaignCallbacks& callbacks)
      : suite_(suite),
        runtime_(runtime),
        packs_(packs),
        scenario_directories_(scenario_directories),
        selection_(selection),
        callbacks_(callbacks),
        device_(describe_device(runtime)),
        on_host_(runtime.name() == "host"),
        gaps_(suite.policy.seed) {
    for (const SuiteScenario& scenario : suite.scenarios) total_sections_ += scenario.states.size();
  }

  CampaignOutcome all() {
    // reads every scenario before the first is measured: a wrong file must not cost an hour
    for (const SuiteScenario& scenario : suite_.scenarios) load(scenario);
    if (on_host_) openmp_ = openmp_in_use(packs_of_contenders());
    for (const SuiteScenario& scenario : suite_.scenarios) {
      if (outcome_.interrupted) break;
      measure_scenario(scenario);
    }
    return outcome_;
  }

 private:
  Scenario load(const SuiteScenario& entry) const {
    return load_scenario(find_scenario(entry.scenario, scenario_directories_), entry.parameters);
  }

  std::vector<const LoadedPack*> packs_of_contenders() const {
    std::vector<const LoadedPack*> packs;
    for (const Contender& contender : find_contenders(suite_, runtime_.name(), packs_,
                                                      selection_.toolchains, selection_.variants))
      packs.push_back(contender.pack);
    return packs;
  }

  void measure_scenario(const SuiteScenario& entry) {
    Scenario scenario = load(entry);
    if (entry.policy.rebuild_interval) {
      scenario.list_interval = *entry.policy.rebuild_interval;
      scenario.parameters["rebuild_interval"] = scenario.list_interval;  // part of what is measured
    }
    std::vector<Contender> contenders = find_contenders(suite_, runtime_.name(), packs_,
                                                        selection_.toolchains, selection_.variants);
    std::erase_if(contenders, [&](const Contender& contender) {
      return !contender.choice->is_for(scenario.physics);
    });
    const std::string what = fmt::format("{} ({} particles)", scenario.name, scenario.particles());
    for (Contender& contender : contenders) {
      if (stop_requested()) return;
      progress(0, fmt::format("{}: tuning {}", what, contender.label()));
      prepare_beside(contender, contenders, scenario);
      try_handicaps(contender);
    }
    MeasuringPolicy policy = entry.policy;
    if (is_duel(contenders)) policy.relocate = false;
    SavedState state{"initial", scenario.initial, 0, 0};
    for (const SuiteState& wanted : entry.states) {
      if (stop_requested()) return;
      if (wanted.step > state.step) state = advance(contenders, state, wanted);
      state.label = wanted.label;
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

  /// A wrong handicap must not cost an hour either.
  void try_handicaps(Contender& contender) const {
    if (selection_.bouts.empty()) return;
    for (const Tunings& handicap : selection_.bouts) begin_bout(contender, handicap);
    begin_bout(contender, {});
  }

  /// Steps to a later state with the first contender that can. Whole cycles only: a state to
  /// measure from is one at which a list would be rebuilt.
  SavedState advance(std::vector<Contender>& contenders, const SavedState& from,
                     const SuiteState& wanted) {
    for (Contender& contender : contenders) {
      if (!contender.valid()) continue;
      const WorkingFor working(contender);
      Simulation& simulation = *contender.simulation;
      simulation.restore(from.particles, from.time, from.step);
      simulation.run_cycles((wanted.step - from.step) / simulation.steps_per_cycle());
      simulation.check_overflow();
      const RunState reached = simulation.run_state();
      if (reached.lost > 0) {
        callbacks_.on_message(fmt::format("{} particles have left the domain by step {}",
                                          reached.lost, reached.steps));
      }
      return {wanted.label, simulation.download(), reached.time, reached.steps};
    }
    return from;
  }

  RecordContext context(const Scenario& scenario, const MeasuringPolicy& policy,
                        const SavedState& state) const {
    return {suite_.name,
            built_code(),
            host_machine(),
            device_,
            {runtime_.name(), std::string(runtime_.table().version), openmp_},
            &scenario,
            &state,
            hash_of_state(state.particles),
            policy,
            0,
            "nothing was measured"};
  }

  void measure_state(std::vector<Contender>& contenders, const Scenario& scenario,
                     const MeasuringPolicy& policy, const SavedState& state,
                     const std::string& what) {
    const RecordContext shared = context(scenario, policy, state);
    std::vector<Contender*> active;
    Oracle oracle(scenario);
    for (Contender& contender : contenders) {
      if (already_done(contender, shared)) continue;
      progress(0, fmt::format("{}: verifying {}", what, contender.label()));
      verify_contender(contender, runtime_, oracle, state);
      if (!contender.valid())
        callbacks_.on_message(fmt::format("{}: {}", contender.label(), contender.status));
      active.push_back(&contender);
    }
    if (selection_.bouts.empty()) return sample_and_write(active, policy, state, what, shared);
    hold_bouts(active, policy, state, what, shared);
  }

  void hold_bouts(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                  const SavedState& state, const std::string& what, const RecordContext& shared) {
    MeasuringPolicy of_bout = policy;
    for (bouts_done_ = 0; bouts_done_ < selection_.bouts.size(); ++bouts_done_) {
      if (stop_requested()) return;
      callbacks_.on_bout(bouts_done_);
      for (Contender* contender : active) begin_bout(*contender, selection_.bouts[bouts_done_]);
      of_bout.seed = policy.seed + bouts_done_;  // another order of turns in each
      sample_and_write(active, of_bout, state, what, shared);
    }
    bouts_done_ = 0;
  }

  void sample_and_write(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                        const SavedState& state, const std::string& what, RecordContext shared) {
    sample_loop(active, policy, state, what, shared);
    sample_alone(active, policy, state, what);
    if (outcome_.interrupted) return;
    for (const Contender* contender : active) write(build_records(*contender, shared));
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
        if (stop_requested()) return;
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
    if (!on_host_) return measure();
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
    sample_rounds(active, policy.isolated_samples, policy.seed + 1, state, what,
                  &ContenderSamples::load_alone, [&](Contender& contender, std::uint64_t round) {
                    sample_isolated_round(runtime_, *contender.simulation, policy, round, counter_,
                                          contender.samples);
                  });
    if (policy.asynchronous_calls == 0) return;
    sample_rounds(active, policy.asynchronous_samples, policy.seed + 2, state, what,
                  &ContenderSamples::load_of_calls, [&](Contender& contender, std::uint64_t round) {
                    sample_asynchronous_round(runtime_, *contender.simulation, policy, round,
                                              counter_, contender.samples);
                  });
  }

  /// So many rounds of turns, each with a rebuilt state and a force pass behind it.
  /// @param load of the blocks that the rounds are.
  void sample_rounds(const std::vector<Contender*>& active, std::uint64_t rounds,
                     std::uint64_t seed, const SavedState& state, const std::string& what,
                     Record::Load ContenderSamples::*load,
                     const std::function<void(Contender&, std::uint64_t round)>& sample) {
    std::vector<Contender*> valid = only_valid(active);
    if (valid.empty() || rounds == 0) return;
    AbbaSchedule schedule(groups_of(valid), seed);
    for (std::uint64_t pair = 0; pair < rounds; pair += 2) {
      std::size_t turn = 0;
      for (const std::size_t index : schedule.next_round()) {
        if (stop_requested()) return;
        const std::uint64_t round = pair + turn / valid.size();
        if (round < rounds) measure_alone(*valid[index], state, round, load, sample);
        ++turn;
      }
      progress(1, fmt::format("{}: stages alone", what));
    }
  }

  void measure_alone(Contender& contender, const SavedState& state, std::uint64_t round,
                     Record::Load ContenderSamples::*load,
                     const std::function<void(Contender&, std::uint64_t round)>& sample) {
    attempt_and_tell(contender, [&] {
      Simulation& simulation = *contender.simulation;
      simulation.restore(state.particles, state.time, state.step);
      simulation.rebuild();
      simulation.forces();
      with_load(round, contender.samples.*load, [&] { sample(contender, round); });
    });
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
  /// after a crash. Those that a crash left behind are not written twice.
  void write(const std::vector<Record>& records) {
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
      if (callbacks_.is_done(*record)) {
        ++outcome_.skipped_records;
        continue;
      }
      callbacks_.on_record(*record);
      ++outcome_.records;
      if (record->validity.status != "ok") ++outcome_.invalid_records;
    }
  }

  bool stop_requested() {
    if (callbacks_.interrupted()) outcome_.interrupted = true;
    return outcome_.interrupted;
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
  Record::Device device_;
  bool on_host_;
  std::optional<Record::OpenMp> openmp_;  ///< of the host
  RandomGaps gaps_;
  SampleCounter counter_;
  CampaignOutcome outcome_;
  std::size_t sections_done_ = 0;
  std::size_t bouts_done_ = 0;  ///< of the present section
  std::size_t total_sections_ = 0;
};

}  // namespace

CampaignOutcome run_campaign(const Suite& suite, Runtime& runtime,
                             const std::vector<LoadedPack>& packs,
                             const std::vector<std::filesystem::path>& scenario_directories,
                             const CampaignSelection& selection,
                             const CampaignCallbacks& callbacks) {
  return Run(suite, runtime, packs, scenario_directories, selection, callbacks).all();
}

}  // namespace sphlab
