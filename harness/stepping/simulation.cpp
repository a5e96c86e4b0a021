#include "harness/stepping/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "harness/error.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/bound_stage.hpp"
#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "kernels/abi/relative_entry.hpp"

namespace sphlab {

CapacityExceeded::CapacityExceeded(const std::string& what, std::uint32_t needed,
                                   std::uint32_t available)
    : std::runtime_error(what), required(needed), capacity(available) {}

ListOverflow::ListOverflow(std::uint32_t required_slots, std::uint32_t available_slots,
                           double expansion)
    : CapacityExceeded(
          fmt::format(
              "the neighbour list overflows: a particle needs {} slots and has {}; give the "
              "scenario a list.capacity of at least {}{}",
              required_slots, available_slots,
              (required_slots + list_batch - 1) / list_batch * list_batch,
              expansion > 1 ? fmt::format(", or the list_life an expansion below {}", expansion)
                            : ""),
          required_slots, available_slots) {}

CellOverflow::CellOverflow(std::uint32_t required_places, std::uint32_t available_places)
    : CapacityExceeded(
          fmt::format("a cell overflows: it holds {} particles, and room was made for {}, from the "
                      "fullest cell of the state that the run began with; begin from a later state",
                      required_places, available_places),
          required_places, available_places) {}

namespace {

/// Called before each stage with its name, and once after the last with nullptr.
using Marker = std::function<void(const char*)>;

const char* const no_physics = "";

/// A row of three cells holds more particles than 16-bit entries tell apart.
[[noreturn]] void throw_unencodable(const std::string& list_format) {
  throw Error(ExitCode::bad_input,
              fmt::format("a list of format '{}' cannot hold its neighbours: a row of three cells "
                          "has more than {} particles; choose a format of 32-bit entries",
                          list_format, most_in_relative_row));
}

/// Events at the stage boundaries of a cycle.
class EventTrail {
 public:
  explicit EventTrail(const Runtime& runtime) : runtime_(runtime) {}
  EventTrail(const EventTrail&) = delete;
  EventTrail& operator=(const EventTrail&) = delete;
  ~EventTrail() {
    for (void* event : events_) runtime_.table().event_destroy(event);
  }

  void mark(const char* stage) {
    void* event = nullptr;
    runtime_.check(runtime_.table().event_create(&event), "create event");
    events_.push_back(event);
    runtime_.check(runtime_.table().event_record(event), "record event");
    if (stage != nullptr) stages_.emplace_back(stage);
  }

  /// Seconds between neighbouring marks. The device must have passed the last one.
  std::vector<StageSample> samples() const {
    std::vector<StageSample> result;
    for (std::size_t k = 0; k < stages_.size(); ++k) {
      double seconds = 0;
      runtime_.check(runtime_.table().event_seconds(events_[k], events_[k + 1], &seconds),
                     "read event");
      result.push_back({stages_[k], seconds});
    }
    return result;
  }

 private:
  const Runtime& runtime_;
  std::vector<void*> events_;
  std::vector<std::string> stages_;
};

/// Captured work with an event at every stage boundary.
struct InstrumentedGraph {
  void* graph = nullptr;
  std::unique_ptr<EventTrail> trail;
};

/// A captured cycle. Where it reorders into the other copy of the state it starts from one of the
/// two, so that two are needed.
struct CycleGraph {
  void* plain = nullptr;
  InstrumentedGraph instrumented;
};

/// What a cycle consists of where the host must know, for its events, which parts run.
struct OnDemandGraphs {
  InstrumentedGraph check, rebuild, step;
};

}  // namespace

struct Simulation::State {
  Runtime& runtime;
  const LoadedPack& pack;
  const Scenario& scenario;
  Variant variant;
  ListPlan plan;
  BoundStage hash, reorder, cells, forces;
  std::optional<BoundStage> pack_sort;  ///< nothing: the runtime's
  std::optional<BoundStage> cell_sort, census, list, list_order, remember, displacement, time_step,
      predict, correct;
  std::shared_ptr<ParticleBuffers> buffers;  ///< another build's, too, in a duel
  DevicePrimitives primitives{};
  std::vector<std::pair<std::string, std::string>> strategies;
  std::map<int, CycleGraph> graphs;
  OnDemandGraphs on_demand_graphs;
  std::uint32_t steps_since_rebuild = 0;
  std::uint64_t planned_rebuilds = 0;  ///< those of a fixed interval; the device counts the others
  std::uint32_t cell_capacity = 0;
  uint3 census_box = single_cell;

