#include "harness/stepping/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/pack_work.hpp"
#include "harness/scenarios/particle_creation.hpp"
#include "harness/scenarios/penalty_planes.hpp"
#include "harness/scenarios/run_length.hpp"
#include "harness/stepping/captured_cycles.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/stepping/forces_only.hpp"
#include "harness/stepping/loop.hpp"
#include "harness/stepping/memory_order.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "harness/stepping/stage_selection.hpp"
#include "harness/stepping/state_on_device.hpp"
#include "harness/stepping/step_program.hpp"

namespace sphlab {
namespace {

std::uint32_t particles_of(const ParticleBuffers& buffers) {
  return static_cast<std::uint32_t>(buffers.sizes.particles);
}

/// Downloads some of the buffers that are described. @param which bits, by their numbers. @param
/// of(k) the buffer of the k-th, or nullptr: there is none.
template <class Of>
ParticleFields downloaded(std::span<const FieldDescription> described, std::uint32_t which,
                          const Of& of) {
  ParticleFields all;
  for (std::size_t k = 0; k < described.size(); ++k) {
    const DeviceBuffer<float>* buffer = (which >> k & 1) != 0 ? of(k) : nullptr;
    if (buffer != nullptr) all[described[k].name] = buffer->download();
  }
  return all;
}

template <class T>
void fill(DeviceBuffer<T>& buffer, const std::vector<T>& values) {
  buffer.upload(values);
}

template <class T>
void fill(DeviceBuffer<T>& buffer, const DeviceBuffer<T>& values) {
  buffer.copy_from(values);
}

}  // namespace

struct Simulation::Parts {
  Runtime& device;                ///< of the passes
  std::unique_ptr<Runtime> host;  ///< of all other stages, where the passes are alone on the device
  Runtime& runtime;               ///< of all other stages
  const LoadedPack& pack;
  const Scenario& scenario;
  ListSetup list_setup;
  StageSelection stages;
  Loop loop;
  CapturedCycles cycles;
  std::shared_ptr<ParticleBuffers> buffers;  ///< another build's, too, in a duel
  std::optional<CellModeChoice> cell_mode;

  /// Without buffers to work in.
  Parts(Runtime& r, const LoadedPack& p, const Scenario& s, const Variant& v,
        const LoadedPack* host_pack)
      : device(r),
        host(v.forces_only ? std::make_unique<Runtime>(host_runtime(), 0) : nullptr),
        runtime(host ? *host : r),
        pack(p),
        scenario(s),
        list_setup(set_up_list(s, v.rebuild, v.cells_per_radius)),
        stages(pack_of_others(p, v, host_pack), *p.pack, s, v, list_setup),
        loop(runtime, s, list_setup, stages, r),
        cycles(runtime, loop) {
    require_known_fields(s, stages.fields());
    if (host) require_forces_alone(stages, s);
  }

  /// @param shared buffers to work in; nullptr: allocates its own.
  void take(std::shared_ptr<ParticleBuffers> shared) {
    const BufferSizes sizes = loop.sizes();
    if (shared != nullptr) require_fitting_buffers(sizes, *shared);
    if (shared == nullptr) return make_buffers(sizes, 0);
    work_in(std::move(shared), 0);
  }

  void work_in(std::shared_ptr<ParticleBuffers> taken, std::size_t least_bytes) {
    buffers = std::move(taken);
    loop.work_in(buffers, least_bytes);
  }

  /// @param least_bytes of each array
  void make_buffers(const BufferSizes& sizes, std::size_t least_bytes) {
    require_free(device, bytes_on_device(sizes, least_bytes), sizes);
    if (host) require_free(*host, bytes_of(sizes.rows(), ArrayPlace::loop, least_bytes), sizes);
    work_in(allocate(sizes, least_bytes), least_bytes);
  }

  /// What a run of these sizes takes on the device of the passes.
  std::size_t bytes_on_device(const BufferSizes& sizes, std::size_t least_bytes = 0) const {
    if (!host) return bytes_of(sizes.rows(), least_bytes);
    return PassMirror::bytes({device, least_bytes}, sizes) +
           bytes_of(sizes.rows(), ArrayPlace::passes, least_bytes);
  }

