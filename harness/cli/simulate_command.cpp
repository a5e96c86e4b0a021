#include "harness/cli/simulate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "harness/cli/frames.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/variants.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/scenarios/run_length.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/stepping/state_file.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr double default_frames = 100;

struct FrameTimes {
  double begin;
  double until;
  double every;
};

/// The file of --from, of which the folder may be given.
std::optional<fs::path> state_to_continue(const SimulateOptions& options) {
  std::error_code unknown;  // reading it tells
  if (!options.from || !fs::is_directory(*options.from, unknown)) return options.from;
  return *options.from / state_file_name;
}

/// Where a run begins, and from which state; by default the scenario's initial one.
struct Beginning {
  std::optional<fs::path> file;
  double time = 0;  ///< [s]
  std::uint64_t step = 0;
};

/// Reads the state that the run is to go on from, in place of the scenario's initial one.
Beginning take_state(const std::optional<fs::path>& file, Scenario* scenario) {
  if (!file) return {};
  SavedState state = read_state_file(*file, *scenario);
  scenario->initial = std::move(state.particles);
  return {file, state.time, state.step};
}

FrameTimes frame_times(const SimulateOptions& options, const Scenario& scenario,
                       const Beginning& begin) {
  if (scenario.time_stepping == TimeStepping::none) {
    throw InputError(fmt::format(
        "scenario '{}' has no time stepping, so nothing moves in it: it can be run and verified, "
        "not simulated",
        scenario.name));
  }
  if (!options.until && scenario.end_time == 0) {
    throw InputError(fmt::format(
        "scenario '{}' ends where it begins: give it an end_time above 0, or name one with --until",
        scenario.name));
  }
  const double until = options.until.value_or(scenario.end_time);
  if (const auto why = too_many_steps(scenario, until))
    throw InputError(fmt::format("--until {}: {}", until, *why));
  if (until <= begin.time) {
    throw InputError(
        fmt::format("{}: time_s: is {} already, and the run is to end at {} s: name a "
                    "later end with --until",
                    begin.file->string(), begin.time, until));
  }
  return {begin.time, until, options.every.value_or((until - begin.time) / default_frames)};
}

/// Runs at least one cycle, so that the end is reached however short the time between frames.
RunState advance_to(double time, const FrameTimes& times, Simulation* simulation,
                    Progress* progress) {
  RunState run;
  do {
    simulation->run_cycles(1);
    run = simulation->going_state();
    stop_if_requested();
    const double shown = std::min(run.time, times.until);  // the last cycle may end behind it
    progress->update((shown - times.begin) / (times.until - times.begin),
                     fmt::format("{:.4g} of {:.4g} s, step {}, dt {:.3g} s", shown, times.until,
                                 run.steps, run.dt));
  } while (run.time < time);
  return run;
}

/// Returns the clock of the last frame.
RunState write_frames(Simulation& simulation, const FrameTimes& times, Frames& frames,
                      Progress& progress) {
  RunState run = simulation.run_state();
  frames.write(simulation, run);
  while (run.time < times.until) {
    const double next = (std::floor(run.time / times.every) + 1) * times.every;
    run = advance_to(std::min(next, times.until), times, &simulation, &progress);
    simulation.require_no_overrun();
    frames.write(simulation, run);
  }
  return run;
}

void set_budget(const SimulateOptions& options, Variant* variant) {
  if (!options.memory_budget) return;
  if (!variant->automatic_cells)
    throw Error(ExitCode::usage, fmt::format("--memory-budget is for --variant {}: the cells of "
                                             "'{}' do not depend on memory",
                                             automatic_cells_name, variant->name()));
  variant->automatic_cells->memory_budget = options.memory_budget;
}

PackedVariant choose_packed_variant(const Laboratory& laboratory, const SimulateOptions& options,
                                    const Scenario& scenario) {
  std::vector<std::string> asked_for;
  if (!options.toolchain.empty()) asked_for.push_back(options.toolchain);
  require_computed(laboratory.usable_packs(asked_for), scenario);
  if (is_variant_file(options.variant))
    return choose_variant_of_file(laboratory, options.toolchain, options.variant);
  const LoadedPack& pack = choose_pack(laboratory, options.toolchain);
  return {pack, choose_variant(pack, scenario.physics, options.variant)};
}