  /// @param shared buffers to work in; nullptr: allocates its own.
  State(Runtime& r, const LoadedPack& p, const Scenario& s, const Variant& v,
        std::shared_ptr<ParticleBuffers> shared)
      : runtime(r),
        pack(p),
        scenario(s),
        variant(v),
        plan(plan_list(s, v.life)),
        hash(*p.pack, needs("hash"), v),
        reorder(*p.pack, needs("reorder"), v),
        cells(*p.pack, needs("cells"), v),
        forces(*p.pack, {"forces", s.physics, v.list_format}, v) {
    if (chooses_pack_sort(v)) pack_sort.emplace(*p.pack, needs("sort"), v);
    if (v.stages.contains("cell-sort")) cell_sort.emplace(*p.pack, needs("cell-sort"), v);
    if (forces.strategy().needs_census) census.emplace(*p.pack, needs("census"), v);
    if (has_list(forces.strategy())) {
      list.emplace(*p.pack, needs("list"), v);
      if (v.stages.contains("list-order")) list_order.emplace(*p.pack, needs("list-order"), v);
    }
    if (stepping()) {
      predict.emplace(*p.pack, StageNeeds{"predict", s.physics}, v);
      correct.emplace(*p.pack, StageNeeds{"correct", s.physics}, v);
    }
    if (plan.on_demand()) {
      remember.emplace(*p.pack, needs("remember"), v);
      displacement.emplace(*p.pack, needs("displacement"), v);
    }
    if (s.time_stepping == TimeStepping::adaptive)
      time_step.emplace(*p.pack, needs("time-step"), v);
    require_agreement();
    name_strategies();
    const BufferSizes sizes = BufferSizes::of(r, s, plan, list_shape(), census.has_value());
    take(shared == nullptr ? allocate(r, sizes) : std::move(shared));
    require_room_for(sizes);
  }

  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { drop_graphs(); }

  void drop_graphs() {
    const auto drop = [this](void* graph) {
      if (graph != nullptr) runtime.table().graph_destroy(graph);
    };
    for (auto& [copy, graph] : graphs) {
      drop(graph.plain);
      drop(graph.instrumented.graph);
    }
    graphs.clear();
    drop(on_demand_graphs.check.graph);
    drop(on_demand_graphs.rebuild.graph);
    drop(on_demand_graphs.step.graph);
    on_demand_graphs = {};
  }

  void take(std::shared_ptr<ParticleBuffers> taken) {
    buffers = std::move(taken);
    primitives = {runtime.table().fill, runtime.table().exclusive_scan, buffers->scratch.data(),
                  buffers->sizes.scratch};
  }

  void relocate(std::size_t gap) {
    if (buffers.use_count() > 1)
      throw std::logic_error("Simulation::relocate: another simulation works in the same buffers");
    runtime.synchronize();
    drop_graphs();
    const BufferSizes sizes = buffers->sizes;
    buffers.reset();
    DeviceBuffer<std::byte> in_between;
    if (sizes.bytes(device_page_bytes) + gap <= runtime.properties().memory_free_bytes)
      in_between = DeviceBuffer<std::byte>(runtime, gap);
    take(allocate({runtime, device_page_bytes}, sizes));
  }

  std::shared_ptr<ParticleBuffers> allocate(DeviceMemory memory, const BufferSizes& sizes) const {
    const std::size_t available = runtime.properties().memory_free_bytes;
    const std::size_t needed = sizes.bytes(memory.least_bytes);
    if (needed > available) {
      throw OutOfMemory(
          fmt::format("scenario '{}' with {} particles", scenario.name, scenario.particles()),
          needed, available);
    }
    auto allocated = std::make_shared<ParticleBuffers>(memory, sizes);
    allocated->cell_begin.fill_bytes(0);  // a check may ask how many live before the first rebuild
    return allocated;
  }

  static bool chooses_pack_sort(const Variant& v) {
    const auto chosen = v.stages.find("sort");
    return chosen != v.stages.end() && chosen->second.name != runtime_sort;
  }

