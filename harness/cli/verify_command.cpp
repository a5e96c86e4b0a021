#include "harness/cli/verify_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "harness/campaigns/record_builder.hpp"
#include "harness/cli/documents.hpp"
#include "harness/cli/front_report.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/spread_order.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/table.hpp"
#include "harness/cli/terminal_width.hpp"
#include "harness/cli/variants.hpp"
#include "harness/cli/verification_parts.hpp"
#include "harness/cli/wrapping.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/records/verification_writer.hpp"
#include "harness/stepping/capacity.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/moving_state.hpp"
#include "harness/verify/still_water.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

/// Scenario over whose steps conservation is followed; over fewer on the host executor, whose steps
/// take far longer.
constexpr const char* conservation_scenario = "still-water";
constexpr std::uint64_t conservation_steps = 1000;
constexpr std::uint64_t conservation_steps_on_host_executor = 100;

/// The scenario whose front the experiment measured.
constexpr const char* front_scenario = "dam-break-lj";

/// Every scenario that says at what resolution it is verified: small enough for the host executor,
/// large enough for cells without and with a wall.
std::vector<Scenario> default_scenarios(const Laboratory& laboratory) {
  std::vector<Scenario> scenarios;
  for (const auto& [name, file] : documents(laboratory.scenario_folders())) {
    if (auto scenario = load_scenario_to_verify(file)) scenarios.push_back(std::move(*scenario));
  }
  if (scenarios.empty()) {
    throw Error(
        ExitCode::not_available,
        "no scenario says at what resolution it is verified (key \"verification\"): name one");
  }
  return scenarios;
}

/// Describes the scenarios that are named; create_particles() makes their particles.
std::vector<Scenario> choose_scenarios(const Laboratory& laboratory, const VerifyOptions& options) {
  if (options.scenarios.empty()) {
    if (!options.overrides.empty()) {
      throw Error(ExitCode::usage, "--set changes a scenario that is named: name one");
    }
    return default_scenarios(laboratory);
  }
  std::vector<Scenario> scenarios;
  for (const std::string& name : options.scenarios) {
    scenarios.push_back(
        describe_scenario(find_scenario(name, laboratory.scenario_folders()), options.overrides));
  }
  return scenarios;
}

/// One variant of one scenario by one pack.
struct Trial {
  const LoadedPack* pack;
  const Scenario* scenario;
  Variant variant;
  std::string text() const {
    return fmt::format("{}, {}, {}", scenario->name, pack->pack->toolchain, variant.name());
  }
};

std::vector<Variant> variants_to_verify(const KernelPack& pack, const std::string& physics,
                                        const VerifyOptions& options) {
  if (options.every_list_format)
    return variants_of_every_list_format(pack, physics, options.variants);
  return select_variants(pack, physics, options.variants);
}

std::vector<const LoadedPack*> packs_to_verify(const Laboratory& laboratory,
                                               const VerifyOptions& options) {
  std::vector<const LoadedPack*> packs = laboratory.usable_packs(options.toolchains);
  std::erase_if(packs, [&](const LoadedPack* pack) {
    return !options.runtime.empty() && options.runtime != pack->pack->runtime;
  });
  if (packs.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("no pack of runtime {} that is asked for can be used here; see "
                            "'sphlab list packs'",
                            options.runtime));
  }
  return packs;
}

std::vector<Trial> trials_of(const std::vector<const LoadedPack*>& packs,
                             const std::vector<Scenario>& scenarios, const VerifyOptions& options) {
  if (!options.scenarios.empty()) {
    for (const Scenario& scenario : scenarios) require_computed(packs, scenario);
  }
  require_variants(packs, options.variants);
  std::vector<Trial> trials;
  for (const Scenario& scenario : scenarios) {
    for (const LoadedPack* pack : packs) {
      for (Variant& variant : variants_to_verify(*pack->pack, scenario.physics, options)) {
        if (options.rebuild) variant.rebuild = options.rebuild;
        trials.push_back({pack, &scenario, std::move(variant)});
      }
    }
  }
  if (trials.empty()) {
    throw Error(ExitCode::not_available,
                "nothing to verify: no pack has such a variant for the scenario's physics");
  }
  return trials;
}

/// Outcome of a trial.
struct Outcome {
  std::vector<Check> checks;
  std::vector<Verification::Curve> curves;
  std::string front;    ///< a table, where one was asked for
  std::string refusal;  ///< why the variant does not run on this scenario, or no further; else ""
};

