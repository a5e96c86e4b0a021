#include "harness/stepping/sph_schedule.hpp"

#include <bit>
#include <span>
#include <utility>

namespace sphlab {
namespace {

/// What items need and make.
constexpr const char* particles = "particles";
constexpr const char* keys = "keys";
constexpr const char* sorted_keys = "sorted keys";
constexpr const char* offsets_of_tiles = "offsets of tiles";
constexpr const char* offsets_of_cells = "offsets of cells";
constexpr const char* order_in_cells = "order in cells";
constexpr const char* neighbours = "list";
constexpr const char* rates = "rates";
constexpr const char* count_of_repetitions = "count of repetitions";

const char* name_of(StateSlot slot) {
  return slot == StateSlot::now ? "sorted particles" : "midpoint";
}

std::string made_for(const BoundStage& pass) {
  return std::string("preparation of ") + pass.stage_name();
}

/// Reorders into the other copy, which becomes the current one; but out of the other and in place
/// where the host cannot know whether it happens, and so not which copy would be the current one.
void reorder(const StageInputs& in, void* stream) {
  ParticleBuffers& b = *in.buffers;
  if (!in.list_setup.on_demand()) {
    in.stages.reorder.launch(reorder_arguments(in, b.current_copy(), b.other_copy()), stream);
    b.current = 1 - b.current;
    return;
  }
  const StateBuffers& now = b.copies[b.current];
  StateBuffers& other = b.copies[1 - b.current];
  other.copy_from(now);
  in.stages.reorder.launch(reorder_arguments(in, other, now), stream);
}

/// Collects the items of a cycle.
class CycleBuilder {
 public:
  CycleBuilder(Runtime& runtime, Runtime& of_passes, StageInputs& inputs,
               const Preparations& preparations)
      : runtime_(runtime), of_passes_(of_passes), in_(inputs), preparations_(preparations) {}

  std::vector<ScheduleItem> items() {
    if (in_.list_setup.on_demand()) add_check();
    add_sort();
    add_reorder();
    if (is_split()) add_upload_of_rebuild();
    add_preparations();
    add_list();
    add_step();
    return std::move(items_);
  }

 private:
  bool is_split() const { return &of_passes_ != &runtime_; }
  int steps() const {
    return in_.stages.scheme == nullptr ? 1 : static_cast<int>(in_.list_setup.interval);
  }

  ScheduleItem blank(Phase phase, const char* name, std::function<void(void*)> enqueue) const {
    return {.name = name,
            .timed_as = name,
            .phase = phase,
            .times = phase == Phase::rebuild ? 1 : steps(),
            .on = &runtime_,
            .is_awaited = false,
            .choices = {},
            .needs = {},
            .makes = {},
            .enqueue = std::move(enqueue),
            .line = line_};
  }

  /// Adds a stage. @param arguments makes those of a run in the loop, or alone.
  template <class Bound, class Arguments>
  ScheduleItem& add(Phase phase, const Bound& bound, std::vector<std::string> needs,
                    std::vector<std::string> makes, Arguments arguments) {
    ScheduleItem item = blank(phase, bound.stage_name(), [&bound, arguments](void* stream) {
      bound.launch(arguments(StageRun::in_loop), stream);
    });
    item.timed_as = timed_as(bound.strategy());
    item.choices = {{item.name, bound.strategy().name}};
    item.needs = std::move(needs);
    item.makes = std::move(makes);
    item.enqueue_alone = [&bound, arguments](void* stream) {
      bound.launch(arguments(StageRun::alone), stream);
    };
    item.kernels = [&bound, arguments] { return bound.kernels(arguments(StageRun::alone)); };
    items_.push_back(std::move(item));
    return items_.back();
  }

  /// Where the forces of the step before have looked, there is nothing left to launch.
  void add_check() {
    if (in_.stages.displacement) {
      add(Phase::check, *in_.stages.displacement, {particles}, {},
          [&in = in_](StageRun run) { return displacement_arguments(in, run); });
      return;
    }
    ScheduleItem item = blank(Phase::check, describe(Stage::displacement).name, [](void*) {});
    item.times = 0;
    item.choices = {{item.name, stage_of(in_.stages.passes.back()).strategy().name}};
    item.is_due = [] { return false; };
    items_.push_back(std::move(item));
  }

