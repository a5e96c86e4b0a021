#include "harness/stepping/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "harness/interrupt.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/step_program.hpp"

namespace sphlab {
namespace {

std::span<const ProgramStep> lines_of(const SchemeDescription& scheme) {
  return {scheme.steps, scheme.step_count};
}

const char* timed_as(Stage stage) {
  return describe(stage).timed_as;
}

/// Calls use(bound, arguments()) where the variant has the stage.
template <class Optional, class Arguments, class Use>
void with_optional(const Optional& bound, Arguments&& arguments, Use&& use) {
  if (bound) use(*bound, arguments());
}

}  // namespace

Loop::Loop(Runtime& runtime, const Scenario& scenario, const ListPlan& plan,
           const StageSelection& stages, Runtime& of_passes)
    : runtime_(runtime),
      of_passes_(of_passes),
      scenario_(scenario),
      plan_(plan),
      stages_(stages),
      rooms_(stages.passes.size()) {}

/// What an order cuts the cells into must have keys of 32 bits.
void Loop::require_keys() const {
  const std::uint64_t tile = stages_.tile();
  const std::uint64_t keys = plan_.grid.count * tile * tile * tile + 1;
  if (keys < std::numeric_limits<std::uint32_t>::max()) return;
  throw Refused(
      fmt::format("the order '{}' cuts each of {} cells into {} cuboids: {} keys are more than 32 "
                  "bits tell apart, and their offsets take {} bytes; choose a smaller tile, or "
                  "fewer cells",
                  stages_.hash.strategy().name, plan_.grid.count, tile * tile * tile, keys,
                  (keys + 1) * sizeof(std::uint32_t)));
}

BufferSizes Loop::sizes() const {
  require_keys();
  const bool ranked = stages_.hash.strategy().rank_cells != nullptr;
  PairArguments arguments{};
  arguments.grid = plan_.grid;
  arguments.grid.tile = stages_.tile();
  BufferSizes sizes = BufferSizes::of(runtime_, scenario_, plan_, arguments.grid,
                                      stages_.list_shape(), ranked, stages_.fields());
  arguments.particles = static_cast<std::uint32_t>(sizes.particles);
  const std::span fields = stages_.formulation_fields();
  for (std::size_t k = 0; k < fields.size(); ++k)
    sizes.rates.push_back(stages_.has_rate(k) ? fields[k].components : 0);
  for (const FieldDescription& array : stages_.formulation_arrays())
    sizes.arrays.push_back(array.components);
  sizes.approach_rates = stages_.limits_step() ? sizes.particles : 0;
  for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
    arguments.room = rooms_[number];
    arguments.is_followed = stages_.is_followed(number);
    sizes.workspaces.push_back(
        stages_.prepares(number)
            ? stage_of(stages_.passes[number]).preparation().workspace_bytes(arguments)
            : 0);
  }
  return sizes;
}

void Loop::work_in(std::shared_ptr<ParticleBuffers> buffers, std::size_t least_bytes) {
  buffers_ = std::move(buffers);
  buffers_->primitives = {runtime_.table().fill, runtime_.table().exclusive_scan,
                          runtime_.table().download, buffers_->scratch.data(),
                          buffers_->sizes.scratch};
  fill_ranks();
  if (is_split()) mirror_ = make_mirror(least_bytes);
}

std::unique_ptr<PassMirror> Loop::make_mirror(std::size_t least_bytes) const {
  auto mirror =
      std::make_unique<PassMirror>(DeviceMemory(of_passes_, least_bytes), buffers_->sizes);
  mirror->upload_ranks(*buffers_);
  return mirror;
}

