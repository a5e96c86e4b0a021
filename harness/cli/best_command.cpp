#include "harness/cli/best_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "harness/best/answer.hpp"
#include "harness/best/energy_final.hpp"
#include "harness/best/search.hpp"
#include "harness/best/space.hpp"
#include "harness/best/trials.hpp"
#include "harness/campaigns/later_state.hpp"
#include "harness/campaigns/record_builder.hpp"
#include "harness/cli/atomic_file.hpp"
#include "harness/cli/best_report.hpp"
#include "harness/cli/energy_counter.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/limits_command.hpp"
#include "harness/cli/load_warning.hpp"
#include "harness/cli/openmp_restart.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/prose.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/variants.hpp"
#include "harness/error.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/records/entry_lines.hpp"
#include "harness/scenarios/particle_file.hpp"
#include "harness/scenarios/particle_scenario.hpp"
#include "harness/scenarios/stated_cost.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// A scenario's document, and the file that it is of.
struct Source {
  nlohmann::json document;
  fs::path file;
};

void refuse_options_of_particles(const BestOptions& options) {
  const char* option = options.radius                   ? "--radius"
                       : options.list_interval          ? "--interval"
                       : options.takes_for_open         ? "--open"
                       : options.flops_per_pair         ? "--flops-per-pair"
                       : options.bytes_per_source       ? "--bytes-per-source"
                       : !options.scenario_file.empty() ? "--scenario-file"
                                                        : nullptr;
  if (option == nullptr) return;
  throw Error(ExitCode::usage, fmt::format("{} goes with a particle file (*{}), and '{}' is none",
                                           option, particle_file_extension, options.scenario));
}

/// What a pair costs, where that is stated.
std::optional<StatedPair> stated_pair(const BestOptions& options) {
  if (!options.flops_per_pair) {
    if (!options.bytes_per_source) return std::nullopt;
    throw Error(ExitCode::usage,
                "--bytes-per-source goes with --flops-per-pair: say how many operations a pair "
                "takes, too");
  }
  const auto costs = stated_costs();
  const std::uint32_t bytes = options.bytes_per_source.value_or(costs.begin()->first);
  const StatedPair pair{*options.flops_per_pair, costs.at(bytes)};
  const double least = pair.physics->all_own_constants().front().least;
  if (pair.flops >= least) return pair;
  throw Error(ExitCode::usage,
              fmt::format("--flops-per-pair {:g}: with {} bytes of a source, the distance, what is "
                          "made of each byte, and the sum take {:g}. Say {:g} or more, or fewer "
                          "--bytes-per-source",
                          pair.flops, bytes, least, least));
}

/// The scenario of a particle file, beside it.
nlohmann::json scenario_of_particle_file(const BestOptions& options) {
  if (!options.radius) {
    throw Error(ExitCode::usage,
                fmt::format("{}: needs --radius, within which pairs are computed, in the file's "
                            "unit of length",
                            options.scenario));
  }
  ParticleTask task{.radius = *options.radius,
                    .takes_for_open = options.takes_for_open,
                    .stated = stated_pair(options)};
  task.list_interval = options.list_interval.value_or(task.list_interval);
  return scenario_of_particles(options.scenario, task);
}

/// The scenario that is named, or that stands for a particle file.
Source source_of(const Laboratory& laboratory, const BestOptions& options) {
  if (is_particle_file(options.scenario)) {
    return {scenario_of_particle_file(options), options.scenario};
  }
  refuse_options_of_particles(options);
  const fs::path file = find_scenario(options.scenario, laboratory.scenario_folders());
  return {scenario_document(file), file};
}

/// Packs to choose from: those asked for, or all made for speed, of the first runtime that has any
/// for the physics.
std::vector<const LoadedPack*> packs_for(const Laboratory& laboratory, const BestOptions& options,
                                         const Scenario& scenario) {
  std::vector<const LoadedPack*> all = laboratory.usable_packs(options.toolchains);
  std::erase_if(all, [&](const LoadedPack* pack) {
    return options.toolchains.empty() && !is_for_speed(*pack->pack);
  });
  require_computed(all, scenario);
  std::erase_if(all, [&](const LoadedPack* pack) {
    return !physics_of(*pack->pack).contains(scenario.physics);
  });
  for (const std::string& runtime : runtimes_by_preference()) {
    std::vector<const LoadedPack*> packs = all;
    std::erase_if(packs, [&](const LoadedPack* pack) { return runtime != pack->pack->runtime; });
    if (!packs.empty()) return packs;
  }
  throw Error(ExitCode::not_available,
              fmt::format("no pack of runtime {} computes {}",
                          fmt::join(runtimes_by_preference(), ", "), scenario.physics));
}