  /// What a variant asks for must have something to act on.
  void require_agreement() const {
    const auto sort = variant.stages.find("sort");
    if (pack_sort && variant.stages.contains("cells")) {
      throw Error(ExitCode::not_available,
                  fmt::format("the sort '{}' finds the cells' offsets itself: a variant with it "
                              "has no stage 'cells'; leave that out",
                              pack_sort->strategy().name));
    }
    if (!pack_sort && sort != variant.stages.end() && !sort->second.tuning.empty()) {
      throw Error(ExitCode::not_available,
                  fmt::format("the sort '{}' is the runtime's and has no tuning parameter '{}'",
                              runtime_sort, sort->second.tuning.begin()->first));
    }
  }

  /// Buffers that are shared were made for another build.
  void require_room_for(const BufferSizes& sizes) const {
    if (sizes.fit(buffers->sizes)) return;
    throw Error(ExitCode::not_available,
                fmt::format("pack {} needs other buffers for '{}' than the build whose buffers it "
                            "is to work in ({} bytes, not {}; neighbours of types {:#x}, not "
                            "{:#x}): the two cannot take turns in one memory",
                            pack.pack->toolchain, variant.name(), sizes.bytes(),
                            buffers->sizes.bytes(), sizes.list.types, buffers->sizes.list.types));
  }

  /// Of a stage that computes no pairs.
  StageNeeds needs(const std::string& stage) const {
    const bool of_list = stage == "list" || stage == "list-order";
    return {stage, no_physics, variant.list_format, of_list ? forces.strategy().types : 0};
  }

  ListShape list_shape() const {
    return list ? ListShape{find_list_format(variant.list_format), forces.strategy().types}
                : ListShape{};
  }

  bool stepping() const { return scenario.time_stepping != TimeStepping::none; }

  void name_strategies() {
    strategies = {{"hash", hash.strategy().name},
                  {"sort", pack_sort ? pack_sort->strategy().name : runtime_sort}};
    if (!pack_sort) strategies.emplace_back("cells", cells.strategy().name);
    if (cell_sort) strategies.emplace_back("cell-sort", cell_sort->strategy().name);
    strategies.emplace_back("reorder", reorder.strategy().name);
    if (census) strategies.emplace_back("census", census->strategy().name);
    if (list) {
      strategies.emplace_back("list", list->strategy().name);
      strategies.emplace_back("list-format", variant.list_format);
      if (list_order) strategies.emplace_back("list-order", list_order->strategy().name);
    }
    if (remember) strategies.emplace_back("remember", remember->strategy().name);
    if (displacement) strategies.emplace_back("displacement", displacement->strategy().name);
    strategies.emplace_back("forces", forces.strategy().name);
    if (time_step) strategies.emplace_back("time-step", time_step->strategy().name);
    if (predict) strategies.emplace_back("predict", predict->strategy().name);
    if (correct) strategies.emplace_back("correct", correct->strategy().name);
  }

  /// The bound stages by the name under which a variant chooses their strategy.
  std::vector<std::pair<const char*, BoundStage*>> bound_stages() {
    std::vector<std::pair<const char*, BoundStage*>> all = {
        {"hash", &hash}, {"reorder", &reorder}, {"forces", &forces}};
    if (pack_sort) {
      all.emplace_back("sort", &*pack_sort);
    } else {
      all.emplace_back("cells", &cells);
    }
    if (cell_sort) all.emplace_back("cell-sort", &*cell_sort);
    if (census) all.emplace_back("census", &*census);
    if (list) all.emplace_back("list", &*list);
    if (list_order) all.emplace_back("list-order", &*list_order);
    if (remember) all.emplace_back("remember", &*remember);
    if (displacement) all.emplace_back("displacement", &*displacement);
    if (time_step) all.emplace_back("time-step", &*time_step);
    if (predict) all.emplace_back("predict", &*predict);
    if (correct) all.emplace_back("correct", &*correct);
    return all;
  }

  /// Of a variant's stage name, or of "euler", for which the corrector stands; nullptr for others.
  BoundStage* bound(const std::string& stage) {
    for (const auto& [name, bound_stage] : bound_stages()) {
      if (stage == name || (stage == "euler" && std::string("correct") == name)) return bound_stage;
    }
    return nullptr;
  }

  BoundStage& require(const std::string& stage) {
    BoundStage* found = bound(stage);
    if (found == nullptr) throw std::invalid_argument("this variant has no stage " + stage);
    return *found;
  }