/// The order of the cells is made once: it depends on the grid alone.
void Loop::fill_ranks() const {
  const auto rank_cells = stages_.hash.strategy().rank_cells;
  if (rank_cells == nullptr) return;
  std::vector<std::uint32_t> rank_of_cell(plan_.grid.count);
  std::vector<std::uint32_t> cell_of_rank(plan_.grid.count);
  rank_cells(plan_.grid, rank_of_cell.data());
  for (std::uint32_t cell = 0; cell < plan_.grid.count; ++cell)
    cell_of_rank[rank_of_cell[cell]] = cell;
  buffers_->rank_of_cell.upload(rank_of_cell);
  buffers_->cell_of_rank.upload(cell_of_rank);
}

std::uint32_t Loop::particles() const {
  return static_cast<std::uint32_t>(buffers_->sizes.particles);
}

Grid Loop::grid() const {
  Grid grid = plan_.grid;
  grid.tile = stages_.tile();
  if (buffers_->sizes.ranks > 0) {
    grid.rank_of_cell = buffers_->rank_of_cell.data();
    grid.cell_of_rank = buffers_->cell_of_rank.data();
  }
  return grid;
}

Grid Loop::grid_of_keys() const {
  Grid keys = grid();
  keys.count = tile_count(keys);
  return keys;
}

std::uint32_t* Loop::begin_of_keys() const {
  std::uint32_t* cell_begin = buffers_->cell_begin.data();
  return stages_.tiles ? tile_begin(plan_.grid, cell_begin) : cell_begin;
}

const std::uint32_t* Loop::live() const {
  return buffers_->cell_begin.data() + plan_.grid.count;
}

ParticleArrays Loop::arrays(StateSlot state) const {
  return state == StateSlot::now ? buffers_->now() : buffers_->midpoint();
}

HashArguments Loop::hash_arguments() const {
  const ParticleBuffers& b = *buffers_;
  return {particles(), b.now().position, b.keys.data(), b.order.data(), grid()};
}

SortArguments Loop::sort_arguments() const {
  const ParticleBuffers& b = *buffers_;
  return {.particles = particles(),
          .keys = b.keys.data(),
          .order = b.order.data(),
          .spare_keys = b.keys_alt.data(),
          .spare_order = b.order_alt.data(),
          .cell_begin = begin_of_keys(),
          .grid = grid_of_keys(),
          .primitives = &b.primitives};
}

CellsArguments Loop::cells_arguments() const {
  return {particles(), buffers_->keys.data(), begin_of_keys(), grid_of_keys()};
}

TilesArguments Loop::tiles_arguments() const {
  const ParticleBuffers& b = *buffers_;
  return {.particles = particles(),
          .tile_keys = b.keys.data(),
          .tile_begin = begin_of_keys(),
          .keys = b.cell_keys.data(),
          .cell_begin = b.cell_begin.data(),
          .grid = grid()};
}

CellSortArguments Loop::cell_sort_arguments() const {
  const ParticleBuffers& b = *buffers_;
  return {.particles = particles(),
          .identity = b.now().identity,
          .keys = b.keys_of_cells().data(),
          .order = b.order.data(),
          .cell_begin = b.cell_begin.data(),
          .cell_order = b.order_alt.data(),
          .grid = grid()};
}

ReorderArguments Loop::reorder_arguments(const StateBuffers& from, const StateBuffers& to) const {
  const ParticleBuffers& b = *buffers_;
  // the sort's spare array holds the order that cell-sort has made of the sort's
  ReorderArguments a{.particles = particles(),
                     .order = stages_.cell_sort ? b.order_alt.data() : b.order.data(),
                     .from = {from.position.data(), from.velocity.data(), from.identity.data()},
                     .to = {to.position.data(), to.velocity.data(), to.identity.data()},
                     .field_count = static_cast<std::uint32_t>(b.sizes.fields.size()),
                     .fields = {}};
  for (std::size_t k = 0; k < b.sizes.fields.size(); ++k)
    a.fields[k] = {from.fields[k].data(), to.fields[k].data(), b.sizes.fields[k]};
  return a;
}

