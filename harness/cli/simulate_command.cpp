#include "harness/cli/simulate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/cli/atomic_file.hpp"
#include "harness/cli/diagnostics.hpp"
#include "harness/cli/interrupt.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/variants.hpp"
#include "harness/cli/vtk_writer.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/crash_report.hpp"
#include "harness/scenarios/run_length.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr double default_frames = 100;

struct FrameTimes {
  double until;
  double every;
};

FrameTimes frame_times(const SimulateOptions& options, const Scenario& scenario) {
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
  return {until, options.every.value_or(until / default_frames)};
}

/// Writes the frames of a run and the files that describe them.
class Frames {
 public:
  Frames(fs::path folder, const Scenario& scenario)
      : folder_(std::move(folder)), reserved_(folder_, "--output"), scenario_(scenario) {
    std::error_code unknown;  // writing there tells why
    if (fs::exists(folder_ / collection, unknown)) {
      throw Error(ExitCode::output, fmt::format("{} holds a simulation already: remove it, or name "
                                                "another folder with --output",
                                                folder_.string()));
    }
  }

  void write(const Simulation& simulation, double time) {
    const ParticleState live = live_particles(simulation.download(), simulation.list_setup().grid);
    lost_ = scenario_.particles() - live.size();
    history_.add(time, live, lost_, scenario_.wcsph);
    const std::string name = fmt::format("particles_{:05}.vtp", frames_.size());
    write_vtp(folder_ / name, time, live, scenario_.wcsph);
    frames_.emplace_back(time, name);
    write_pvd(folder_ / collection, frames_);
    history_.write(folder_ / "energy.csv");
  }

  std::size_t count() const { return frames_.size(); }
  /// Particles that have left the domain by the last frame: those that the run itself counts are of
  /// its last rebuild.
  std::size_t lost() const { return lost_; }

 private:
  static constexpr const char* collection = "particles.pvd";
  fs::path folder_;
  ReservedFolder reserved_;
  const Scenario& scenario_;
  History history_;
  std::vector<std::pair<double, std::string>> frames_;
  std::size_t lost_ = 0;
};

/// Runs at least one cycle, so that the end is reached however short the time between frames.
RunState advance_to(double time, double until, Simulation* simulation, Progress* progress) {
  RunState run;
  do {
    simulation->run_cycles(1);
    run = simulation->run_state();
    require_advancing(run);
    simulation->check_overflow();
    stop_if_requested();
    const double shown = std::min(run.time, until);  // the last cycle may end behind it
    progress->update(shown / until, fmt::format("{:.4g} of {:.4g} s, step {}, dt {:.3g} s", shown,
                                                until, run.steps, run.dt));
  } while (run.time < time);
  return run;
}

/// Returns the clock of the last frame.
RunState write_frames(Simulation& simulation, const FrameTimes& times, Frames& frames,
                      Progress& progress) {
  RunState run = simulation.run_state();
  frames.write(simulation, run.time);
  while (run.time < times.until) {
    const double next = (std::floor(run.time / times.every) + 1) * times.every;
    run = advance_to(std::min(next, times.until), times.until, &simulation, &progress);
    simulation.require_no_overrun();
    frames.write(simulation, run.time);
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
                                    const std::string& physics) {
  if (is_variant_file(options.variant))
    return choose_variant_of_file(laboratory, options.toolchain, options.variant);
  const LoadedPack& pack = choose_pack(laboratory, options.toolchain);
  return {pack, choose_variant(pack, physics, options.variant)};
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

}  // namespace

void run_simulate(const Laboratory& laboratory, const SimulateOptions& options) {
  const fs::path file = find_scenario(options.scenario, laboratory.scenario_folders());
  const Scenario described = describe_scenario(file, options.overrides);
  const FrameTimes times = frame_times(options, described);
  const PackedVariant chosen = choose_packed_variant(laboratory, options, described.physics);
  const LoadedPack& pack = chosen.pack;
  Variant variant = chosen.variant;
  if (options.rebuild) variant.rebuild = options.rebuild;
  set_budget(options, &variant);
  const auto runtime = laboratory.open_device(pack.pack->runtime, options.device);
  constexpr const char* kept = "the frames written so far are whole";
  report_crashes(kept);
  const std::string label = fmt::format("{}, {}", variant.name(), pack.pack->toolchain);
  require_memory(*runtime, described, bytes_needed(*runtime, pack, described, variant, label));
  const Scenario scenario = load_scenario(file, options.overrides);
  until_interrupted(kept, [&] {
    const WorkingFor working(label);
    Simulation simulation(*runtime, pack, scenario, variant);
    Frames frames(options.output, scenario);
    Progress progress;
    if (const auto& choice = simulation.cell_mode_choice()) progress.note(choice->text());
    progress.note(fmt::format("{}: {} particles, {} on {}, {}", scenario.name, scenario.particles(),
                              simulation.variant().name(), runtime->properties().name,
                              pack.pack->toolchain));
    const RunState end = write_frames(simulation, times, frames, progress);
    progress.note(fmt::format("{} frames and energy.csv in {}; {}{}", frames.count(),
                              options.output.string(), end_text(end, times, simulation),
                              left_text(frames.lost())));
    working.require_intact(runtime->is_host());
  });
}

}  // namespace sphlab