  void require_free(const Runtime& where, std::size_t needed, const BufferSizes& sizes) const {
    const std::size_t available = where.properties().memory_free_bytes;
    if (needed <= available) return;
    throw OutOfMemory(
        fmt::format("scenario '{}' with {} particles{}{}", scenario.name, scenario.particles(),
                    of_which_workspace(sizes), next_cell_mode(stages.variant())),
        needed, available);
  }

  std::shared_ptr<ParticleBuffers> allocate(const BufferSizes& sizes,
                                            std::size_t least_bytes) const {
    auto allocated = std::make_shared<ParticleBuffers>(DeviceMemory(runtime, least_bytes), sizes,
                                                       DeviceMemory(device, least_bytes));
    allocated->cell_begin.fill_bytes(0);  // a check may ask how many live before the first rebuild
    return allocated;
  }

  /// What the passes' preparations take of the memory, for a message; "" where they take none.
  std::string of_which_workspace(const BufferSizes& sizes) const {
    std::string text;
    for (std::size_t k = 0; k < sizes.workspaces.size(); ++k) {
      if (sizes.workspaces[k] == 0) continue;
      const BoundStage& pass = stage_of(stages.passes[k]);
      text += fmt::format(", a workspace of {} bytes for {}/{} among them", sizes.workspaces[k],
                          pass.stage_name(), pass.strategy().name);
    }
    return text;
  }

  /// Buffers that are shared were made for another build.
  void require_fitting_buffers(const BufferSizes& sizes, const ParticleBuffers& shared) const {
    if (sizes.fit(shared.sizes)) return;
    throw Error(
        ExitCode::not_available,
        fmt::format("pack {} needs other buffers for '{}' than the build whose buffers it "
                    "is to work in ({} bytes, not {}; neighbours of types {:#x}, not "
                    "{:#x}): the two cannot take turns in one memory",
                    pack.pack->toolchain, stages.variant().name(), bytes_of(sizes.rows()),
                    bytes_of(shared.sizes.rows()), sizes.list.types, shared.sizes.list.types));
  }

  void relocate(std::size_t gap) {
    if (buffers.use_count() > 2)  // this, and its loop
      throw std::logic_error("Simulation::relocate: another simulation works in the same buffers");
    device.synchronize();
    cycles.drop();
    const BufferSizes sizes = buffers->sizes;
    loop.give_up_buffers();
    buffers.reset();
    DeviceBuffer<std::byte> in_between;
    if (bytes_on_device(sizes, device_page_bytes) + gap <= device.properties().memory_free_bytes)
      in_between = DeviceBuffer<std::byte>(device, gap);
    make_buffers(sizes, device_page_bytes);
  }

  /// @param state a ParticleState or StateOnDevice
  template <class State>
  void restore(const State& state, double time, std::uint64_t steps) {
    if (state.size() != buffers->sizes.particles) {
      throw std::invalid_argument(fmt::format("Simulation::restore: {} particles into room for {}",
                                              state.size(), buffers->sizes.particles));
    }
    check_fields(state, stages.fields(), steps);
    put(state);
    if (loop.preparations().any()) {
      if (loop.measure_preparations()) cycles.drop();
      put(state);
    }
    reset_clock(time, steps);
  }

  template <class State>
  void put(const State& state) {
    const std::vector<FieldDescription> fields = stages.fields();
    buffers->current = 0;
    StateBuffers& copy = buffers->copies[0];
    for_each_of_state(copy, state, [](auto& to, const auto& from) { fill(to, from); });
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const auto found = state.fields.find(fields[k].name);
      if (found == state.fields.end()) {
        copy.fields[k].fill_bytes(0);
      } else {
        fill(copy.fields[k], found->second);
      }
    }
  }