ListArguments Loop::list_arguments() const {
  const ParticleBuffers& b = *buffers_;
  return {.particles = particles(),
          .state = b.now().view(),
          .keys = b.keys_of_cells().data(),
          .cell_begin = b.cell_begin.data(),
          .grid = grid(),
          .list = b.list_arrays(),
          .types = b.sizes.list.types,
          .targets = physics_kind(scenario_.physics).targets,
          .list_radius = static_cast<float>(plan_.radius)};
}

RememberArguments Loop::remember_arguments(RebuildDemand* demand) const {
  return {particles(), buffers_->now().position, live(), buffers_->built_position.data(), demand};
}

DisplacementArguments Loop::displacement_arguments(RebuildDemand* demand) const {
  const ParticleBuffers& b = *buffers_;
  return {.particles = particles(),
          .position = b.now().position,
          .velocity = b.now().velocity,
          .built_position = b.built_position.data(),
          .live = live(),
          .demand = demand,
          .displacement_limit = static_cast<float>(plan_.displacement_limit),
          .fixed_dt = static_cast<float>(scenario_.fixed_dt),
          .constants = scenario_.constants()};
}

TimeStepArguments Loop::time_step_arguments(StateSlot state, Clock* clock) const {
  return {.particles = particles(),
          .velocity = arrays(state).velocity,
          .rate = buffers_->rate.data(),
          .approach_rate = stages_.limits_step() ? buffers_->approach_rate.data() : nullptr,
          .live = live(),
          .clock = clock,
          .constants = scenario_.constants()};
}

IntegrateArguments Loop::integrate_arguments(const ProgramStep& line, Clock* clock) const {
  const ParticleArrays to = arrays(line.writes);
  IntegrateArguments a{.particles = particles(),
                       .state = arrays(line.reads).view(),
                       .midpoint = buffers_->midpoint().view(),
                       .position = to.position,
                       .velocity = to.velocity,
                       .rate = buffers_->rate.data(),
                       .live = live(),
                       .clock = clock,
                       .constants = scenario_.constants(),
                       .every = line.every == 1 ? 1 : euler_interval(*stages_.scheme, scenario_),
                       .fields = {},
                       .advance_count = 0,
                       .advances = {}};
  point_at_fields(a, buffers_->current_copy());
  return a;
}

/// At those of the scheme, and those that it advances, which it writes into `to`.
void Loop::point_at_fields(IntegrateArguments& a, const StateBuffers& to) const {
  const ParticleBuffers& b = *buffers_;
  const std::size_t of_scheme = stages_.scheme_fields();
  for (std::size_t k = 0; k < of_scheme; ++k) a.fields[k] = to.fields[k].data();
  a.advance_count = 0;
  for (std::size_t k = 0; k < b.sizes.rates.size(); ++k) {
    if (!stages_.has_rate(k)) continue;
    a.advances[a.advance_count++] = {b.current_copy().fields[of_scheme + k].data(),
                                     b.field_rates[k].data(), to.fields[of_scheme + k].data(),
                                     b.sizes.rates[k]};
  }
}

IntegrateArguments Loop::isolated_part_arguments() const {
  const std::span<const ProgramStep> lines = lines_of(*stages_.scheme);
  const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const ProgramStep& line) {
    return line.stage != Stage::forces && line.stage != Stage::time_step;
  });
  IntegrateArguments a = integrate_arguments(*last, buffers_->idle_clock.data());
  const StateBuffers& other = buffers_->other_copy();
  a.position = other.position.data();
  a.velocity = other.velocity.data();
  point_at_fields(a, other);
  return a;
}

ConvergenceArguments Loop::convergence_arguments(bool begins) const {
  return {buffers_->repetition.data(), scenario_.wcsph.repetition, begins};
}