  StageArguments arguments(ParticleView from, ParticleView to) const {
    const ParticleBuffers& b = *buffers;
    return {.particles = static_cast<std::uint32_t>(b.sizes.particles),
            .state = from,
            .next = to,
            .keys = b.keys.data(),
            .order = b.order.data(),
            .spare_keys = b.keys_alt.data(),
            .cell_order = b.order_alt.data(),
            .cell_begin = b.cell_begin.data(),
            .grid = plan.grid,
            .census = {cut_into_boxes(plan.grid, census_box), b.filled_boxes.data(),
                       b.filled_count.data(), b.largest_cell.data(), cell_capacity},
            .list = b.list_view(plan.capacity),
            .types = forces.strategy().types,
            .targets = list_targets(),
            .influence_radius = static_cast<float>(scenario.influence_radius),
            .list_radius = static_cast<float>(plan.radius),
            .displacement_limit = static_cast<float>(plan.displacement_limit),
            .fixed_dt = static_cast<float>(scenario.fixed_dt),
            .built_position = b.built_position.data(),
            .demand = b.demand.data(),
            .rate = b.rate.data(),
            .potential = b.potential.data(),
            .clock = b.clock.data(),
            .constants = scenario.constants(),
            .primitives = &primitives};
  }

  /// The sort's spare buffer holds the order that cell-sort made of the sort's.
  StageArguments reorder_arguments(ParticleView from, ParticleView to) const {
    StageArguments a = arguments(from, to);
    if (cell_sort) a.order = a.cell_order;
    return a;
  }

  TypeMask list_targets() const { return physics_kind(scenario.physics).targets; }

  void sort() const {
    const ParticleBuffers& b = *buffers;
    if (pack_sort) {
      pack_sort->launch(arguments(b.now(), b.other()), runtime.stream());
      return;
    }
    const int key_bits = std::bit_width(lost_key(plan.grid));
    runtime.check(
        runtime.table().sort_pairs(b.scratch.data(), b.sizes.scratch, b.keys.data(),
                                   b.keys_alt.data(), b.order.data(), b.order_alt.data(),
                                   static_cast<std::uint32_t>(b.sizes.particles), key_bits),
        "sort");
  }

  void take_census() const {
    const ParticleBuffers& b = *buffers;
    runtime.check(runtime.table().fill(b.filled_count.data(), 0, b.filled_count.bytes()), "fill");
    census->launch(arguments(b.now(), b.other()), runtime.stream());
  }

  /// Measures the fullest cell of the state at hand, and leaves the state in another order. Cells
  /// whose particles move may come to hold a quarter more.
  void plan_cells() {
    buffers->largest_cell.fill_bytes(0);
    enqueue_rebuild([](const char*) {});
    const std::uint32_t largest = buffers->largest_cell.download().front();
    const std::uint32_t planned = std::max(1u, stepping() ? largest + largest / 4 : largest);
    if (planned != cell_capacity) drop_graphs();  // which have the launches for the old one in them
    cell_capacity = planned;
    plan_boxes();
  }

  /// What the census lists depends on the room for a cell and on the traversal's tuning.
  void plan_boxes() { census_box = forces.census_box(arguments(buffers->now(), buffers->other())); }

  void upload(const ParticleState& state) const {
    buffers->copies[0].position.upload(state.position);
    buffers->copies[0].velocity.upload(state.velocity);
    buffers->copies[0].identity.upload(state.identity);
  }

  void enqueue_rebuild(const Marker& mark) {
    void* stream = runtime.stream();
    mark("hash");
    hash.launch(arguments(buffers->now(), buffers->other()), stream);
    mark("sort");
    sort();
    if (!pack_sort) {
      mark("cells");
      cells.launch(arguments(buffers->now(), buffers->other()), stream);
    }
    if (cell_sort) {
      mark("cell-sort");
      cell_sort->launch(arguments(buffers->now(), buffers->other()), stream);
    }
    mark("reorder");
    enqueue_reorder();
    if (census) {
      mark("census");
      take_census();
    }
    if (list) {
      mark("list");
      list->launch(arguments(buffers->now(), buffers->other()), stream);
    }
    if (list_order) {
      mark("list-order");
      list_order->launch(arguments(buffers->now(), buffers->other()), stream);
    }
    if (remember) {
      mark("remember");
      remember->launch(arguments(buffers->now(), buffers->other()), stream);
    }
    steps_since_rebuild = 0;
    ++planned_rebuilds;
  }

