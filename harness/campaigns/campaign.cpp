#include "harness/campaigns/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "harness/campaigns/contender.hpp"
#include "harness/campaigns/kept_section.hpp"
#include "harness/campaigns/left_out.hpp"
#include "harness/campaigns/openmp_in_use.hpp"
#include "harness/campaigns/record_builder.hpp"
#include "harness/campaigns/section_work.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/timed.hpp"
#include "harness/measure/turns.hpp"
#include "harness/records/carry_over.hpp"
#include "harness/scenarios/particle_creation.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/pass_mirror.hpp"

namespace sphlab {
namespace {

/// A scenario in a state, while it is sampled.
struct Section {
  const std::vector<Contender*>& active;
  const MeasuringPolicy& policy;
  const SavedState& state;
  const std::string& what;  ///< for the reader
  RecordContext& shared;
  MovingState& moving;  ///< of the state
};

/// A run of a campaign, with its state across scenarios.
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
        gaps_(suite.policy.seed),
        work_(selection.budget, callbacks.on_message) {
    if (callbacks.kept) kept_ = callbacks.kept();
  }

  CampaignOutcome all() {
    // every scenario is read before the first is measured: a wrong file, or one that does not fit
    // into memory, must not cost an hour
    for (std::size_t i = 0; i < suite_.scenarios.size(); ++i) check(i);
    require_something(suite_, found_);
    tell_left_out();
    work_.tell_budget();
    try {
      for (const SuiteScenario& scenario : suite_.scenarios) measure_scenario(scenario);
    } catch (const BudgetUsedUp&) {
      work_.leave_out_rest();
    } catch (const Interrupted&) {
      outcome_.interrupted = true;
    }
    outcome_.out_of_budget = work_.sections_left_out();
    outcome_.seconds_left = work_.seconds_left();
    return outcome_;
  }

 private:
  std::filesystem::path file_of(const SuiteScenario& entry) const {
    return find_scenario(entry.scenario, scenario_directories_);
  }

  static SavedState initial_state(const Scenario& scenario) {
    return {SuiteState{}.label(), scenario.initial, 0, 0};
  }

  void check(std::size_t number) {
    const SuiteScenario& entry = suite_.scenarios[number];
    const std::string where = fmt::format("suite '{}': scenarios[{}]", suite_.name, number);
    const Scenario& scenario = described_[&entry] = described_at(entry, where);
    for (const SuiteState& state : entry.states)
      require_reachable(state, scenario, where + ".states");
    require_memory_for(scenario);
    find(scenario);
    expect(entry, scenario);
  }

  void tell_left_out() const {
    for (const std::string& note : suite_.notes) callbacks_.on_message(note);
    for (const std::string& text : {toolchains_left_out(suite_.toolchains, packs_),
                                    toolchains_left_out(selection_.toolchains, packs_),
                                    variants_left_out(suite_, runtime_.name(), found_)}) {
      if (!text.empty()) callbacks_.on_message(text);
    }
  }

  /// Collects what there is to measure of the scenario.
  void find(const Scenario& scenario) {
    found_.physics.insert(scenario.physics);
    std::vector<Contender> contenders = contenders_for(scenario);
    if (contenders.empty()) ++found_.unserved[scenario.physics];
    require_named_once(suite_, contenders);
    for (Contender& contender : contenders) {
      found_.variants.insert(contender.choice);
      for (const LoadedPack* pack : {contender.pack, contender.host_pack}) {
        if (pack != nullptr) found_.timed_names.merge(timed_names(*pack->pack));
      }
      try {
        attempt(contender, runtime_, [&] {
          found_.stages.merge(Simulation::stages_of(
              runtime_, *contender.pack, scenario, contender.choice->variant, contender.host_pack));
        });
      } catch (const OutOfMemory&) {
        found_.knows_all_stages = false;  // and is told of where it is to be made
      } catch (const Error& error) {
        if (contender.pack->side == Side::none)
          throw Error(error.code, fmt::format("{}: {}", contender.label(), error.what()));
        found_.knows_all_stages = false;
      }
      if (!contender.valid()) found_.knows_all_stages = false;
    }
  }

  /// Describes a scenario; errors in its parameters name the place in the suite.
  Scenario described_at(const SuiteScenario& entry, const std::string& where) const {
    try {
      return describe(entry);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", where, error.what()));
    }
  }