/// Of each kind what the pass declares to write. Alone, it leaves fields and counts as they are.
void Loop::point_at_written(QuantityArguments& a, std::size_t number, PassRun run) const {
  const ParticleBuffers& b = *buffers_;
  const PassDescription& pass = stages_.described(number);
  const StateBuffers& copy = run == PassRun::in_loop ? b.current_copy() : b.other_copy();
  for (std::size_t k = 0; k < b.arrays.size(); ++k)
    a.arrays[k] = (pass.arrays >> k & 1) != 0 ? b.arrays[k].data() : nullptr;
  for (std::size_t k = 0; k < b.field_rates.size(); ++k) {
    a.rates[k] = (pass.rates >> k & 1) != 0 ? b.field_rates[k].data() : nullptr;
    a.fields[k] =
        (pass.fields >> k & 1) != 0 ? copy.fields[stages_.scheme_fields() + k].data() : nullptr;
  }
  if (!pass.repeated) return;
  a.repetition = run == PassRun::in_loop ? b.repetition.data() : b.idle_repetition.data();
}

template <class Arguments>
Arguments Loop::pass_arguments(std::size_t number, StateSlot state, PassRun run) const {
  const ParticleBuffers& b = *buffers_;
  const ParticleArrays of_state = arrays(state);
  Arguments a{};
  a.particles = particles();
  a.state.position = of_state.position;
  a.state.velocity = of_state.velocity;
  a.state.identity = of_state.identity;
  for (std::size_t k = 0; k < b.field_rates.size(); ++k)
    a.state.fields[k] = b.current_copy().fields[stages_.scheme_fields() + k].data();
  for (std::size_t k = 0; k < b.arrays.size(); ++k) a.state.arrays[k] = b.arrays[k].data();
  a.keys = b.keys_of_cells().data();
  a.cell_begin = b.cell_begin.data();
  a.grid = grid();
  a.clock = b.clock.data();
  a.list = b.list_view();
  a.types = b.sizes.list.types;
  a.influence_radius = static_cast<float>(scenario_.influence_radius);
  a.list_radius = static_cast<float>(plan_.radius);
  a.constants = scenario_.constants();
  a.primitives = &b.primitives;
  const std::size_t preparing = stages_.preparing_pass(number);
  a.workspace = b.workspaces[preparing].data();
  a.room = rooms_[preparing];
  a.moves = stepping();
  a.follows = preparing != number;
  a.is_followed = stages_.is_followed(number);
  point_at_written(a, number, run);
  if constexpr (std::is_same_v<Arguments, DensityArguments>) {
    a.position = of_state.position;
    a.velocity = of_state.velocity;
  }
  if constexpr (std::is_same_v<Arguments, ForceArguments>) {
    a.rate = b.rate.data();
    a.potential = b.potential.data();
    a.approach_rate = b.approach_rate.data();
    if (mirror_) mirror_->stand_in(a);
  }
  return a;
}

template <class Use>
void Loop::with_pass(std::size_t number, StateSlot state, PassRun run, Use&& use) const {
  std::visit(
      [&](const auto& bound) {
        using Arguments = typename std::decay_t<decltype(bound)>::Arguments;
        use(bound, pass_arguments<Arguments>(number, state, run));
      },
      stages_.passes[number]);
}

void Loop::sort() const {
  if (stages_.sort) {
    stages_.sort->launch(sort_arguments(), runtime_.stream());
    return;
  }
  const ParticleBuffers& b = *buffers_;
  const int key_bits = std::bit_width(lost_key(grid_of_keys()));
  runtime_.check(runtime_.table().sort_pairs(b.scratch.data(), b.sizes.scratch, b.keys.data(),
                                             b.keys_alt.data(), b.order.data(), b.order_alt.data(),
                                             particles(), key_bits),
                 "sort");
}

/// Into the other copy, which becomes the current one; but out of the other and in place where the
/// host cannot know whether it happens, and so not which copy would be the current one.
void Loop::reorder() {
  ParticleBuffers& b = *buffers_;
  if (!plan_.on_demand()) {
    stages_.reorder.launch(reorder_arguments(b.current_copy(), b.other_copy()), runtime_.stream());
    b.current = 1 - b.current;
    return;
  }
  const StateBuffers& now = b.copies[b.current];
  StateBuffers& other = b.copies[1 - b.current];
  other.position.copy_from(now.position);
  other.velocity.copy_from(now.velocity);
  other.identity.copy_from(now.identity);
  for (std::size_t k = 0; k < now.fields.size(); ++k) other.fields[k].copy_from(now.fields[k]);
  stages_.reorder.launch(reorder_arguments(other, now), runtime_.stream());
}