  /// Into the other copy, which becomes the current one; but out of the other and in place where
  /// the host cannot know whether it happens, and so not which copy would be the current one.
  void enqueue_reorder() {
    if (!plan.on_demand()) {
      reorder.launch(reorder_arguments(buffers->now(), buffers->other()), runtime.stream());
      buffers->current = 1 - buffers->current;
      return;
    }
    const StateBuffers& now = buffers->copies[buffers->current];
    StateBuffers& other = buffers->copies[1 - buffers->current];
    other.position.copy_from(now.position);
    other.velocity.copy_from(now.velocity);
    other.identity.copy_from(now.identity);
    reorder.launch(reorder_arguments(buffers->other(), buffers->now()), runtime.stream());
  }

  void enqueue_check(const Marker& mark) const {
    mark("displacement");
    displacement->launch(arguments(buffers->now(), buffers->other()), runtime.stream());
  }

  const std::uint32_t* demanded() const { return &buffers->demand.data()->demanded; }

  /// A step, and before it the rebuild that it may demand.
  void enqueue_demanding_step(const Marker& mark) {
    enqueue_check(mark);
    runtime.enqueue_if(demanded(), [&] { enqueue_rebuild(mark); });
    enqueue_step(mark);
  }

  void enqueue_forces() const {
    forces.launch(arguments(buffers->now(), buffers->other()), runtime.stream());
  }

  void enqueue_step(const Marker& mark) {
    void* stream = runtime.stream();
    mark("forces");
    enqueue_forces();
    if (time_step) {
      mark("time-step");
      time_step->launch(arguments(buffers->now(), buffers->half_step()), stream);
    }
    mark("euler");
    predict->launch(arguments(buffers->now(), buffers->half_step()), stream);
    mark("forces");
    forces.launch(arguments(buffers->half_step(), buffers->now()), stream);
    mark("euler");
    correct->launch(arguments(buffers->now(), buffers->now()), stream);
    ++steps_since_rebuild;
  }

  std::uint32_t steps_per_cycle() const { return stepping() ? plan.interval : 1; }

  void enqueue_cycle(const Marker& mark) {
    if (!plan.on_demand()) enqueue_rebuild(mark);
    if (stepping()) {
      for (std::uint32_t step = 0; step < steps_per_cycle(); ++step) {
        plan.on_demand() ? enqueue_demanding_step(mark) : enqueue_step(mark);
      }
    } else {
      mark("forces");
      enqueue_forces();
    }
    mark(nullptr);
  }

  /// Whether a cycle can be captured whole: one that decides on the way needs conditional nodes.
  bool has_graphs() const {
    return runtime.table().graph_begin != nullptr &&
           (!plan.on_demand() || runtime.has_conditions());
  }

  /// Captures what `enqueue` enqueues, and leaves the host's view of the run unmoved.
  void* capture(const std::function<void()>& enqueue) {
    const int copy = buffers->current;
    const std::uint64_t rebuilds = planned_rebuilds;
    void* graph = runtime.capture(enqueue);
    buffers->current = copy;
    planned_rebuilds = rebuilds;
    return graph;
  }

  using Enqueue = std::function<void(const Marker&)>;

  /// Captures `enqueue` with its marks, where that has not been done.
  void* instrumented(InstrumentedGraph& piece, const Enqueue& enqueue) {
    if (piece.graph == nullptr) {
      piece.trail = std::make_unique<EventTrail>(runtime);
      const Marker mark = [&](const char* stage) { piece.trail->mark(stage); };
      piece.graph = capture([&] { enqueue(mark); });
    }
    return piece.graph;
  }

  /// Replays one piece of a cycle, waits, and appends its samples.
  void replay_piece(InstrumentedGraph& piece, const Enqueue& enqueue,
                    std::vector<StageSample>& samples) {
    void* graph = instrumented(piece, [&](const Marker& mark) {
      enqueue(mark);
      mark(nullptr);
    });
    runtime.check(runtime.table().graph_launch(graph), "launch graph");
    runtime.synchronize();
    const std::vector<StageSample> of_piece = piece.trail->samples();
    samples.insert(samples.end(), of_piece.begin(), of_piece.end());
  }