SuiteState state_of(const BestOptions& options) {
  SuiteState state;
  state.time = options.time;
  state.step = options.after.value_or(0);
  return state;
}

SearchPolicy policy_of(const BestOptions& options) {
  SearchPolicy policy;
  policy.budget_s = options.budget_s;
  policy.top = options.top;
  policy.seed = options.seed;
  policy.exhaustive = options.exhaustive;
  return policy;
}

/// What is left for the search by time.
SearchPolicy before_final(const SearchPolicy& policy, Objective objective) {
  return objective == Objective::energy ? before_energy_final(policy) : policy;
}

fs::path limits_of(const BestOptions& options, const Runtime& runtime) {
  return options.limits.empty() ? default_limits_file(runtime) : options.limits;
}

/// Empty where nobody has measured this device, and nobody says that a file is of it.
LimitRates rates_of(const BestOptions& options, const Runtime& runtime) {
  const fs::path file = limits_of(options, runtime);
  const std::string device = runtime.properties().name;
  std::error_code unknown;
  if (options.limits.empty() && !fs::exists(file, unknown)) return {};
  LimitRates limits = rates_of_limits(file);
  if (limits.device == device) return limits;
  if (options.limits.empty()) return {};
  throw InputError(
      fmt::format("{}: device.name: the limits are of {}, not of {}; measure those "
                  "with 'sphlab limits'",
                  file.string(), limits.device, device));
}

/// Searches under a watch for Ctrl-C. The state is reached before anything is measured.
SearchOutcome search_watched(Trials& trials, const Scenario& scenario, const SuiteState& state,
                             const SearchPolicy& policy, Objective objective) {
  const InterruptWatch watch;
  report_crashes("nothing was written");
  Progress progress;
  try {
    if (state.label() != SuiteState{}.label()) {
      trials.advance_to(state, [&](const RunClock& now) {
        progress.update(way_behind(now, state, scenario),
                        fmt::format("on the way to {}, at step {}", state.label(), now.steps));
      });
    }
  } catch (const Interrupted&) {
    throw Error(ExitCode::interrupted, "interrupted before anything was measured");
  }
  const OnSearch on_search = [&](double fraction, const std::string& what) {
    progress.update(fraction, what);
  };
  SearchOutcome outcome = search(trials, policy, on_search);
  if (objective == Objective::energy) count_energy(trials, outcome, policy.seed, on_search);
  return outcome;
}

std::string tried_text(const SearchOutcome& outcome, double seconds) {
  const auto failed = std::count_if(outcome.tried.begin(), outcome.tried.end(),
                                    [](const Tried& tried) { return tried.failed; });
  std::string text = fmt::format("{} variants of {} traversals were tried in {} rungs and {:.1f} s",
                                 outcome.tried.size(), outcome.traversals - outcome.traversals_left,
                                 outcome.rungs, seconds);
  if (failed > 0) text += fmt::format("; {} are refused or invalid (--json tells why)", failed);
  if (outcome.traversals_left > 0)
    text += fmt::format("; {} traversals were not reached: give a larger --budget",
                        outcome.traversals_left);
  return text + ".";
}

/// What was ranked by, as far as it was got.
Objective objective_reached(const BestOptions& options, const Trials& trials,
                            const SearchOutcome& outcome) {
  return has_energies(trials, outcome) ? options.objective : Objective::time;
}

std::string objective_text(Objective wanted, Objective reached) {
  if (wanted == reached) return "";
  return prose("Ranked by time: it was interrupted before the energy of all was counted.");
}