void Loop::prepare(std::size_t number) const {
  with_pass(number, StateSlot::now, PassRun::alone,
            [&](const BoundStage& stage, const PairArguments& arguments) {
              stage.preparation().launch(arguments, of_passes_.stream());
            });
  wait_for_passes();
}

void Loop::prepare(const StageMarker& mark) const {
  for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
    if (!stages_.prepares(number)) continue;
    mark(stage_of(stages_.passes[number]).preparation().name());
    prepare(number);
  }
}

void Loop::rebuild(const StageMarker& mark) {
  void* stream = runtime_.stream();
  mark(timed_as(Stage::hash));
  stages_.hash.launch(hash_arguments(), stream);
  mark(timed_as(Stage::sort));
  sort();
  if (!stages_.sort) {
    mark(timed_as(Stage::cells));
    run_cells();
  }
  if (stages_.tiles) {
    mark(timed_as(Stage::tiles));
    stages_.tiles->launch(tiles_arguments(), stream);
  }
  if (stages_.cell_sort) {
    mark(timed_as(Stage::cell_sort));
    stages_.cell_sort->launch(cell_sort_arguments(), stream);
  }
  mark(timed_as(Stage::reorder));
  reorder();
  if (mirror_) {
    mark(upload_stage);
    mirror_->upload_rebuilt(*buffers_);
  }
  prepare(mark);
  if (stages_.list) {
    mark(timed_as(Stage::list));
    stages_.list->launch(list_arguments(), stream);
  }
  if (stages_.list_order) {
    mark(timed_as(Stage::list_order));
    stages_.list_order->launch(list_arguments(), stream);
  }
  if (stages_.remember) {
    mark(timed_as(Stage::remember));
    stages_.remember->launch(remember_arguments(buffers_->demand.data()), stream);
  }
  steps_since_rebuild = 0;
  ++planned_rebuilds;
}

void Loop::run_cells() const {
  stages_.cells.launch(cells_arguments(), runtime_.stream());
}

void Loop::evaluate(StateSlot state, const StageMarker& mark, const PassObserver& observe) const {
  hand_over(state, mark);
  const std::size_t repeated = stages_.first_repeated();
  run_passes(0, repeated, state, mark, observe);
  take_back(mark);
  if (repeated == stages_.passes.size()) return;
  converge(true, mark);
  for (std::uint32_t times = 0; times < scenario_.wcsph.repetition.most; ++times) {
    run_passes(repeated, stages_.passes.size(), state, mark, observe);
    converge(false, mark);
  }
}

void Loop::run_passes(std::size_t first, std::size_t last, StateSlot state, const StageMarker& mark,
                      const PassObserver& observe) const {
  for (std::size_t number = first; number < last; ++number) {
    const Stage stage = stage_of(stages_.passes[number]).strategy().stage;
    mark(timed_as(stage));
    observe(stage, PassMoment::before);
    with_pass(number, state, PassRun::in_loop, [&](const auto& bound, const auto& arguments) {
      bound.launch(arguments, of_passes_.stream());
    });
    wait_for_passes();
    observe(stage, PassMoment::after);
  }
}

void Loop::hand_over(StateSlot state, const StageMarker& mark) const {
  if (!mirror_) return;
  if (state == StateSlot::now && mirror_->take_rebuilt_state()) return;
  mark(upload_stage);
  mirror_->upload_state(arrays(state));
}

void Loop::take_back(const StageMarker& mark) const {
  if (!mirror_) return;
  mark(download_stage);
  mirror_->download_rates(*buffers_);
}

void Loop::wait_for_passes() const {
  if (is_split()) of_passes_.synchronize();
}