  /// Adds the work expected of each state of the scenario.
  void expect(const SuiteScenario& entry, const Scenario& scenario) {
    const std::size_t contenders = contenders_for(scenario).size();
    for (std::size_t k = 0; k < entry.states.size(); ++k) {
      UnitsByKind work = expected_work(entry.policy, scenario.particles(), k == 0);
      for (double& units : work) units *= static_cast<double>(contenders) * duels();
      work_.expect(fmt::format("{}, {}", text(scenario), entry.states[k].label()), work,
                   contenders);
    }
  }

  /// How often a state is measured.
  double duels() const { return std::max(1.0, static_cast<double>(selection_.duels.size())); }

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
    std::vector<Contender> contenders =
        find_contenders(suite_, runtime_.name(), packs_, selection_.toolchains);
    std::erase_if(contenders, [&](const Contender& contender) {
      return !contender.choice->is_for(scenario.physics);
    });
    return contenders;
  }

  /// Throws where the scenario's contenders do not fit into memory together, beside the state that
  /// they begin at. Candidates of a duel work in the buffers of its bases.
  void require_memory_for(const Scenario& scenario) const {
    std::size_t bytes = scenario.particles() * bytes_per_particle + memory_margin(runtime_);
    for (Contender& contender : contenders_for(scenario)) {
      if (contender.pack->side == Side::candidate) continue;
      try {
        attempt(contender, runtime_, [&] {
          bytes += Simulation::bytes_needed(runtime_, *contender.pack, scenario,
                                            contender.choice->variant, contender.host_pack);
        });
      } catch (const Error&) {
        // what cannot be made is reported where it is made
      }
    }
    require_memory(runtime_, scenario, bytes);
  }

  static std::string text(const Scenario& scenario) {
    return fmt::format("{} ({} particles)", scenario.name, scenario.particles());
  }

  /// Ends the campaign where a stop is requested or the budget is used up: not between samples and
  /// their records.
  void stop_if_due() const {
    stop_if_requested();
    work_.require_time();
  }

  void measure_scenario(const SuiteScenario& entry) {
    // later states need what is tuned at the first
    if (!work_.begin(entry.policy, entry.states.size())) return;
    const Scenario scenario = as_measured(
        load_scenario(file_of(entry), entry.parameters, &described_.at(&entry)), entry.policy);
    std::vector<Contender> contenders = contenders_for(scenario);
    present_ = {&contenders, &scenario};
    const std::string what = text(scenario);
    for (Contender& contender : contenders) {
      stop_if_due();
      const Timed timed(outcome_.phases.tuning);
      progress(fmt::format("{}: tuning {}", what, contender.label()));
      take_turn(WorkKind::tuning, 1.0 / static_cast<double>(contenders.size()), [&] {
        in_memory(contender, [&] {
          contender.simulation.reset();  // of an attempt that lacked memory
          contender.sweep.clear();
          prepare_beside(contender, contenders, scenario, entry.policy);
        });
      });
      tell_cell_mode(contender);
      try_injected(contender);
    }
    MeasuringPolicy policy = entry.policy;
    if (is_duel(contenders)) policy.relocate = false;
    SavedState state = initial_state(scenario);
    first_state_verified_ = false;
    for (const SuiteState& wanted : entry.states) {
      stop_if_due();
      if (&wanted != &entry.states.front() && !work_.begin(policy)) continue;
      if (wanted.label() != state.label) state = later_state(contenders, scenario, state, wanted);
      put_on_device(state);
      measure_state(contenders, scenario, policy, state, fmt::format("{}, {}", what, state.label));
      work_.end();
    }
  }