void add(Outcome& outcome, std::vector<Check> checks) {
  std::move(checks.begin(), checks.end(), std::back_inserter(outcome.checks));
}

void follow_still_water(const Trial& trial, Runtime& runtime, Outcome& outcome) {
  const std::uint64_t steps =
      is_for_speed(*trial.pack->pack) ? conservation_steps : conservation_steps_on_host_executor;
  const StillWaterReport report =
      verify_still_water(runtime, *trial.pack, *trial.scenario, trial.variant, steps);
  add(outcome, report.checks);
  outcome.curves.push_back(still_water_curve(report));
}

void follow_front(const Trial& trial, Runtime& runtime, const Style& style, Outcome& outcome) {
  const FrontReport report = martin_moyce(runtime, *trial.pack, *trial.scenario, trial.variant);
  outcome.front = trial.text() + "\n" + front_report(report, style);
  outcome.curves.push_back(front_curve(report));
}

/// Whether it was asked for by its own name, not as one of its traversal's.
bool is_named(const Trial& trial, const VerifyOptions& options) {
  return std::find(options.variants.begin(), options.variants.end(), trial.variant.name()) !=
         options.variants.end();
}

/// State that trials of one scenario share.
using MovingStates = std::map<const Scenario*, MovingState>;

/// A run that diverges while it is verified has failed, and the others are verified all the same;
/// so are they where a strategy refuses a scenario, or a state that has outgrown its capacity,
/// unless its variant was named.
Outcome outcome_of(const Trial& trial, Runtime& runtime, const VerifyOptions& options,
                   const Style& style, MovingStates& moving) {
  Outcome outcome;
  try {
    MovingState& of_scenario =
        moving
            .try_emplace(trial.scenario, *trial.scenario, trial.scenario->initial, 0, 0, "initial")
            .first->second;
    add(outcome,
        verify_variant(runtime, *trial.pack, *trial.scenario, trial.variant, nullptr, &of_scenario)
            .checks);
    if (!of_scenario.not_counted().empty())
      outcome.front += fmt::format("its pairs are not counted: {}\n", of_scenario.not_counted());
    if (const auto* formulation = find_formulation(*trial.pack->pack, trial.scenario->physics))
      LabelledChecks({"initial, moving", 0, 0}, outcome.checks)
          .add(of_scenario.terms(*formulation));
    add(outcome, verify_later(runtime, *trial.pack, *trial.scenario, trial.variant,
                              {options.after.begin(), options.after.end()}));
    if (trial.scenario->name == conservation_scenario) follow_still_water(trial, runtime, outcome);
    if (options.front && trial.scenario->name == front_scenario)
      follow_front(trial, runtime, style, outcome);
  } catch (const Diverged& divergence) {
    outcome.checks.push_back(Check{.name = "run", .detail = divergence.what()});
  } catch (const Refused& refusal) {
    if (is_named(trial, options)) throw;
    outcome.refusal = refusal.what();
  } catch (const PreparationOverflow& outgrown) {
    if (is_named(trial, options)) throw;
    outcome.refusal = outgrown.what();
  }
  return outcome;
}

using Runtimes = std::map<std::string, std::unique_ptr<Runtime>>;

Runtime& runtime_of(const Trial& trial, const Laboratory& laboratory, const VerifyOptions& options,
                    Runtimes& runtimes) {
  const std::string name = trial.pack->pack->runtime;
  auto& runtime = runtimes[name];
  if (!runtime) runtime = laboratory.open_device(name, options.device);
  return *runtime;
}

/// Throws OutOfMemory where a trial would not fit. One whose strategy refuses says so when it is
/// made.
void require_memory_for(const Trial& trial, Runtime& runtime) {
  try {
    const WorkingFor working(trial.text());
    require_memory(runtime, *trial.scenario,
                   Simulation::bytes_needed(runtime, *trial.pack, *trial.scenario, trial.variant));
  } catch (const Refused&) {
  }
}

/// Makes the particles of the scenarios that were named.
void create_particles(const Laboratory& laboratory, const VerifyOptions& options,
                      std::vector<Scenario>& scenarios) {
  for (std::size_t k = 0; k < options.scenarios.size(); ++k) {
    scenarios[k] = load_scenario(find_scenario(options.scenarios[k], laboratory.scenario_folders()),
                                 options.overrides, &scenarios[k]);
  }
}