  void add_sort() {
    const StageSelection& stages = in_.stages;
    const char* offsets = stages.tiles ? offsets_of_tiles : offsets_of_cells;
    add(Phase::rebuild, stages.hash, {particles}, {keys},
        [&in = in_](StageRun) { return hash_arguments(in); });
    if (stages.sort) {
      add(Phase::rebuild, *stages.sort, {keys}, {sorted_keys, offsets},
          [&in = in_](StageRun) { return sort_arguments(in); });
    } else {
      add_sort_of_runtime();
      add(Phase::rebuild, stages.cells, {sorted_keys}, {offsets},
          [&in = in_](StageRun) { return cells_arguments(in); });
    }
    if (stages.tiles)
      add(Phase::rebuild, *stages.tiles, {sorted_keys, offsets}, {offsets_of_cells},
          [&in = in_](StageRun) { return tiles_arguments(in); });
    if (stages.cell_sort)
      add(Phase::rebuild, *stages.cell_sort, {sorted_keys, offsets_of_cells}, {order_in_cells},
          [&in = in_](StageRun) { return cell_sort_arguments(in); });
  }

  void add_sort_of_runtime() {
    ScheduleItem item =
        blank(Phase::rebuild, describe(Stage::sort).name, [&in = in_, &runtime = runtime_](void*) {
          const ParticleBuffers& b = *in.buffers;
          const int key_bits = std::bit_width(lost_key(grid_of_keys(in)));
          runtime.call(&RuntimeTable::sort_pairs, "sort", b.scratch.data(), b.sizes.scratch,
                       b.keys.data(), b.keys_alt.data(), b.order.data(), b.order_alt.data(),
                       static_cast<std::uint32_t>(b.sizes.particles), key_bits);
        });
    item.choices = {{item.name, runtime_sort}};
    item.needs = {keys};
    item.makes = {sorted_keys};
    item.enqueue_alone = item.enqueue;
    items_.push_back(std::move(item));
  }

  void add_reorder() {
    const StageSelection& stages = in_.stages;
    ScheduleItem& item =
        add(Phase::rebuild, stages.reorder, {stages.cell_sort ? order_in_cells : sorted_keys},
            {name_of(StateSlot::now)}, [&in = in_](StageRun) {
              return reorder_arguments(in, in.buffers->current_copy(), in.buffers->other_copy());
            });
    item.enqueue = [&in = in_](void* stream) { reorder(in, stream); };
  }

  void add_upload_of_rebuild() {
    items_.push_back(blank(Phase::rebuild, upload_stage,
                           [&in = in_](void*) { in.mirror->upload_rebuilt(*in.buffers); }));
    items_.back().needs = {name_of(StateSlot::now), offsets_of_cells};
  }

  void add_preparations() {
    for (std::size_t number = 0; number < in_.stages.passes.size(); ++number) {
      if (!in_.stages.prepares(number)) continue;
      const BoundStage& pass = stage_of(in_.stages.passes[number]);
      if (!pass.prepares_at_rebuilds()) continue;
      ScheduleItem item = blank(Phase::rebuild, pass.preparation().name(),
                                [&all = preparations_, number](void*) { all.launch(number); });
      item.choices = {{item.name, pass.strategy().name}};
      item.on = &of_passes_;
      item.needs = {name_of(StateSlot::now), offsets_of_cells};
      item.makes = {made_for(pass)};
      item.enqueue_alone = item.enqueue;
      item.kernels = [&all = preparations_, number] { return all.kernels(number); };
      items_.push_back(std::move(item));
    }
  }

  void add_list() {
    const StageSelection& stages = in_.stages;
    const auto arguments = [&in = in_](StageRun) { return list_arguments(in); };
    if (stages.list) {
      ScheduleItem& list =
          add(Phase::rebuild, *stages.list, {name_of(StateSlot::now), offsets_of_cells},
              {neighbours}, arguments);
      list.choices.emplace_back("list-format", stages.variant().list_format);
    }
    if (stages.list_order) add(Phase::rebuild, *stages.list_order, {neighbours}, {}, arguments);
    if (stages.remember)
      add(Phase::rebuild, *stages.remember, {name_of(StateSlot::now)}, {},
          [&in = in_](StageRun run) { return remember_arguments(in, run); });
  }

  void add_step() {
    const SchemeDescription* scheme = in_.stages.scheme;
    if (scheme == nullptr) return add_evaluation(StateSlot::now);
    for (line_ = 0; line_ < scheme->step_count; ++line_) {
      const ProgramStep& line = scheme->steps[line_];
      if (line.stage == Stage::pass) {
        add_evaluation(line.reads);
      } else if (in_.stages.is_done_in_forces(line.stage)) {
        continue;
      } else if (line.stage != Stage::time_step) {
        add(Phase::step, in_.stages.part(line.stage), {rates, name_of(line.reads)},
            {name_of(line.writes)},
            [&in = in_, &line](StageRun run) { return integrate_arguments(in, line, run); });
      } else if (in_.stages.time_step) {
        add(Phase::step, *in_.stages.time_step, {rates, name_of(line.reads)}, {},
            [&in = in_, state = line.reads](StageRun run) {
              return time_step_arguments(in, state, run);
            });
      }
    }
  }