std::string limits_text(const LimitRates& rates, const fs::path& file, const Runtime& runtime) {
  if (!rates.per_second.empty()) return "";
  return prose(
      fmt::format("The limits of this device are not known: 'sphlab limits --runtime "
                  "{}' measures them into {}, --limits takes them from elsewhere.",
                  runtime.name(), file.string()));
}

/// The fastest that passed verification, where none was ranked yet.
std::string provisional_text(const SearchOutcome& outcome, const Trials& trials) {
  const Tried* best = nullptr;
  for (const Tried& tried : outcome.tried) {
    if (tried.verified && (best == nullptr || tried.seconds < best->seconds)) best = &tried;
  }
  if (best == nullptr) return "Nothing has passed verification yet.\n";
  return prose(
      fmt::format("Not ranked yet; the fastest so far that passed verification: {}, "
                  "about {:.4g} ms a step.",
                  trials.label(best->point), 1e3 * best->seconds));
}

/// A skin is used up by motion.
std::string state_text(const std::vector<Ranked>& ranking, const SavedState& state,
                       const Scenario& scenario) {
  const auto on_demand = [](const Ranked& ranked) {
    const auto& rebuild = ranked.choice.variant.rebuild;
    return rebuild && rebuild->trigger == RebuildTrigger::displacement;
  };
  if (state.step > 0 || ranking.empty() || !on_demand(ranking.front())) return "";
  return prose(
      fmt::format("Measured in the initial state, where displacements may end a list later than "
                  "they do once all moves: {} measures a later state.",
                  scenario.wave_time > 0 ? "--time 1.5" : "--after 1000"));
}

std::string variant_file_text(const Ranked& ranked) {
  return variant_json(ranked.choice).dump(1) + "\n";
}

std::string variant_text(const std::vector<Ranked>& ranking) {
  if (ranking.empty()) return "";
  return "For --variant FILE of run and simulate, and the variants of a suite:\n" +
         variant_file_text(ranking.front());
}

/// Names variants that were not ranked and may be as good.
std::string near_text(const SearchOutcome& outcome, const std::vector<Ranked>& ranking) {
  const std::size_t near = near_and_not_ranked(outcome);
  if (near == 0 || ranking.empty()) return "";
  return prose(
      fmt::format("Beside them, {} that {} tried came within the noise of the search of the best: "
                  "a larger --budget, or --top, ranks more.",
                  near, near == 1 ? "was" : "were"));
}

/// Warns where the load of the machine leaves the answer in doubt.
std::string load_text(const LoadSeen& load, const std::vector<Ranked>& ranking) {
  if (load.busy == 0 || ranking.empty()) return "";
  return prose(busy_text(load) + ".") +
         (hides_the_first(load) ? prose("Which variant is the fastest cannot be told from this: "
                                        "search again where nothing else runs.")
                                : "");
}

/// Context of the records from which shares of limits are computed.
RecordContext context_of(const Question& question, const SearchOutcome& outcome) {
  return {"best",
          question.setup,
          &question.scenario,
          &question.state,
          hash_of_state(question.state.particles),
          MeasuringPolicy{},
          2 * outcome.rounds,
          used_up_reason};
}

/// Tells what was timed where a cost was stated, which is what the records declare.
std::string stated_text(const Scenario& scenario) {
  const std::optional<double> flops = flops_of_stated_pair(scenario);
  if (!flops) return "";
  return prose(fmt::format("Timed are pairs of {:g} floating-point operations ({}, {:g} stated).",
                           *flops, scenario.physics, scenario.lj_potential.own[0]));
}

/// Names traversals that err by more than others: those ranked, and those left out for it.
std::string errors_text(const Space& space, const std::vector<Ranked>& ranking) {
  std::string text;
  std::set<std::string> told;
  for (const Ranked& each : ranking) {
    if (each.stated_error == 0 || !told.insert(each.traversal).second) continue;
    text +=
        prose(fmt::format("{} reads rounded sources: its rates err by up to {:.3g} of the "
                          "largest.",
                          each.traversal, each.stated_error));
  }
  const std::string left_out = left_out_text(space.left_out());
  return left_out.empty() ? text : text + prose(left_out + ".");
}