  /// Prepares a contender; the candidate of a duel in what its base, which comes before it, has.
  void prepare_beside(Contender& contender, const std::vector<Contender>& contenders,
                      const Scenario& scenario, const MeasuringPolicy& policy) {
    if (contender.pack->side == Side::none) {
      const KeptContender* kept = kept_of(contender, scenario, policy);
      return prepare(contender, runtime_, scenario, nullptr,
                     kept == nullptr ? nullptr : &kept->tuning);
    }
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

  /// Tries the tuning of each duel before any is held: a wrong one must not cost an hour.
  void try_injected(Contender& contender) const {
    if (selection_.duels.empty()) return;
    for (const Tunings& injected : selection_.duels) begin_duel(contender, injected);
    begin_duel(contender, {});
  }

  /// Returns the state as an earlier suite has reached it, or else steps to it.
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
    const auto tell_way = [&](const RunClock& now) {
      stop_if_due();
      progress(fmt::format("{}: on the way to {}, at step {}, {:.4f} s", text(scenario),
                           wanted.label(), now.steps, now.time));
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
    RecordContext shared = context(scenario, policy, state);
    MovingState moving(scenario, state.particles, state.time, state.step, state.label,
                       most_candidates());
    const std::vector<Contender*> active =
        verify_those_left(contenders, scenario, state, what, shared, moving);
    bring_into_own_order(active, policy, state, what);
    const Section section{active, policy, state, what, shared, moving};
    if (selection_.duels.empty()) return sample_and_write(section);
    hold_duels(section);
  }

  /// Verifies the contenders that are not recorded yet in this state, and returns them.
  std::vector<Contender*> verify_those_left(std::vector<Contender>& contenders,
                                            const Scenario& scenario, const SavedState& state,
                                            const std::string& what, const RecordContext& shared,
                                            MovingState& moving) {
    std::vector<Contender*> left;
    Oracle oracle(scenario, most_candidates());
    MissedByPolicy missed;
    for (Contender& contender : contenders) {
      if (already_done(contender, shared)) continue;
      stop_if_due();
      contender.spent = {};
      contender.state = &state;
      const Timed timed(outcome_.phases.verifying, &contender.spent.verifying);
      progress(fmt::format("{}: verifying {}", what, contender.label()));
      take_turn(WorkKind::verifying, 1.0 / static_cast<double>(contenders.size()), [&] {
        in_memory(contender,
                  [&] { verify_contender(contender, runtime_, oracle, state, missed, moving); });
      });
      if (!contender.valid()) {
        callbacks_.on_message(fmt::format("{}: {}", contender.label(), contender.status));
      } else if (!moving.not_counted().empty()) {
        callbacks_.on_message(fmt::format("{}: its pairs are not counted: {}", contender.label(),
                                          moving.not_counted()));
      }
      left.push_back(&contender);
    }
    tell_unseen_terms(left, what, moving);
    return left;
  }

  /// Most candidates of a verification: as many as may be in the first state of a scenario.
  double most_candidates() const {
    return first_state_verified_ ? JudgedParticles::most_candidates_later
                                 : JudgedParticles::most_candidates;
  }

  /// Reports terms of the physics that the state does not show, which no variant verifies. Looks at
  /// the first state of a scenario alone: twenty would take minutes.
  void tell_unseen_terms(const std::vector<Contender*>& verified, const std::string& what,
                         MovingState& moving) {
    if (first_state_verified_) return;
    const auto any = std::find_if(verified.begin(), verified.end(), [](const Contender* contender) {
      return contender->valid() && contender->simulation != nullptr;
    });
    if (any == verified.end()) return;
    first_state_verified_ = true;
    const Check& terms = moving.terms((*any)->simulation->formulation());
    if (!terms.passed) callbacks_.on_message(fmt::format("{}: {}", what, terms.detail));
  }

  /// Brings contenders into their own orders. Both sides of a duel begin in the order of the base,
  /// which comes first: they are compared on the same particles in the same places.
  void bring_into_own_order(const std::vector<Contender*>& active, const MeasuringPolicy& policy,
                            const SavedState& state, const std::string& what) {
    OwnOrders orders;
    for (Contender* contender : active) {
      stop_if_due();
      const Timed timed(outcome_.phases.ordering, &contender->spent.ordering);
      progress(fmt::format("{}: into its own order: {}", what, contender->label()));
      const auto opponent = std::find_if(active.begin(), active.end(), [&](const Contender* other) {
        return other->own_order != nullptr && other->is_opponent_of(*contender);
      });
      attempt_and_tell(*contender, [&] {
        contender->own_order = opponent != active.end()
                                   ? (*opponent)->own_order
                                   : orders.of(runtime_, *contender->simulation, state,
                                               most_cycles_to_an_order(policy));
      });
    }
  }

  void hold_duels(const Section& section) {
    MeasuringPolicy policy = section.policy;
    for (std::size_t duel = 0; duel < selection_.duels.size(); ++duel) {
      stop_if_requested();
      callbacks_.on_duel(duel);
      for (Contender* contender : section.active) begin_duel(*contender, selection_.duels[duel]);
      policy.seed = section.policy.seed + duel;  // another order of turns in each
      RecordContext shared = section.shared;
      sample_and_write(
          {section.active, policy, section.state, section.what, shared, section.moving});
    }
  }

  void sample_and_write(const Section& section) {
    go_on_with_kept(section);
    const std::uint64_t of_earlier_session = rounds_.blocks;
    Turns turns(runtime_, section.policy, {section.active.begin(), section.active.end()}, rounds_,
                counter_, hooks_of(section));
    work_.keep_back(seconds_of_verification(section));
    note_loop(section, of_earlier_session, turns.sample_loop(gaps_));
    tell_carry_over(section);
    turns.sample_alone();
    turns.sample_runs();
    count_energy(section, turns);
    section.shared.rounds_done = rounds_;
    tell_samples_left_out(section);
    note_copies(section);
    verify_after_timing(section);
    stop_if_requested();
    for (Contender* contender : section.active) {
      in_memory(*contender, [] {});  // its records tell of its simulation
      write(build_records(*contender, section.shared), *contender);
    }
    if (callbacks_.on_section_end) callbacks_.on_section_end();
  }

  TurnHooks hooks_of(const Section& section) {
    return {
        .attempt =
            [&](TurnTaker& taker, const std::function<void()>& turn) {
              const Timed timed(outcome_.phases.sampling);
              // all that take turns here are contenders
              attempt_and_tell(static_cast<Contender&>(taker), turn);
            },
        .on_turn =
            [&](const std::string& what) { progress(fmt::format("{}: {}", section.what, what)); },
        .on_done =
            [&](WorkKind kind, double share, std::optional<double> seconds) {
              work_.done(kind, share / duels(), seconds);
            },
        .on_end =
            [&](WorkKind kind) {
              if (selection_.duels.empty()) work_.end(kind);
            },
        .on_round = [&] { keep(section); },
        .has_time = [&](WorkKind kind, std::uint64_t done,
                        std::uint64_t wanted) { return work_.has_time(kind, done, wanted); }};
  }

  /// Seconds that the verification before the samples has taken.
  static double seconds_of_verification(const Section& section) {
    double seconds = 0;
    for (const Contender* contender : section.active) seconds += contender->spent.verifying;
    return seconds;
  }

  void tell_samples_left_out(const Section& section) const {
    if (const std::string left_out = work_.samples_left_out(); !left_out.empty())
      callbacks_.on_message(
          fmt::format("{}: the budget had time for {} of each variant", section.what, left_out));
  }

  /// Notes what the stages of a step have copied, before a verification copies, too.
  static void note_copies(const Section& section) {
    for (Contender* contender : section.active) {
      contender->copied.clear();
      if (contender->simulation == nullptr) continue;
      for (const char* stage : {upload_stage, download_stage}) {
        if (const auto bytes = contender->simulation->bytes_copied(stage))
          contender->copied.emplace(stage, *bytes);
      }
    }
  }

  /// Verifies once more: what has run for minutes must still compute the same.
  void verify_after_timing(const Section& section) {
    for (Contender* contender : section.active) {
      if (!contender->valid()) continue;
      stop_if_requested();
      const Timed timed(outcome_.phases.verifying_again, &contender->spent.verifying_again);
      progress(fmt::format("{}: verifying {} after timing", section.what, contender->label()));
      in_memory(*contender, [&] {
        attempt(*contender, runtime_, [&] { contender->simulation->require_no_overrun(); });
        sphlab::verify_after_timing(*contender, runtime_, section.moving);
      });
      if (!contender->valid())
        callbacks_.on_message(fmt::format("{}: {}", contender->label(), contender->status));
    }
  }

  /// Finds what an earlier session has kept of a contender; nullptr: nothing.
  const KeptContender* kept_of(const Contender& contender, const Scenario& scenario,
                               const MeasuringPolicy& policy) const {
    if (!kept_) return nullptr;
    const auto found = kept_->contenders.find(contender_key(contender, scenario, policy));
    return found == kept_->contenders.end() ? nullptr : &found->second;
  }

  /// Takes the samples of an earlier session where they are of this section and of all its
  /// contenders: those of some alone would be compared with samples of another time.
  void go_on_with_kept(const Section& section) {
    rounds_ = {};
    std::vector<const KeptContender*> kept;
    for (const Contender* contender : section.active)
      kept.push_back(kept_of(*contender, *section.shared.scenario, section.policy));
    const auto missing = std::count(kept.begin(), kept.end(), nullptr);
    if (kept.empty() || missing == std::ssize(kept) || kept_->state != section.state.label) return;
    if (missing > 0 || kept_->state_hash != section.shared.state_hash) {
      callbacks_.on_message(fmt::format(
          "{}: the blocks of an earlier session are measured again: {}", section.what,
          missing > 0 ? "they lack some of the variants" : "its particles were others"));
    } else {
      go_on_behind(section, kept);
    }
    kept_.reset();
  }

  /// @param kept of each contender of the section.
  void go_on_behind(const Section& section, const std::vector<const KeptContender*>& kept) {
    for (std::size_t k = 0; k < kept.size(); ++k) {
      Contender& contender = *section.active[k];
      if (!contender.valid()) continue;
      contender.status = kept[k]->status;
      contender.samples = kept[k]->samples;
    }
    rounds_ = kept_->rounds;
    counter_.go_on_at(kept_->next_order);
    if (section.policy.relocate) {
      for (std::uint64_t k = 0; k < rounds_.blocks * kept.size(); ++k) gaps_.next();
    }
    callbacks_.on_message(fmt::format("{}: goes on behind {} blocks of an earlier session",
                                      section.what, rounds_.blocks));
  }

  /// Reports to on_block() what all contenders have finished of a section.
  void keep(const Section& section) const {
    if (!callbacks_.on_block) return;
    KeptSection kept{
        section.state.label, section.shared.state_hash, counter_.position(), rounds_, {}};
    for (const Contender* contender : section.active) {
      kept.contenders[contender_key(*contender, *section.shared.scenario, section.policy)] = {
          contender->status, {contender->tuned, contender->sweep}, contender->samples};
    }
    callbacks_.on_block(std::move(kept));
  }

  /// Whether the step of this contender in this state is recorded, and with it all the others: see
  /// write().
  bool already_done(const Contender& contender, const RecordContext& shared) {
    if (!callbacks_.is_done(unsampled_step_record(contender, shared))) return false;
    ++outcome_.skipped_records;
    return true;
  }

  void note_loop(const Section& section, std::uint64_t of_earlier_session, RoundsEnd end) const {
    RecordContext& shared = section.shared;
    if (rounds_.blocks == 0) return;
    shared.blocks_done = rounds_.blocks;
    shared.stop_reason = end == RoundsEnd::little_spread ? "the spread is small enough"
                         : end == RoundsEnd::out_of_time ? used_up_reason
                                                         : "all blocks measured";
    if (of_earlier_session > 0)
      shared.stop_reason += fmt::format("; the first {} in an earlier session", of_earlier_session);
  }

  /// Warns where blocks of the loop depend on which contender ran before.
  void tell_carry_over(const Section& section) {
    std::vector<const Record::Samples*> steps;
    for (const Contender* contender : section.active) {
      if (contender->valid()) steps.push_back(&contender->samples.step);
    }
    const auto found = section.shared.carry_over = carry_over_of(steps);
    if (!found || found->coefficient <= carry_over_limit || found->low == 0) return;
    callbacks_.on_message(fmt::format(
        "{}: who ran before shows in the time of a block, by {:.2f} % (at least {:.2f} %): compare "
        "variants that differ by less in a duel",
        section.what, 100 * found->coefficient, 100 * found->low));
  }

  /// Does `work` for a contender that is valid until now.
  void attempt_and_tell(Contender& contender, const std::function<void()>& work) {
    if (!contender.valid()) return;
    in_memory(contender, [&] {
      if (contender.valid()) attempt(contender, runtime_, work);
    });
    if (!contender.valid())
      callbacks_.on_message(fmt::format("{}: {}", contender.label(), contender.status));
  }

  /// Does `work` with the contender's simulation, for which others give theirs up where memory
  /// lacks, and have them made again for their next turn. The sides of a duel share their memory,
  /// and keep it.
  void in_memory(Contender& contender, const std::function<void()>& work) {
    sphlab::in_memory(
        contender,
        [&] {
          make_again(contender);
          work();
        },
        [&] {
          if (is_duel(*present_.contenders)) throw;
          return give_up_another(&contender);
        });
  }

  /// Puts a state on the device, where simulations give way to it as in in_memory(). Where no
  /// contender is valid, none begins at it, and memory may lack.
  void put_on_device(SavedState& state) {
    for (;;) {
      try {
        state.on_device = std::make_shared<StateOnDevice>(runtime_, state.particles);
        return;
      } catch (const OutOfMemory&) {
        if (!is_duel(*present_.contenders) && give_up_another(nullptr)) continue;
        const bool is_needed =
            std::any_of(present_.contenders->begin(), present_.contenders->end(),
                        [](const Contender& contender) { return contender.valid(); });
        if (!is_needed) return;
        throw;
      }
    }
  }

  /// Makes the simulation again that the contender has given up, if so, with the tuning that it
  /// had.
  void make_again(Contender& contender) {
    if (!present_.given_up.contains(&contender)) return;
    const KeptTuning kept{contender.tuned, contender.sweep};
    contender.simulation.reset();  // of an attempt that lacked memory
    prepare(contender, runtime_, *present_.scenario, nullptr, &kept);
    present_.given_up.erase(&contender);
  }

  /// Resets the simulation of a contender but `wanted`; false where there is none.
  bool give_up_another(const Contender* wanted) {
    for (Contender& other : *present_.contenders) {
      if (&other == wanted || other.simulation == nullptr) continue;
      if (present_.given_up.empty())
        callbacks_.on_message(
            "the device's memory does not hold all variants together: they give theirs up for each "
            "other, and are made again for their turns");
      other.simulation.reset();
      present_.given_up.insert(&other);
      return true;
    }
    return false;
  }

  /// Where the counter fails, no contender of the section has an energy: those of some alone would
  /// be compared with nothing.
  void count_energy(const Section& section, Turns& turns) {
    section.shared.energy = energy_of(section, turns);
    if (!section.shared.energy) return;
    const std::string& absent = section.shared.energy->absent;
    if (absent.empty() || std::exchange(told_of_energy_, absent) == absent) return;
    callbacks_.on_message(fmt::format("no energy is measured: {}", absent));
  }

  std::optional<EnergySource> energy_of(const Section& section, Turns& turns) const {
    const bool has_time = work_.has_time_for_energy(section.policy, section.active.size());
    if (section.policy.energy_seconds == 0 || has_time) return turns.count_energy();
    EnergySource source = energy_source(runtime_);
    if (source.absent.empty()) source.absent = used_up_reason;
    return source;
  }

  /// Does a turn, and notes its time.
  void take_turn(WorkKind kind, double share, const std::function<void()>& turn) {
    double seconds = 0;
    {
      const Timed timed(seconds);
      turn();
    }
    work_.done(kind, share, seconds);
  }

  static bool is_duel(const std::vector<Contender>& contenders) {
    return std::any_of(contenders.begin(), contenders.end(), [](const Contender& contender) {
      return contender.pack->side != Side::none;
    });
  }

  /// Writes records, the step's, which is the first, last: where it is, a contender's others are
  /// too, even after a crash. Of a contender that a suite names twice, writes them once.
  void write(const std::vector<Record>& records, const Contender& contender) {
    if (callbacks_.is_done(records.front())) {
      callbacks_.on_message(fmt::format(
          "{}: what it comes to is recorded already: the suite names it twice", contender.label()));
      outcome_.skipped_records += records.size();
      return;
    }
    // NOLINTNEXTLINE(modernize-loop-convert): clang 14 does not compile views of libstdc++ 12
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
      callbacks_.on_record(*record);
      ++outcome_.records;
      if (record->validity.status == "ok") continue;
      ++(contender.refused ? outcome_.refused_records : outcome_.invalid_records);
    }
  }

  void progress(const std::string& what) { callbacks_.on_progress(work_.fraction(), what); }

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
  FoundBySuite found_;
  /// As check() has described them: their neighbours need not be counted again.
  std::map<const SuiteScenario*, Scenario> described_;
  bool first_state_verified_ = false;  ///< of the scenario that is measured
  SectionWork work_;
  /// Of the scenario that is measured.
  struct {
    std::vector<Contender>* contenders = nullptr;
    const Scenario* scenario = nullptr;
    std::set<const Contender*> given_up = {};  ///< whose simulation is to be made again
  } present_;
  std::optional<KeptSection> kept_;  ///< of an earlier session, until it is taken
  RoundsDone rounds_;                ///< of the present section
  std::string told_of_energy_;       ///< why there is none, as the user was told last
};

}  // namespace

RecordingSetup setup_of_campaign(const Suite& suite, const Runtime& runtime,
                                 const std::vector<LoadedPack>& packs,
                                 const CampaignSelection& selection) {
  std::vector<const LoadedPack*> measured;
  for (const Contender& contender :
       find_contenders(suite, runtime.name(), packs, selection.toolchains)) {
    measured.push_back(contender.pack);
    if (contender.host_pack != nullptr) measured.push_back(contender.host_pack);
  }
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