  void reset_clock(double time, std::uint64_t steps) {
    ParticleBuffers& b = *buffers;
    b.clear();
    const SwingOfPlanes swing = swing_at(scenario.wcsph.planes, time);
    const Clock clock{
        time, static_cast<float>(scenario.fixed_dt), static_cast<std::uint32_t>(steps), 0, 0,
        time, static_cast<float>(swing.share),       static_cast<float>(swing.rate)};
    b.clock.upload({clock});
    b.idle_clock.upload({clock});
    b.demand.upload({RebuildDemand{.demanded = 1, .rebuilds = 0}});
    b.idle_demand.upload({RebuildDemand{}});
    b.repetition.upload({Repetition{}});
    b.idle_repetition.upload({Repetition{}});
    if (PassMirror* mirror = loop.mirror()) mirror->reset();
    loop.steps_since_rebuild = loop.steps_per_cycle();
    loop.scheduled_rebuilds = 0;
  }

  void download(const StateBuffers& moved, ParticleState& state) const {
    const auto download = [](const auto& from, auto& to) { from.download_into(to, from.size()); };
    const StateBuffers& now = buffers->current_copy();
    download(moved.position, state.position);
    download(moved.velocity, state.velocity);
    download(now.identity, state.identity);
    state.time = buffers->clock.download().front().time;
    state.period = scenario.period;
    const std::vector<FieldDescription> fields = stages.fields();
    std::erase_if(state.fields, [&](const auto& other) {
      return std::none_of(fields.begin(), fields.end(),
                          [&](const auto& field) { return other.first == field.name; });
    });
    for (std::size_t k = 0; k < fields.size(); ++k)
      download(now.fields[k], state.fields[fields[k].name]);
  }

  /// A stream that captures would refuse to load modules: one step outside any capture has every
  /// kernel of a cycle loaded.
  void load_modules() {
    if (list_setup.on_demand()) loop.check(no_marks);
    loop.rebuild(no_marks);
    loop.step(no_marks);
    runtime.synchronize();
  }
};

Simulation::Simulation(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                       const Variant& variant, const LoadedPack* host_pack) {
  std::optional<CellModeChoice> choice;
  if (variant.automatic_cells) choice = cell_mode(runtime, pack, scenario, variant, host_pack);
  parts_ =
      std::make_unique<Parts>(runtime, pack, scenario,
                              choice ? in_cell_mode(variant, choice->taken()) : variant, host_pack);
  parts_->cell_mode = choice;
  parts_->take(nullptr);
  begin();
}

Simulation::Simulation(const Simulation& other, const LoadedPack& pack)
    : parts_(std::make_unique<Parts>(other.parts_->device, pack, other.parts_->scenario,
                                     other.variant(), nullptr)) {
  parts_->take(other.parts_->buffers);
  begin();
}

std::size_t Simulation::bytes_needed(Runtime& runtime, const LoadedPack& pack,
                                     const Scenario& scenario, const Variant& variant,
                                     const LoadedPack* host_pack) {
  if (variant.automatic_cells)
    return cell_mode(runtime, pack, scenario, variant, host_pack).bytes();
  const Parts parts(runtime, pack, scenario, variant, host_pack);
  return parts.bytes_on_device(parts.loop.sizes());
}

std::set<std::string> Simulation::stages_of(Runtime& runtime, const LoadedPack& pack,
                                            const Scenario& scenario, const Variant& variant,
                                            const LoadedPack* host_pack) {
  const Variant made =
      variant.automatic_cells
          ? in_cell_mode(variant, cell_mode(runtime, pack, scenario, variant, host_pack).taken())
          : variant;
  const Parts parts(runtime, pack, scenario, made, host_pack);
  std::set<std::string> stages;
  for (const auto& [stage, calls] : parts.loop.schedule().counts()) stages.insert(stage);
  return stages;
}

CellModeChoice Simulation::cell_mode(Runtime& runtime, const LoadedPack& pack,
                                     const Scenario& scenario, const Variant& variant,
                                     const LoadedPack* host_pack) {
  std::size_t available = runtime.properties().memory_free_bytes;
  if (const auto budget = variant.automatic_cells.value_or(AutomaticCells{}).memory_budget)
    available = std::min<std::size_t>(available, *budget);
  return choose_cell_mode(available, [&](const CellMode& mode) {
    return bytes_needed(runtime, pack, scenario, in_cell_mode(variant, mode), host_pack);
  });
}

const KernelPack& Simulation::pack() const {
  return *parts_->pack.pack;
}