void Loop::converge(bool begins, const StageMarker& mark) const {
  mark(timed_as(Stage::convergence));
  stages_.convergence->launch(convergence_arguments(begins), runtime_.stream());
}

void Loop::check(const StageMarker& mark) const {
  mark(timed_as(Stage::displacement));
  stages_.displacement->launch(displacement_arguments(buffers_->demand.data()), runtime_.stream());
}

void Loop::step(const StageMarker& mark) {
  Clock* clock = buffers_->clock.data();
  for (const ProgramStep& line : lines_of(*stages_.scheme)) {
    if (line.stage == Stage::forces) {
      evaluate(line.reads, mark);
    } else if (line.stage == Stage::time_step) {
      if (!stages_.time_step) continue;
      mark(timed_as(line.stage));
      stages_.time_step->launch(time_step_arguments(line.reads, clock), runtime_.stream());
    } else {
      mark(timed_as(line.stage));
      stages_.part(line.stage).launch(integrate_arguments(line, clock), runtime_.stream());
    }
  }
  ++steps_since_rebuild;
}

void Loop::demanding_step(const StageMarker& mark) {
  check(mark);
  runtime_.enqueue_if(demanded(), [&] { rebuild(mark); });
  step(mark);
}

void Loop::cycle(const StageMarker& mark) {
  if (!plan_.on_demand()) rebuild(mark);
  if (stepping()) {
    for (std::uint32_t k = 0; k < steps_per_cycle(); ++k) {
      stop_if_requested();
      plan_.on_demand() ? demanding_step(mark) : step(mark);
    }
  } else {
    evaluate(StateSlot::now, mark);
  }
  mark(nullptr);
}

bool Loop::has_preparations() const {
  return std::any_of(stages_.passes.begin(), stages_.passes.end(),
                     [](const BoundPass& pass) { return stage_of(pass).prepares(); });
}

bool Loop::measure_preparations() {
  const std::vector<MeasuredRoom> before = rooms_;
  for (std::size_t number = 0; number < rooms_.size(); ++number) forget_room(number);
  rebuild(no_marks);
  measure_rooms();
  return std::memcmp(before.data(), rooms_.data(), rooms_.size() * sizeof(MeasuredRoom)) != 0;
}

/// That of a preparation, and what it has noted of earlier states.
void Loop::forget_room(std::size_t number) {
  rooms_[number] = {};
  if (buffers_->sizes.workspaces[number] > 0) buffers_->workspaces[number].fill_bytes(0);
}

/// Of what was prepared without any, and prepares in them.
void Loop::measure_rooms() {
  for (std::size_t number = 0; number < rooms_.size(); ++number) {
    if (!stages_.prepares(number)) continue;
    with_pass(number, StateSlot::now, PassRun::alone,
              [&](const BoundStage& stage, const PairArguments& arguments) {
                rooms_[number] = stage.preparation().measure(arguments);
              });
    fit_workspace(number);
    prepare(number);
  }
}

void Loop::prepare_again() {
  for (std::size_t number = 0; number < rooms_.size(); ++number) {
    if (!stages_.prepares(number)) continue;
    forget_room(number);
    fit_workspace(number);
    prepare(number);
  }
  measure_rooms();
}

void Loop::fit_workspace(std::size_t number) {
  const std::size_t wanted = sizes().workspaces[number];
  std::size_t& has = buffers_->sizes.workspaces[number];
  if (wanted == has) return;
  if (buffers_.use_count() > 2)  // this, and its simulation
    throw Refused(
        fmt::format("{} wants a workspace of another size than the build whose buffers it "
                    "works in: the two cannot take turns in one memory",
                    stage_of(stages_.passes[number]).strategy().name));
  of_passes_.synchronize();
  buffers_->workspaces[number] = {};
  has = 0;
  const std::size_t available = of_passes_.properties().memory_free_bytes;
  if (wanted > available) {
    const BoundStage& pass = stage_of(stages_.passes[number]);
    throw Refused(
        fmt::format("{}/{} wants a workspace of {} bytes, and {} are free; choose another "
                    "tuning, or fewer particles",
                    pass.stage_name(), pass.strategy().name, wanted, available));
  }
  buffers_->workspaces[number] = DeviceBuffer<std::byte>(of_passes_, wanted);
  buffers_->workspaces[number].fill_bytes(0);
  has = wanted;
}