  /// The instrumented cycle of a run with conditional nodes, which may not hold events: here the
  /// host decides, between pieces.
  std::vector<StageSample> pieced_cycle() {
    std::vector<StageSample> samples;
    OnDemandGraphs& g = on_demand_graphs;
    for (std::uint32_t step = 0; step < steps_per_cycle(); ++step) {
      replay_piece(
          g.check, [&](const Marker& mark) { enqueue_check(mark); }, samples);
      runtime.enqueue_if(demanded(), [&] {
        replay_piece(
            g.rebuild, [&](const Marker& mark) { enqueue_rebuild(mark); }, samples);
      });
      replay_piece(
          g.step, [&](const Marker& mark) { enqueue_step(mark); }, samples);
    }
    return samples;
  }

  /// Median seconds of a few replays of a graph that leaves the state as it was. Destroys the
  /// graph.
  double graph_seconds(void* graph) const {
    constexpr int replays = 9;
    std::vector<double> seconds;
    for (int replay = 0; replay < replays; ++replay) {
      EventTrail around(runtime);
      around.mark("graph");
      runtime.check(runtime.table().graph_launch(graph), "launch graph");
      around.mark(nullptr);
      runtime.synchronize();
      seconds.push_back(around.samples().front().seconds);
    }
    runtime.check(runtime.table().graph_destroy(graph), "destroy graph");
    std::nth_element(seconds.begin(), seconds.begin() + replays / 2, seconds.end());
    return seconds[replays / 2];
  }

  /// Launches a captured cycle. One with a fixed interval reorders once, which swaps the copies.
  void replay(void* graph) {
    runtime.check(runtime.table().graph_launch(graph), "launch graph");
    if (!plan.on_demand()) buffers->current = 1 - buffers->current;
    steps_since_rebuild = steps_per_cycle();
    ++planned_rebuilds;
  }
};

Simulation::Simulation(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                       const Variant& variant)
    : state_(std::make_unique<State>(runtime, pack, scenario, variant, nullptr)) {
  load_modules();
}

Simulation::Simulation(const Simulation& other, const LoadedPack& pack)
    : state_(std::make_unique<State>(other.state_->runtime, pack, other.state_->scenario,
                                     other.state_->variant, other.state_->buffers)) {
  load_modules();
}

void Simulation::load_modules() {
  const Scenario& scenario = state_->scenario;
  restore(scenario.initial, 0, 0);
  state_->enqueue_cycle([](const char*) {});
  state_->runtime.synchronize();
  restore(scenario.initial, 0, 0);
}

Simulation::~Simulation() = default;

void Simulation::restore(const ParticleState& state, double time, std::uint64_t steps) {
  ParticleBuffers& b = *state_->buffers;
  if (state.size() != b.sizes.particles) {
    throw std::invalid_argument(fmt::format("Simulation::restore: {} particles into room for {}",
                                            state.size(), b.sizes.particles));
  }
  b.current = 0;
  state_->upload(state);
  if (state_->census) {
    state_->plan_cells();
    b.current = 0;
    state_->upload(state);
  }
  b.list_required.fill_bytes(0);
  b.rate.fill_bytes(0);
  const Clock clock{
      time, static_cast<float>(state_->scenario.fixed_dt), static_cast<std::uint32_t>(steps), 0, 0,
      time};
  b.clock.upload({clock});
  b.idle_clock.upload({clock});
  b.demand.upload({RebuildDemand{.demanded = 1, .rebuilds = 0}});
  b.idle_demand.upload({RebuildDemand{}});
  state_->steps_since_rebuild = state_->steps_per_cycle();
  state_->planned_rebuilds = 0;
}

void Simulation::relocate(std::size_t gap) {
  state_->relocate(gap);
}

ParticleState Simulation::download() const {
  const StateBuffers& copy = state_->buffers->copies[state_->buffers->current];
  return {copy.position.download(), copy.velocity.download(), copy.identity.download()};
}

std::vector<float4> Simulation::download_rates() const {
  return state_->buffers->rate.download();
}

std::vector<float> Simulation::download_potential() const {
  return state_->buffers->potential.download();
}

DownloadedList Simulation::download_list() const {
  const ParticleBuffers& b = *state_->buffers;
  DownloadedList list{.format = b.sizes.list.format,
                      .types = b.sizes.list.types,
                      .stride = b.sizes.stride,
                      .capacity = state_->plan.capacity,
                      .regions = {},
                      .grid = state_->plan.grid,
                      .cell_begin = b.cell_begin.download(),
                      .keys = b.keys.download()};
  for (const DeviceBuffer<std::byte>& region : b.list) list.regions.push_back(region.download());
  return list;
}

std::vector<std::uint32_t> Simulation::download_cell_begin() const {
  return state_->buffers->cell_begin.download();
}

std::vector<std::uint32_t> Simulation::download_keys() const {
  return state_->buffers->keys.download();
}

RunState Simulation::run_state() const {
  const ParticleBuffers& b = *state_->buffers;
  const Clock clock = b.clock.download().front();
  const std::uint32_t live = b.cell_begin.download()[state_->plan.grid.count];
  return {clock.time,
          static_cast<double>(clock.dt),
          clock.steps,
          static_cast<std::uint32_t>(b.sizes.particles) - live,
          b.list_required.download().front(),
          rebuilds(),
          state_->census ? b.largest_cell.download().front() : 0,
          state_->census ? b.filled_count.download().front() : 0};
}

std::uint32_t Simulation::cell_capacity() const {
  return state_->cell_capacity;
}

std::uint64_t Simulation::rebuilds() const {
  if (state_->plan.on_demand()) return state_->buffers->demand.download().front().rebuilds;
  return state_->planned_rebuilds;
}

const ListPlan& Simulation::list_plan() const {
  return state_->plan;
}

ParticleState Simulation::download_last_force_state() const {
  const ParticleBuffers& b = *state_->buffers;
  const StateBuffers& moved = b.copies[state_->stepping() ? 1 - b.current : b.current];
  return {moved.position.download(), moved.velocity.download(),
          b.copies[b.current].identity.download()};
}

void Simulation::rebuild() {
  state_->enqueue_rebuild([](const char*) {});
}

void Simulation::forces() {
  state_->enqueue_forces();
}

void Simulation::run_cycles(std::uint64_t cycles) {
  State& s = *state_;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (s.has_graphs()) {
      CycleGraph& graph = s.graphs[s.buffers->current];
      if (graph.plain == nullptr)
        graph.plain = s.capture([&] { s.enqueue_cycle([](const char*) {}); });
      s.replay(graph.plain);
    } else {
      s.enqueue_cycle([](const char*) {});
    }
  }
}