void Simulation::require_no_overrun() {
  const std::string array = parts_->buffers->overrun();
  if (array.empty()) return;
  throw DeviceError(fmt::format("{} of pack {} wrote beyond array '{}'", variant().name(),
                                pack().toolchain, array));
}

void require_memory(const Runtime& runtime, const Scenario& scenario, std::size_t bytes) {
  const bool shares_memory = runtime.is_host() && scenario.initial.size() == 0;
  const std::size_t needed =
      bytes + (shares_memory ? scenario.particles() * bytes_per_particle : 0);
  const std::size_t available = runtime.properties().memory_free_bytes;
  if (needed <= available) return;
  throw OutOfMemory(
      fmt::format("scenario '{}' with {} particles", scenario.name, scenario.particles()), needed,
      available);
}

void Simulation::begin() {
  note_particles(parts_->scenario.particles());
  restore(parts_->scenario.initial, 0, 0);
  if (!parts_->cycles.possible()) return;
  parts_->load_modules();
  restore(parts_->scenario.initial, 0, 0);
}

Simulation::~Simulation() = default;

void Simulation::restore(const ParticleState& state, double time, std::uint64_t steps) {
  parts_->restore(state, time, steps);
}

void Simulation::restore(const StateOnDevice& state, double time, std::uint64_t steps) {
  if (is_split()) return parts_->restore(state.download(), time, steps);
  parts_->restore(state, time, steps);
}

void Simulation::measure_preparations() {
  Loop& loop = parts_->loop;
  if (!loop.preparations().any() || parts_->list_setup.on_demand()) return;
  if (loop.measure_preparations()) parts_->cycles.drop();
}

void Simulation::relocate(std::size_t gap) {
  parts_->relocate(gap);
}

ParticleState Simulation::download() const {
  ParticleState state;
  download(state);
  return state;
}

void Simulation::download(ParticleState& state) const {
  parts_->download(parts_->buffers->current_copy(), state);
}

std::vector<float4> Simulation::download_positions() const {
  return parts_->buffers->current_copy().position.download();
}

std::vector<std::uint32_t> Simulation::download_identities() const {
  return parts_->buffers->current_copy().identity.download();
}

void Simulation::download_last_force_state(ParticleState& state) const {
  const ParticleBuffers& b = *parts_->buffers;
  const SchemeDescription* scheme = parts_->stages.scheme;
  const bool is_midpoint = scheme != nullptr && last_evaluated(*scheme) == StateSlot::midpoint;
  parts_->download(is_midpoint ? b.other_copy() : b.current_copy(), state);
}

std::vector<float4> Simulation::download_rates() const {
  return parts_->buffers->rate.download();
}

std::vector<float> Simulation::download_potential() const {
  return parts_->buffers->potential.download();
}

std::vector<float> Simulation::download_approach_rates() const {
  return parts_->buffers->approach_rate.download();
}

DownloadedList Simulation::download_list() const {
  DownloadedList list;
  download_list(list);
  return list;
}

void Simulation::download_list(DownloadedList& list) const {
  const ParticleBuffers& b = *parts_->buffers;
  list.format = b.sizes.list.format;
  list.types = b.sizes.list.types;
  list.stride = b.sizes.stride;
  list.slots = b.sizes.slots;
  list.grid = parts_->list_setup.grid;
  b.cell_begin.download_into(list.cell_begin, b.sizes.cells);
  b.keys_of_cells().download_into(list.keys, b.sizes.particles);
  list.regions.resize(b.list.size());
  for (std::size_t k = 0; k < b.list.size(); ++k)
    b.list[k].download_into(list.regions[k], b.list[k].size());
}

std::vector<std::uint32_t> Simulation::download_cell_begin() const {
  return parts_->buffers->cell_begin.download(parts_->buffers->sizes.cells);
}

std::vector<std::uint32_t> Simulation::download_tile_begin() const {
  const ParticleBuffers& b = *parts_->buffers;
  const std::vector<std::uint32_t> all = b.cell_begin.download();
  return {all.begin() + static_cast<std::ptrdiff_t>(b.sizes.cells), all.end()};
}

std::uint32_t Simulation::tile() const {
  return parts_->stages.tile();
}

std::vector<std::uint32_t> Simulation::download_keys() const {
  return parts_->buffers->keys_of_cells().download();
}