void Loop::cut_again() {
  const BufferSizes wanted = sizes();
  if (wanted.tiles == buffers_->sizes.tiles) return;
  runtime_.synchronize();
  buffers_->cell_begin = {};
  buffers_->cell_begin = DeviceBuffer<std::uint32_t>(runtime_, wanted.cells + wanted.tiles);
  buffers_->scratch = {};
  buffers_->scratch = DeviceBuffer<unsigned char>(runtime_, wanted.scratch);
  buffers_->sizes.tiles = wanted.tiles;
  buffers_->sizes.scratch = wanted.scratch;
  buffers_->primitives.scratch = buffers_->scratch.data();
  buffers_->primitives.scratch_bytes = wanted.scratch;
  if (is_split()) mirror_ = make_mirror(0);
  rebuild(no_marks);
}

template <class Use>
void Loop::with_stage(Stage stage, Use&& use) const {
  const ParticleBuffers& b = *buffers_;
  switch (stage) {
    case Stage::displacement:
      return with_optional(
          stages_.displacement, [&] { return displacement_arguments(b.idle_demand.data()); }, use);
    case Stage::hash:
      return use(stages_.hash, hash_arguments());
    case Stage::sort:
      return with_optional(
          stages_.sort, [&] { return sort_arguments(); }, use);
    case Stage::cells:
      return use(stages_.cells, cells_arguments());
    case Stage::tiles:
      return with_optional(
          stages_.tiles, [&] { return tiles_arguments(); }, use);
    case Stage::cell_sort:
      return with_optional(
          stages_.cell_sort, [&] { return cell_sort_arguments(); }, use);
    case Stage::reorder:
      return use(stages_.reorder, reorder_arguments(b.current_copy(), b.other_copy()));
    case Stage::list:
      return with_optional(
          stages_.list, [&] { return list_arguments(); }, use);
    case Stage::list_order:
      return with_optional(
          stages_.list_order, [&] { return list_arguments(); }, use);
    case Stage::remember:
      return with_optional(
          stages_.remember, [&] { return remember_arguments(b.idle_demand.data()); }, use);
    case Stage::time_step:
      return with_optional(
          stages_.time_step,
          [&] { return time_step_arguments(StateSlot::now, b.idle_clock.data()); }, use);
    case Stage::convergence:
      return with_optional(
          stages_.convergence,
          [&] {
            return ConvergenceArguments{b.idle_repetition.data(), scenario_.wcsph.repetition, true};
          },
          use);
    case Stage::density:
    case Stage::strain:
    case Stage::drift:
    case Stage::fractions:
    case Stage::viscosity:
    case Stage::prediction:
    case Stage::forces:
      for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
        if (stage_of(stages_.passes[number]).strategy().stage == stage)
          with_pass(number, StateSlot::now, PassRun::alone, use);
      }
      return;
    case Stage::predict:
    case Stage::correct:
    case Stage::advance:
      return use(stages_.part(stage), isolated_part_arguments());
  }
}

void Loop::run_isolated(const std::string& stage) const {
  if (stage == timed_as(Stage::sort)) return sort();
  if (stages_.has_preparation_named(stage)) return prepare(no_marks);
  const Stage which = stages_.require(stage).strategy().stage;
  const Runtime& runtime = describe(which).time == StageTime::pass ? of_passes_ : runtime_;
  with_stage(which, [&](const auto& bound, const auto& arguments) {
    bound.launch(arguments, runtime.stream());
  });
  wait_for_passes();
}