/// Message of where a run has ended, and why not at the time that was asked for.
std::string end_text(const RunState& end, const FrameTimes& times, const Simulation& simulation) {
  std::string text = fmt::format("the last at {:.6g} s, step {}", end.time, end.steps);
  if (end.time <= times.until) return text;
  const auto steps = simulation.steps_per_cycle();
  return fmt::format(
      "{}, {:.2g} s behind --until: a frame is the end of the cycle of {} step{} that reaches its "
      "time",
      text, end.time - times.until, steps, steps == 1 ? "" : "s");
}

/// Asks under the watch of packs: bytes of workspaces are computed by the pack's code.
std::size_t bytes_needed(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                         const Variant& variant, const std::string& label) {
  const WorkingFor working(label);
  return Simulation::bytes_needed(runtime, pack, scenario, variant);
}

std::string left_text(std::size_t lost) {
  return lost == 0 ? "" : fmt::format("; {} particles have left the domain", lost);
}

std::string beginning_text(const Beginning& begin) {
  return begin.file ? fmt::format(", from {:.6g} s, step {}", begin.time, begin.step) : "";
}

/// Makes the simulation, at the state where it begins. Throws as Simulation does, and InputError
/// with the state's file where the pack carries other fields.
std::unique_ptr<Simulation> begin_simulation(Runtime& runtime, const LoadedPack& pack,
                                             const Scenario& scenario, const Variant& variant,
                                             const Beginning& begin) {
  try {
    auto simulation = std::make_unique<Simulation>(runtime, pack, scenario, variant);
    if (begin.file) simulation->restore(scenario.initial, begin.time, begin.step);
    return simulation;
  } catch (const InputError& wrong) {
    if (!begin.file) throw;
    throw InputError(fmt::format("{}: {}", begin.file->string(), wrong.what()));
  }
}

}  // namespace

void run_simulate(const Laboratory& laboratory, const SimulateOptions& options) {
  const fs::path file = find_scenario(options.scenario, laboratory.scenario_folders());
  Scenario scenario = describe_scenario(file, options.overrides);
  const Beginning begin = take_state(state_to_continue(options), &scenario);
  const FrameTimes times = frame_times(options, scenario, begin);
  const PackedVariant chosen = choose_packed_variant(laboratory, options, scenario);
  const LoadedPack& pack = chosen.pack;
  Variant variant = chosen.variant;
  if (options.rebuild) variant.rebuild = options.rebuild;
  set_budget(options, &variant);
  const auto runtime = laboratory.open_device(pack.pack->runtime, options.device);
  constexpr const char* kept =
      "the frames written so far are whole, and --from goes on from the last";
  report_crashes(kept);
  const std::string label = fmt::format("{}, {}", variant.name(), pack.pack->toolchain);
  require_memory(*runtime, scenario, bytes_needed(*runtime, pack, scenario, variant, label));
  if (!begin.file) scenario = load_scenario(file, options.overrides, &scenario);
  until_interrupted(kept, [&] {
    const WorkingFor working(label);
    const auto simulation = begin_simulation(*runtime, pack, scenario, variant, begin);
    Frames frames(options.output, scenario, begin.file, begin.time);
    Progress progress;
    if (const auto& choice = simulation->cell_mode_choice()) progress.note(choice->text());
    progress.note(fmt::format("{}: {} particles, {} on {}, {}{}", scenario.name,
                              scenario.particles(), simulation->variant().name(),
                              runtime->properties().name, pack.pack->toolchain,
                              beginning_text(begin)));
    const RunState end = write_frames(*simulation, times, frames, progress);
    progress.note(fmt::format("{} frames and energy.csv in {}; {}{}", frames.count(),
                              options.output.string(), end_text(end, times, *simulation),
                              left_text(frames.lost())));
    working.require_intact(runtime->is_host());
  });
}

}  // namespace sphlab