Verification found(const Trial& trial, const Outcome& outcome) {
  Verification verification{toolchain_of(*trial.pack->pack),
                            scenario_used(*trial.scenario),
                            trial.scenario->physics,
                            trial.variant.name(),
                            {},
                            outcome.curves};
  for (const Check& check : outcome.checks) verification.checks.push_back(check_for_file(check));
  return verification;
}

/// File that the options ask for. It is of one device, like its folder.
std::unique_ptr<VerificationWriter> open_file(const VerifyOptions& options,
                                              const std::vector<const LoadedPack*>& packs,
                                              const Runtimes& runtimes) {
  if (options.output.empty()) return nullptr;
  if (runtimes.size() > 1) {
    throw Error(ExitCode::usage,
                fmt::format("{} would be of several devices: choose one with --runtime {}",
                            options.output.string(), runtimes.begin()->first));
  }
  const Runtime& runtime = *runtimes.begin()->second;
  return std::make_unique<VerificationWriter>(options.output, present_setup(runtime, packs));
}

/// Message of what an interrupt or a crash leaves.
std::string kept_text(const VerifyOptions& options) {
  return options.output.empty()
             ? "nothing was verified to the end"
             : fmt::format("what was verified before is in {}", options.output.string());
}

/// Counts what was checked and what went wrong, and makes what is printed of it.
class Verdict {
 public:
  explicit Verdict(const Style& style) : style_(style) {}

  /// Takes the outcome of a trial, and returns its lines: a table of its checks, or why it refused.
  std::string add(const Trial& trial, const Outcome& outcome) {
    if (!outcome.refusal.empty()) {
      const std::string line =
          fmt::format("{}: {}: {}", trial.text(), style_.yellow("refused"), outcome.refusal);
      return wrapped(line, terminal_width(result_descriptor()), 2) + "\n\n";
    }
    Table table({"~" + trial.text(), ">value", ">tolerance", "~result"});
    if (outcome.checks.empty())
      add(Check{.name = "any check", .detail = "nothing was checked"}, table);
    for (const Check& check : outcome.checks) add(check, table);
    return table.text(style_) + outcome.front + "\n";
  }
  std::size_t failed() const { return failed_; }
  std::size_t count() const { return count_; }

 private:
  void add(const Check& check, Table& table) {
    ++count_;
    if (!check.passed) ++failed_;
    table.add(
        {check.name, fmt::format("{:.3g}", check.value), fmt::format("{:.3g}", check.tolerance),
         check.passed ? style_.green("passed")
                      : style_.red("FAILED") + (check.detail.empty() ? "" : ": ") + check.detail});
  }

  const Style& style_;
  std::size_t count_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace

void run_verify(const Laboratory& laboratory, const VerifyOptions& options, const Style& style) {
  std::vector<Scenario> scenarios = choose_scenarios(laboratory, options);
  const std::vector<const LoadedPack*> packs = packs_to_verify(laboratory, options);
  const std::vector<Trial> trials = trials_of(packs, scenarios, options);
  Runtimes runtimes;
  Verdict verdict(style);
  const std::string kept = kept_text(options);
  report_crashes(kept);
  for (const Trial& trial : trials)
    require_memory_for(trial, runtime_of(trial, laboratory, options, runtimes));
  create_particles(laboratory, options, scenarios);
  const auto file = open_file(options, packs, runtimes);
  until_interrupted(kept, [&] {
    Progress progress;
    MovingStates moving;
    double done = 0;
    for (const std::size_t index : spread_order(trials.size())) {
      const Trial& trial = trials[index];
      stop_if_requested();
      progress.update(done++ / static_cast<double>(trials.size()), trial.text());
      const WorkingFor working(trial.text());
      Runtime& runtime = runtime_of(trial, laboratory, options, runtimes);
      const Outcome outcome = outcome_of(trial, runtime, options, style, moving);
      working.require_intact(runtime.is_host());
      progress.result(verdict.add(trial, outcome));
      if (file != nullptr && !outcome.checks.empty()) file->append(found(trial, outcome));
    }
  });
  if (file != nullptr) {
    print_result(
        fmt::format("{} checks and curves written to {}\n", file->count(), file->file().string()));
  }
  if (verdict.failed() > 0) {
    throw Error(ExitCode::verification,
                fmt::format("{} of {} checks failed", verdict.failed(), verdict.count()));
  }
  if (verdict.count() == 0)
    throw Error(ExitCode::not_available, "nothing was verified: every variant was refused");
  print_result(style.green(fmt::format("All {} checks passed.", verdict.count())) + "\n");
}

}  // namespace sphlab