std::vector<PlannedKernel> Loop::kernels(const std::string& stage) const {
  std::vector<PlannedKernel> all;
  const auto add = [&](const std::vector<PlannedKernel>& kernels) {
    all.insert(all.end(), kernels.begin(), kernels.end());
  };
  for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
    const BoundStage& pass = stage_of(stages_.passes[number]);
    if (!stages_.prepares(number) || stage != pass.preparation().name()) continue;
    with_pass(number, StateSlot::now, PassRun::alone,
              [&](const BoundStage& bound, const PairArguments& arguments) {
                add(bound.preparation().kernels(arguments));
              });
  }
  for (const BoundStage* bound : stages_.all()) {
    if (stage != bound->stage_name() && stage != timed_as(bound->strategy().stage)) continue;
    with_stage(bound->strategy().stage,
               [&](const auto& typed, const auto& arguments) { add(typed.kernels(arguments)); });
  }
  return all;
}

std::vector<std::pair<std::string, int>> Loop::stage_counts() const {
  std::vector<std::pair<std::string, int>> counts;
  const auto add = [&](const std::string& stage, int times) {
    const auto found = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& count) { return count.first == stage; });
    if (found == counts.end()) {
      counts.emplace_back(stage, times);
    } else {
      found->second += times;
    }
  };
  const std::size_t repeated = stages_.first_repeated();
  const int most = static_cast<int>(scenario_.wcsph.repetition.most);
  const auto add_passes = [&](int times) {
    if (is_split()) add(upload_stage, times);
    for (std::size_t k = 0; k < stages_.passes.size(); ++k) {
      if (k == repeated) add(timed_as(Stage::convergence), times * (1 + most));
      add(timed_as(stage_of(stages_.passes[k]).strategy().stage),
          k < repeated ? times : times * most);
    }
    if (is_split()) add(download_stage, times);
  };
  const int steps = static_cast<int>(steps_per_cycle());
  if (stages_.displacement) add(timed_as(Stage::displacement), steps);
  for (const auto& [stage, strategy] : stages_.names()) {
    const StageDescription* row = find_stage(stage);
    const bool in_rebuild = row != nullptr && row->time == StageTime::rebuild;
    if (in_rebuild || stages_.has_preparation_named(stage)) add(stage, 1);
    // its place is behind the sorted state, before what the passes prepare
    if (is_split() && stage == timed_as(Stage::reorder)) add(upload_stage, 0);
  }
  if (!stepping()) {
    add_passes(1);
    return counts;
  }
  for (const ProgramStep& line : lines_of(*stages_.scheme)) {
    if (line.stage == Stage::forces) {
      add_passes(steps);
    } else if (line.stage != Stage::time_step || stages_.time_step) {
      add(timed_as(line.stage), steps);
    }
  }
  return counts;
}

std::string Loop::outgrown() const {
  std::string reason;
  for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
    with_pass(number, StateSlot::now, PassRun::alone,
              [&](const BoundStage& stage, const PairArguments& arguments) {
                if (reason.empty() && stages_.prepares(number))
                  reason = stage.preparation().outgrown(arguments);
              });
  }
  return reason;
}

std::map<std::string, double> Loop::notes() const {
  std::map<std::string, double> all;
  for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
    with_pass(number, StateSlot::now, PassRun::alone,
              [&](const BoundStage& stage, const PairArguments& arguments) {
                if (!stages_.prepares(number)) return;
                for (const auto& [name, value] : stage.preparation().notes(arguments))
                  all[name] = value;
              });
  }
  return all;
}

std::vector<DownloadedTasks> Loop::tasks() const {
  std::vector<DownloadedTasks> all;
  for (std::size_t number = 0; number < stages_.passes.size(); ++number) {
    with_pass(number, StateSlot::now, PassRun::alone,
              [&](const BoundStage& stage, const PairArguments& arguments) {
                if (!stages_.prepares(number)) return;
                if (auto found = stage.preparation().tasks(arguments))
                  all.push_back(std::move(*found));
              });
  }
  return all;
}

}  // namespace sphlab
