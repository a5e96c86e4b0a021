#include "harness/cli/frames.hpp"

#include <fmt/format.h>

#include "harness/cli/vtk_writer.hpp"
#include "harness/error.hpp"
#include "harness/stepping/state_file.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* collection = "particles.pvd";
constexpr const char* history_file = "energy.csv";

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code absent;
  return fs::equivalent(a, b, absent);
}

}  // namespace

Frames::Frames(fs::path folder, const Scenario& scenario, const std::optional<fs::path>& from,
               double time)
    : folder_(std::move(folder)), reserved_(folder_, "--output"), scenario_(scenario) {
  std::error_code unknown;  // writing there tells why
  if (!fs::exists(folder_ / collection, unknown)) return;
  if (!from || !is_same_file(*from, folder_ / state_file_name)) {
    throw Error(ExitCode::output,
                fmt::format("{} holds a simulation already: remove it, name another folder with "
                            "--output, or go on with --from {}",
                            folder_.string(), (folder_ / state_file_name).string()));
  }
  for (const double before : history_.take_before(time, folder_ / history_file))
    frames_.emplace_back(before, next_name());
}

std::string Frames::next_name() const {
  return fmt::format("particles_{:05}.vtp", frames_.size());
}

void Frames::write(const Simulation& simulation, const RunState& run) {
  const SavedState state{"", simulation.download(), run.time, run.steps};
  const ParticleState live = live_particles(state.particles, simulation.list_setup().grid);
  lost_ = scenario_.particles() - live.size();
  // before the state of the last frame is replaced: it may find that the run has diverged
  history_.add(run.time, live, lost_, scenario_.wcsph);
  write_atomically(folder_ / state_file_name, state_file(state, scenario_));
  const std::string name = next_name();
  write_vtp(folder_ / name, run.time, live, scenario_.wcsph);
  frames_.emplace_back(run.time, name);
  write_pvd(folder_ / collection, frames_);
  history_.write(folder_ / history_file);
}

}  // namespace sphlab