/// Makes the report for people. @param limits limits_text()
std::string report_of(const std::vector<Ranked>& ranking, const Question& question,
                      const SearchOutcome& outcome, const Trials& trials, const Space& space,
                      Objective wanted, const std::string& limits, const Style& style) {
  return ranking_text(ranking, question.objective, style) + errors_text(space, ranking) +
         near_text(outcome, ranking) + stated_text(question.scenario) +
         load_text(load_of(trials, ranking), ranking) + objective_text(wanted, question.objective) +
         state_text(ranking, question.state, question.scenario) + limits +
         (outcome.interrupted && ranking.empty() ? provisional_text(outcome, trials) : "") +
         prose(tried_text(outcome, question.seconds)) + variant_text(ranking);
}

/// Files that the options ask for.
struct BestFiles {
  explicit BestFiles(const BestOptions& options)
      : json(options.json == standard_output ? "" : options.json, ReservedFile::Existing::refuse,
             "--json"),
        variant(options.variant_file, ReservedFile::Existing::refuse, "--variant-file"),
        scenario(options.scenario_file, ReservedFile::Existing::refuse, "--scenario-file") {}

  ReservedFile json;
  ReservedFile variant;
  ReservedFile scenario;
};

/// Prints the document or the report, and writes the files.
void hand_out(const BestOptions& options, BestFiles& files, const std::string& document,
              const std::string& report, const std::vector<Ranked>& ranking) {
  print_result(options.json == standard_output ? document : report);
  files.json.write(document);
  if (!ranking.empty()) files.variant.write(variant_file_text(ranking.front()));
}

/// Writes the scenario of a particle file, which it names from its own folder on.
void write_scenario(nlohmann::json document, const BestOptions& options, BestFiles& files) {
  if (options.scenario_file.empty()) return;
  const fs::path folder = options.scenario_file.parent_path();
  document["geometry"]["file"] =
      fs::proximate(options.scenario, folder.empty() ? "." : folder).string();
  files.scenario.write(document.dump(1) + "\n");
}

void require_answer(const std::vector<Ranked>& ranking, const SearchOutcome& outcome) {
  if (outcome.interrupted)
    throw Error(ExitCode::interrupted, "interrupted; what was known by then is told");
  if (ranking.empty())
    throw Error(ExitCode::verification, "none of the variants that were ranked ran to its end");
}

}  // namespace

void run_best(const Laboratory& laboratory, const BestOptions& options, const Style& style) {
  const Source source = source_of(laboratory, options);
  BestFiles files(options);
  const Scenario described = describe_scenario(source.document, source.file, options.overrides);
  const std::vector<const LoadedPack*> packs = packs_for(laboratory, options, described);
  const std::string runtime_name = packs.front()->pack->runtime;
  require_openmp_environment(runtime_name);
  const auto runtime = laboratory.open_device(runtime_name, options.device);
  if (options.objective == Objective::energy) require_energy_counter(*runtime);
  const SearchPolicy policy = policy_of(options);
  const SearchPolicy of_search = before_final(policy, options.objective);
  const LimitRates rates = rates_of(options, *runtime);
  const RecordingSetup setup = present_setup(*runtime, packs);
  require_memory(*runtime, described, 0);
  const Scenario scenario =
      load_scenario(source.document, source.file, options.overrides, &described);
  write_scenario(source.document, options, files);
  Space space(packs, scenario,
              {options.traversals,
               {options.axes.begin(), options.axes.end()},
               options.missed == 0,
               options.error});
  Trials trials(*runtime, scenario, space, {options.memory, options.missed}, options.begun);
  const SearchOutcome outcome =
      search_watched(trials, scenario, state_of(options), of_search, options.objective);

  const Objective reached = objective_reached(options, trials, outcome);
  const Question question{scenario, trials.state(), policy, reached, setup, trials.now()};
  const std::vector<Ranked> ranked =
      ranking(trials, space, outcome, context_of(question, outcome), reached, rates);
  const std::string limits = limits_text(rates, limits_of(options, *runtime), *runtime);
  hand_out(options, files, entry_lines(answer_json(question, trials, space, outcome, ranked)),
           report_of(ranked, question, outcome, trials, space, options.objective, limits, style),
           ranked);
  require_answer(ranked, outcome);
}

}  // namespace sphlab