RunState Simulation::run_state() const {
  const ParticleBuffers& b = *parts_->buffers;
  const Clock clock = b.clock.download().front();
  const RunCounts done = counts();
  const bool ordered = done.rebuilds > 0;  // until then nobody has looked who has left the grid
  const std::uint32_t live =
      ordered ? b.cell_begin.download(b.sizes.cells)[parts_->list_setup.grid.count]
              : particles_of(b);
  const std::vector<std::uint32_t> required = b.list_required.download();
  return {{clock.time, static_cast<double>(clock.dt), clock.steps},
          particles_of(b) - live,
          required[0],
          required[1],
          done.rebuilds,
          done.repetition,
          least_step(parts_->scenario)};
}

ParticleFields Simulation::download_arrays(std::uint32_t which) const {
  return downloaded(parts_->stages.formulation_arrays(), which,
                    [&](std::size_t k) { return &parts_->buffers->arrays[k]; });
}

ParticleFields Simulation::download_fields(std::uint32_t which) const {
  // behind those of the scheme, see StageSelection::fields()
  const std::size_t first = parts_->stages.scheme_fields();
  const StateBuffers& state = parts_->buffers->current_copy();
  return downloaded(parts_->stages.formulation_fields(), which,
                    [&](std::size_t k) { return &state.fields[first + k]; });
}

ParticleFields Simulation::download_field_rates(std::uint32_t which) const {
  return downloaded(parts_->stages.formulation_fields(), which, [&](std::size_t k) {
    return parts_->stages.has_rate(k) ? &parts_->buffers->field_rates[k] : nullptr;
  });
}

std::map<std::string, double> Simulation::preparation_notes() const {
  return parts_->loop.preparations().notes();
}

std::vector<DownloadedTasks> Simulation::download_tasks() const {
  return parts_->loop.preparations().tasks();
}

RunCounts Simulation::counts() const {
  if (!parts_->stages.convergence) return {rebuilds(), {}};
  return {rebuilds(), parts_->buffers->repetition.download().front()};
}

std::uint64_t Simulation::rebuilds() const {
  if (parts_->list_setup.on_demand()) return parts_->buffers->demand.download().front().rebuilds;
  return parts_->loop.scheduled_rebuilds;
}

const ListSetup& Simulation::list_setup() const {
  return parts_->list_setup;
}

void Simulation::rebuild() {
  parts_->loop.rebuild(no_marks);
}

const Schedule& Simulation::schedule() const {
  return parts_->loop.schedule();
}

void Simulation::evaluate() {
  parts_->loop.evaluate(no_marks);
}

void Simulation::observed_forces(const PassObserver& observe) {
  parts_->loop.evaluate(no_marks, observe);
}

void Simulation::run_cycles(std::uint64_t cycles) {
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    stop_if_requested();
    parts_->cycles.run();
  }
}

void Simulation::step() {
  marked_step(no_marks);
}

void Simulation::marked_step(const StageMarker& mark) {
  Loop& loop = parts_->loop;
  if (!loop.stepping()) {
    throw Error(ExitCode::bad_input,
                fmt::format("scenario '{}' has no time stepping", parts_->scenario.name));
  }
  if (parts_->list_setup.on_demand()) return loop.demanding_step(mark);
  if (loop.steps_since_rebuild >= loop.steps_per_cycle()) loop.rebuild(mark);
  loop.step(mark);
}

ListSlotsNeeded Simulation::list_slots_needed() const {
  const ListSetup& setup = parts_->list_setup;
  const std::vector<std::uint32_t> required = parts_->buffers->list_required.download();
  const ListSlotsNeeded first{ListPart::first, required[0], setup.capacity};
  const ListSlotsNeeded second{ListPart::second, required[1], setup.second_capacity};
  return first.fit() && !second.fit() ? second : first;
}

