// The kernels of the tasks.
#include "kernels/traversals/tasks/tasks.cuh"

namespace sphlab {

namespace {

/// Below so many particles in a cell and the six cells at its faces, a cell of few particles has no
/// task, and with fewer still none has a task of few particles.
constexpr std::uint32_t sparse_surroundings = 96;
constexpr std::uint32_t sparser_surroundings = 60;
/// The least of a cell with a task, and of a task, in such surroundings.
constexpr std::uint32_t least_of_cell = 15;
constexpr std::uint32_t least_of_task = 5;

/// Particles of a cell and of the six at its faces.
template <class Order>
__device__ __forceinline__ std::uint32_t count_around(const PairArguments& a, std::uint32_t place) {
  const CellIndex own = Order::cell(a.grid, place);
  std::uint32_t count = 0;
  for (int neighbour = 0; neighbour < 7; ++neighbour) {
    const int axis = neighbour / 2;  // the last is the cell itself
    const int step = 2 * (neighbour % 2) - 1;
    const CellIndex cell = {own.x + (axis == 0 ? step : 0), own.y + (axis == 1 ? step : 0),
                            own.z + (axis == 2 ? step : 0)};
    const ParticleRange range = cell_range<Order>(a, cell);
    count += range.last - range.first;
  }
  return count;
}

__device__ __forceinline__ std::uint32_t tasks_of_cell(std::uint32_t particles,
                                                       std::uint32_t around) {
  if (around < sparse_surroundings && particles < least_of_cell) return 0;
  const std::uint32_t least = around < sparser_surroundings ? least_of_task : 1;
  return (particles + most_task_targets - least) / most_task_targets;
}

/// Which of the parts of `size` cuboids each, from number `begin` on, holds particle i, counted
/// from there; one of grid.tile parts does.
__device__ __forceinline__ std::uint8_t part_of(const PairArguments& a, std::uint32_t begin,
                                                std::uint32_t size, std::uint32_t i) {
  const std::uint32_t* tiles = tile_begin(a.grid, a.cell_begin);
  std::uint32_t part = 0;
  while (i >= tiles[begin + (part + 1) * size]) ++part;
  return static_cast<std::uint8_t>(part);
}

/// The ranges of a task without them. Columns of different slabs do not follow each other along z:
/// their range is all of it.
__device__ __forceinline__ void find_ranges(const PairArguments& a, bool narrows, Task& task) {
  const std::uint32_t cut = a.grid.tile;
  const std::uint32_t begin = task.cell * tiles_per_cell(a.grid);
  const std::uint32_t last = task.first + task.targets - 1u;
  task.x_max = task.z_max = static_cast<std::uint8_t>(cut - 1);
  if (!narrows) return;
  task.x_min = part_of(a, begin, cut * cut, task.first);
  task.x_max = part_of(a, begin, cut * cut, last);
  if (task.x_min != task.x_max) return;
  const std::uint32_t slab = begin + task.x_min * cut * cut;
  task.z_min = part_of(a, slab, cut, task.first);
  task.z_max = part_of(a, slab, cut, last);
}

}  // namespace

__global__ void count_tasks(WithTasks<PairArguments> a) {
  const std::uint32_t place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place > a.grid.count) return;
  std::uint32_t tasks = 0;
  std::uint32_t sparse = 0;
  const std::uint32_t particles =
      place < a.grid.count ? first_of_cell(a, place + 1) - first_of_cell(a, place) : 0u;
  if (particles > 0) {
    const std::uint32_t around = a.grid.rank_of_cell != nullptr
                                     ? count_around<RankedOrder<1>>(a, place)
                                     : count_around<LinearOrder<1>>(a, place);
    tasks = tasks_of_cell(particles, around);
    sparse = tasks * most_task_targets < particles ? particles - tasks * most_task_targets : 0u;
  }
  a.tasks.task_begin[place] = tasks;
  a.tasks.sparse_begin[place] = sparse;
}

__global__ void fill_tasks(WithTasks<PairArguments> a, bool narrows) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  const std::uint32_t cell = a.keys[i];
  const std::uint32_t number = i - first_of_cell(a, cell);
  const std::uint32_t first_task = a.tasks.task_begin[cell];
  const std::uint32_t in_tasks = (a.tasks.task_begin[cell + 1] - first_task) * most_task_targets;
  if (number >= in_tasks) {
    a.tasks.sparse[a.tasks.sparse_begin[cell] + number - in_tasks] = i;
  } else if (number % most_task_targets == 0) {
    const std::uint32_t rest = first_of_cell(a, cell + 1) - i;
    Task task{};
    task.cell = cell;
    task.first = i;
    task.targets = static_cast<std::uint8_t>(rest < most_task_targets ? rest : most_task_targets);
    if (a.grid.tile > 1) find_ranges(a, narrows, task);
    a.tasks.tasks[first_task + number / most_task_targets] = task;
  }
}

__global__ void merge_tasks(WithTasks<PairArguments> a) {
  const std::uint32_t first = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 1 >= a.tasks.task_begin[a.grid.count]) return;
  Task& one = a.tasks.tasks[first];
  Task& other = a.tasks.tasks[first + 1];
  if (one.cell != other.cell) return;
  const auto lower = [](std::uint8_t x, std::uint8_t y) { return x < y ? x : y; };
  const auto upper = [](std::uint8_t x, std::uint8_t y) { return x < y ? y : x; };
  one.merged = 1;
  one.x_min = lower(one.x_min, other.x_min);
  one.x_max = upper(one.x_max, other.x_max);
  one.z_min = lower(one.z_min, other.z_min);
  one.z_max = upper(one.z_max, other.z_max);
  other.merged = 1;
  other.x_min = one.x_min;
  other.x_max = one.x_max;
  other.z_min = one.z_min;
  other.z_max = one.z_max;
}

}  // namespace sphlab