void Simulation::step() {
  State& s = *state_;
  if (!s.stepping()) {
    throw Error(ExitCode::bad_input,
                fmt::format("scenario '{}' has no time stepping", s.scenario.name));
  }
  const Marker ignore = [](const char*) {};
  if (s.plan.on_demand()) {
    s.enqueue_demanding_step(ignore);
    return;
  }
  if (s.steps_since_rebuild >= s.steps_per_cycle()) s.enqueue_rebuild(ignore);
  s.enqueue_step(ignore);
}

void Simulation::check_overflow() const {
  const std::uint32_t required = state_->buffers->list_required.download().front();
  if (required == list_unencodable) throw_unencodable(state_->variant.list_format);
  if (required > state_->plan.capacity)
    throw ListOverflow(required, state_->plan.capacity, state_->plan.expansion);
  const std::uint32_t largest = run_state().largest_cell;
  if (largest > state_->cell_capacity) throw CellOverflow(largest, state_->cell_capacity);
}

std::uint32_t Simulation::steps_per_cycle() const {
  return state_->steps_per_cycle();
}

std::vector<StageSample> Simulation::instrumented_cycle() {
  State& s = *state_;
  if (!s.has_graphs()) {
    EventTrail trail(s.runtime);
    s.enqueue_cycle([&](const char* stage) { trail.mark(stage); });
    s.runtime.synchronize();
    return trail.samples();
  }
  if (s.plan.on_demand()) return s.pieced_cycle();
  InstrumentedGraph& cycle = s.graphs[s.buffers->current].instrumented;
  s.replay(s.instrumented(cycle, [&](const Marker& mark) { s.enqueue_cycle(mark); }));
  s.runtime.synchronize();
  return cycle.trail->samples();
}

void Simulation::marked_cycle(const Marker& mark) {
  state_->enqueue_cycle(mark);
}

double Simulation::mark_cost() {
  State& s = *state_;
  if (!s.has_graphs()) return 0;
  constexpr int kernels = 32;
  // cells reads keys and writes the same offsets again, however often it runs
  const auto chain_seconds = [&](bool marked) {
    EventTrail trail(s.runtime);
    const auto enqueue = [&] {
      for (int k = 0; k < kernels; ++k) {
        if (marked) trail.mark(nullptr);
        s.cells.launch(s.arguments(s.buffers->now(), s.buffers->other()), s.runtime.stream());
      }
    };
    return s.graph_seconds(s.capture(enqueue));
  };
  return std::max(0.0, (chain_seconds(true) - chain_seconds(false)) / kernels);
}