void Simulation::check_overflow() const {
  const ListSetup& setup = parts_->list_setup;
  const ListSlotsNeeded slots = list_slots_needed();
  if (slots.required == list_unencodable) {
    const ListEntry entry = parts_->buffers->sizes.list.format.entry;
    throw EntryOverflow(variant().list_format, entry,
                        fullest_of_entries(entry, setup.grid, download_cell_begin()));
  }
  if (!slots.fit()) throw ListOverflow(slots, setup.expansion);
  if (const std::string reason = parts_->loop.preparations().outgrown(); !reason.empty())
    throw PreparationOverflow(reason);
}

MemoryOrder Simulation::memory_order() const {
  return {download_identities(), distance_in_memory(download_positions())};
}

bool Simulation::has_even_cycles() const {
  return !is_split() && !parts_->list_setup.on_demand();
}

RunState Simulation::going_state() const {
  check_overflow();
  const RunState run = run_state();
  require_advancing(run);
  return run;
}

void Simulation::require_sound() const {
  const RunState run = going_state();
  if (run.lost == 0) return;
  throw Diverged(fmt::format(
      "{} particles have left the grid within a measured block, by step {}; where they may do "
      "so, measure an earlier state, or fewer cycles_per_block",
      run.lost, run.steps));
}

std::uint32_t Simulation::steps_per_cycle() const {
  return parts_->loop.steps_per_cycle();
}

std::vector<StageSample> Simulation::instrumented_cycle() {
  return parts_->cycles.run_instrumented();
}

void Simulation::marked_cycle(const StageMarker& mark) {
  parts_->loop.run(mark);
}

double Simulation::mark_cost() {
  rebuild();
  return parts_->cycles.mark_cost();
}

std::vector<std::string> Simulation::tuned_together(const std::string& stage) const {
  const BoundStage& named = parts_->stages.require(stage);
  std::vector<std::string> together;
  for (const BoundStage* other : parts_->stages.all()) {
    if (other == &named || other->shares_with(named)) together.emplace_back(other->stage_name());
  }
  return together;
}

void Simulation::retune(const std::string& stage,
                        const std::map<std::string, std::uint32_t>& tuning) {
  parts_->stages.retune(stage, tuning);
  parts_->cycles.drop();
  const Stage changed = parts_->stages.require(stage).strategy().stage;
  if (changed == Stage::hash) parts_->loop.cut_again();
  if (describe(changed).time == StageTime::pass) parts_->loop.prepare_again();
}

std::map<std::string, std::map<std::string, std::uint32_t>> Simulation::tuning() const {
  std::map<std::string, std::map<std::string, std::uint32_t>> all;
  for (const BoundStage* stage : parts_->stages.all()) {
    const std::vector<TuningParameter> parameters = tuning_parameters(stage->stage_name());
    for (std::size_t k = 0; k < parameters.size(); ++k)
      all[stage->stage_name()][parameters[k].name] = stage->tuning()[k];
  }
  return all;
}

std::vector<TuningParameter> Simulation::tuning_parameters(const std::string& stage) const {
  const Strategy& strategy = parts_->stages.require(stage).strategy();
  return {strategy.parameters, strategy.parameters + strategy.parameter_count};
}

const std::optional<CellModeChoice>& Simulation::cell_mode_choice() const {
  return parts_->cell_mode;
}

const Variant& Simulation::variant() const {
  return parts_->stages.variant();
}

const FormulationDescription& Simulation::formulation() const {
  return parts_->stages.formulation();
}

bool Simulation::is_split() const {
  return parts_->loop.is_split();
}

bool Simulation::schemes_write_sources() const {
  return parts_->loop.schemes_write_sources();
}

double Simulation::stated_error() const {
  return parts_->loop.stated_error();
}

std::optional<double> Simulation::bytes_copied(const std::string& stage) const {
  if (!is_split() || (stage != upload_stage && stage != download_stage)) return std::nullopt;
  const PassMirror& mirror = *parts_->loop.mirror();
  const Transfers& copies = stage == upload_stage ? mirror.uploads() : mirror.downloads();
  if (copies.calls == 0) return std::nullopt;
  return static_cast<double>(copies.bytes) / static_cast<double>(copies.calls);
}

std::size_t Simulation::bytes_allocated() const {
  return parts_->bytes_on_device(parts_->buffers->sizes);
}

std::size_t Simulation::bytes_of_list() const {
  return parts_->buffers->sizes.list_bytes();
}

}  // namespace sphlab