  void add_evaluation(StateSlot state) {
    const std::size_t passes = in_.stages.passes.size();
    const std::size_t repeated = in_.stages.first_repeated();
    if (is_split()) add_upload(state);
    add_passes(0, repeated, state);
    if (is_split()) add_download();
    if (repeated == passes) return;
    add_convergence(true);
    for (std::uint32_t time = 0; time < in_.scenario.wcsph.repetition.most; ++time) {
      add_passes(repeated, passes, state);
      add_convergence(false);
    }
  }

  /// Uploads the state, unless the rebuild before this evaluation has done so already.
  void add_upload(StateSlot state) {
    ScheduleItem item = blank(Phase::step, upload_stage, [&in = in_, state](void*) {
      const ParticleBuffers& b = *in.buffers;
      in.mirror->upload_state(state == StateSlot::now ? b.now() : b.midpoint());
    });
    item.needs = {name_of(state)};
    if (state == StateSlot::now)
      item.is_due = [&in = in_] { return !in.mirror->take_rebuilt_state(); };
    if (line_ == 0) item.times = steps() - 1;
    items_.push_back(std::move(item));
  }

  void add_download() {
    items_.push_back(blank(Phase::step, download_stage,
                           [&in = in_](void*) { in.mirror->download_rates(*in.buffers); }));
    items_.back().needs = {rates};
  }

  /// Adds the passes [first, last).
  void add_passes(std::size_t first, std::size_t last, StateSlot state) {
    for (std::size_t number = first; number < last; ++number)
      std::visit([&](const auto& bound) { add_pass(bound, number, state); },
                 in_.stages.passes[number]);
  }

  template <class Bound>
  void add_pass(const Bound& bound, std::size_t number, StateSlot state) {
    std::vector<std::string> needs = {name_of(state), offsets_of_cells};
    if (has_list(bound.strategy())) needs.emplace_back(neighbours);
    if (bound.prepares_at_rebuilds())
      needs.push_back(made_for(stage_of(in_.stages.passes[in_.stages.preparing_pass(number)])));
    if (in_.stages.described(number).repeated) needs.emplace_back(count_of_repetitions);
    std::vector<std::string> makes = {bound.stage_name()};
    if (number + 1 == in_.stages.passes.size()) makes.emplace_back(rates);
    using Arguments = typename Bound::Arguments;
    ScheduleItem& item =
        add(Phase::step, bound, std::move(needs), std::move(makes),
            [&in = in_, number, state](StageRun run) {
              const bool alone = run == StageRun::alone;
              return pass_arguments<Arguments>(in, number, alone ? StateSlot::now : state, run);
            });
    item.on = &of_passes_;
    item.is_awaited = is_split();
    if (number + 1 == in_.stages.passes.size()) add_stages_in_forces(item);
  }

  /// Stages that have no time of their own, and are none of the loop's.
  void add_stages_in_forces(ScheduleItem& forces) {
    for (const ProgramStep& line : in_.stages.program()) {
      const bool is_fixed_step =
          line.stage == Stage::time_step && in_.scenario.time_stepping != TimeStepping::adaptive;
      if (in_.stages.is_done_in_forces(line.stage) && !is_fixed_step)
        forces.choices.emplace_back(describe(line.stage).name, forces.choices.front().second);
    }
  }

  void add_convergence(bool begins) {
    add(Phase::step, *in_.stages.convergence, {},
        begins ? std::vector<std::string>{count_of_repetitions} : std::vector<std::string>{},
        [&in = in_, begins](StageRun run) {
          return convergence_arguments(in, begins || run == StageRun::alone, run);
        });
  }

  Runtime& runtime_;
  Runtime& of_passes_;
  StageInputs& in_;
  const Preparations& preparations_;
  std::vector<ScheduleItem> items_;
  std::size_t line_ = 0;
};

}  // namespace

Schedule sph_schedule(Runtime& runtime, Runtime& of_passes, StageInputs& inputs,
                      const Preparations& preparations) {
  return {inputs.stages.variant().name(),
          CycleBuilder(runtime, of_passes, inputs, preparations).items(),
          {particles}};
}

}  // namespace sphlab
