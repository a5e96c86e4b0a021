#include "harness/stepping/preparations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sphlab {

Preparations::Preparations(StageInputs& inputs, Runtime& runtime)
    : inputs_(inputs), runtime_(runtime) {
  inputs_.capacities.resize(inputs_.stages.passes.size());
}

bool Preparations::any() const {
  const std::vector<BoundPass>& passes = inputs_.stages.passes;
  return std::any_of(passes.begin(), passes.end(),
                     [](const BoundPass& pass) { return stage_of(pass).prepares_at_rebuilds(); });
}

template <class Use>
void Preparations::for_each(const Use& use) const {
  for (std::size_t number = 0; number < inputs_.stages.passes.size(); ++number) {
    if (!inputs_.stages.prepares(number)) continue;
    with_pass(inputs_, number, StateSlot::now, StageRun::alone,
              [&](const BoundStage& stage, const PairArguments& arguments) {
                use(number, stage.preparation(), arguments);
              });
  }
}

std::size_t Preparations::workspace_bytes(std::size_t number) const {
  const StageSelection& stages = inputs_.stages;
  if (!stages.prepares(number)) return 0;
  PairArguments arguments{};
  arguments.particles = static_cast<std::uint32_t>(inputs_.scenario.particles());
  arguments.grid = inputs_.list_setup.grid;
  arguments.grid.tile = stages.tile();
  arguments.capacity = inputs_.capacities[number];
  arguments.is_followed = stages.is_followed(number);
  return stage_of(stages.passes[number]).preparation().workspace_bytes(arguments);
}

std::vector<std::size_t> Preparations::workspace_bytes() const {
  std::vector<std::size_t> bytes;
  for (std::size_t number = 0; number < inputs_.stages.passes.size(); ++number)
    bytes.push_back(workspace_bytes(number));
  return bytes;
}

void Preparations::launch(std::size_t number) const {
  with_pass(inputs_, number, StateSlot::now, StageRun::alone,
            [&](const BoundStage& stage, const PairArguments& arguments) {
              stage.preparation().launch(arguments, runtime_.stream());
            });
  if (inputs_.mirror) runtime_.synchronize();
}

std::vector<KernelLaunch> Preparations::kernels(std::size_t number) const {
  std::vector<KernelLaunch> kernels;
  with_pass(inputs_, number, StateSlot::now, StageRun::alone,
            [&](const BoundStage& stage, const PairArguments& arguments) {
              kernels = stage.preparation().kernels(arguments);
            });
  return kernels;
}

void Preparations::forget(std::size_t number) {
  inputs_.capacities[number] = {};
  if (inputs_.buffers->sizes.workspaces[number] > 0)
    inputs_.buffers->workspaces[number].fill_bytes(0);
}

void Preparations::forget() {
  for (std::size_t number = 0; number < inputs_.capacities.size(); ++number) forget(number);
}

void Preparations::measure() {
  for_each(
      [&](std::size_t number, const BoundPreparation& preparation, const PairArguments& arguments) {
        inputs_.capacities[number] = preparation.measure(arguments);
        fit_workspace(number);
        launch(number);
      });
}

void Preparations::prepare_again() {
  for_each([&](std::size_t number, const BoundPreparation&, const PairArguments&) {
    forget(number);
    fit_workspace(number);
    launch(number);
  });
  measure();
}

/// Makes the workspace of a pass as large as its preparation wants it.
void Preparations::fit_workspace(std::size_t number) {
  ParticleBuffers& buffers = *inputs_.buffers;
  const std::size_t wanted = workspace_bytes(number);
  std::size_t& has = buffers.sizes.workspaces[number];
  if (wanted == has) return;
  const BoundStage& pass = stage_of(inputs_.stages.passes[number]);
  if (inputs_.buffers.use_count() > 2)  // this, and its simulation
    throw Refused(
        fmt::format("{} wants a workspace of another size than the build whose buffers it "
                    "works in: the two cannot take turns in one memory",
                    pass.strategy().name));
  runtime_.synchronize();
  buffers.workspaces[number] = {};
  has = 0;
  const std::size_t available = runtime_.properties().memory_free_bytes;
  if (wanted > available) {
    throw Refused(
        fmt::format("{}/{} wants a workspace of {} bytes, and {} are free; choose another "
                    "tuning, or fewer particles",
                    pass.stage_name(), pass.strategy().name, wanted, available));
  }
  buffers.workspaces[number] = DeviceBuffer<std::byte>(runtime_, wanted);
  buffers.workspaces[number].fill_bytes(0);
  has = wanted;
}

std::string Preparations::outgrown() const {
  std::string reason;
  for_each([&](std::size_t, const BoundPreparation& preparation, const PairArguments& arguments) {
    if (reason.empty()) reason = preparation.outgrown(arguments);
  });
  return reason;
}

std::map<std::string, double> Preparations::notes() const {
  std::map<std::string, double> all;
  for_each([&](std::size_t, const BoundPreparation& preparation, const PairArguments& arguments) {
    for (const auto& [name, value] : preparation.notes(arguments)) all[name] = value;
  });
  return all;
}

std::vector<DownloadedTasks> Preparations::tasks() const {
  std::vector<DownloadedTasks> all;
  for_each([&](std::size_t, const BoundPreparation& preparation, const PairArguments& arguments) {
    if (auto found = preparation.tasks(arguments)) all.push_back(std::move(*found));
  });
  return all;
}

}  // namespace sphlab