std::vector<std::pair<std::string, int>> Simulation::stage_counts() const {
  const State& s = *state_;
  std::vector<std::pair<std::string, int>> counts = {{"hash", 1}, {"sort", 1}};
  if (!s.pack_sort) counts.emplace_back("cells", 1);
  if (s.cell_sort) counts.emplace_back("cell-sort", 1);
  counts.emplace_back("reorder", 1);
  if (s.census) counts.emplace_back("census", 1);
  if (s.list) counts.emplace_back("list", 1);
  if (s.list_order) counts.emplace_back("list-order", 1);
  if (s.remember) counts.emplace_back("remember", 1);
  const int steps = static_cast<int>(s.steps_per_cycle());
  if (s.displacement) counts.insert(counts.begin(), {"displacement", steps});
  counts.emplace_back("forces", s.stepping() ? 2 * steps : 1);
  if (s.time_step) counts.emplace_back("time-step", steps);
  if (s.stepping()) counts.emplace_back("euler", 2 * steps);
  return counts;
}

bool Simulation::runs_on_demand(const std::string& stage) const {
  static const std::set<std::string> of_every_step = {"displacement", "forces", "time-step",
                                                      "euler", "step"};
  return state_->plan.on_demand() && !of_every_step.contains(stage);
}

void Simulation::run_stage_isolated(const std::string& stage) {
  State& s = *state_;
  if (stage == "sort") {
    s.sort();
    return;
  }
  if (stage == "census" && s.census) {
    s.take_census();
    return;
  }
  const ParticleView now = s.buffers->now();
  const ParticleView other = s.buffers->other();
  StageArguments arguments =
      stage == "reorder" ? s.reorder_arguments(now, other) : s.arguments(now, other);
  arguments.clock = s.buffers->idle_clock.data();
  arguments.demand = s.buffers->idle_demand.data();
  s.require(stage).launch(arguments, s.runtime.stream());
}

void Simulation::retune(const std::string& stage,
                        const std::map<std::string, std::uint32_t>& tuning) {
  State& s = *state_;
  BoundStage& bound = s.require(stage);
  Variant changed = s.variant;
  changed.stages[stage] = {bound.strategy().name, tuning};
  const Strategy& strategy = bound.strategy();
  bound = BoundStage(*s.pack.pack, {stage, strategy.physics, changed.list_format, strategy.types},
                     changed);
  s.variant = changed;
  s.drop_graphs();
  if (stage == "forces" && s.census) {
    s.plan_boxes();
    s.take_census();
  }
}

std::map<std::string, std::map<std::string, std::uint32_t>> Simulation::tuning() const {
  std::map<std::string, std::map<std::string, std::uint32_t>> all;
  for (const auto& [stage, bound] : state_->bound_stages()) {
    const std::vector<TuningParameter> parameters = tuning_parameters(stage);
    for (std::size_t k = 0; k < parameters.size(); ++k)
      all[stage][parameters[k].name] = bound->tuning()[k];
  }
  return all;
}

std::vector<TuningParameter> Simulation::tuning_parameters(const std::string& stage) const {
  const Strategy& strategy = state_->require(stage).strategy();
  return {strategy.parameters, strategy.parameters + strategy.parameter_count};
}

DeclaredWork Simulation::declared_work(const std::string& stage) const {
  const BoundStage* bound = state_->bound(stage);
  return bound == nullptr ? DeclaredWork{} : bound->strategy().work;
}

std::vector<KernelAttributes> Simulation::attributes(const std::string& stage) const {
  State& s = *state_;
  const StageArguments arguments = s.arguments(s.buffers->now(), s.buffers->other());
  if (stage == "euler" && s.predict)
    return {s.predict->attributes(arguments), s.correct->attributes(arguments)};
  const BoundStage* bound = s.bound(stage);
  if (bound == nullptr) return {};
  return {bound->attributes(arguments)};
}

const std::vector<std::pair<std::string, std::string>>& Simulation::strategies() const {
  return state_->strategies;
}

const Variant& Simulation::variant() const {
  return state_->variant;
}

std::size_t Simulation::bytes_allocated() const {
  return state_->buffers->sizes.bytes();
}

std::size_t Simulation::bytes_of_list() const {
  return state_->buffers->sizes.list_bytes();
}

}  // namespace sphlab
