#include "harness/verify/checks_tasks.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "harness/verify/oracle_cells.hpp"
#include "harness/verify/place_walk.hpp"

namespace sphlab {

namespace {

// TaskFaults by their first one.
class TaskFaults {
 public:
  template <class... Words>
  void add(fmt::format_string<Words...> text, Words&&... words) {
    if (count_++ == 0) first_ = fmt::format(text, std::forward<Words>(words)...);
  }
  Check check(const char* name) const { return none_check(name, count_, first_); }

 private:
  std::size_t count_ = 0;
  std::string first_;
};

// Whether a task has targets, not too many, and all of its cell.
void look_at_cell(const SortedState& state, std::size_t number, const Task& task,
                  TaskFaults& faults) {
  if (task.targets == 0 || task.targets > most_task_targets)
    faults.add("task {} has {} targets", number, task.targets);
  if (task.cell >= state.grid.count) {
    faults.add("task {} is of cell {} of {}", number, task.cell, state.grid.count);
  } else if (task.first < state.cell_begin[task.cell] ||
             task.first + task.targets > state.cell_begin[task.cell + 1]) {
    faults.add("task {} has particles {} to {}, which are not all of its cell at place {}", number,
               task.first, task.first + task.targets - 1u, task.cell);
  }
}

void look_at_merger(const std::vector<Task>& tasks, std::size_t number, TaskFaults& faults) {
  if (tasks[number].merged == 0) return;
  const std::size_t other = number ^ 1;
  const bool agree =
      other < tasks.size() && tasks[other].merged != 0 && tasks[other].cell == tasks[number].cell;
  if (!agree) faults.add("task {} is merged with one that is not of its cell", number);
}

bool has_no_range(const Task& task) {
  return task.x_min == 0 && task.x_max == 0 && task.z_min == 0 && task.z_max == 0;
}

}  // namespace

Check tasks_complete(const SortedState& state, std::size_t live, const DownloadedTasks& tasks) {
  TaskFaults faults;
  std::vector<std::uint32_t> times(live, 0);
  const auto take = [&](std::size_t particle) {
    particle < live ? void(++times[particle]) : faults.add("particle {} is not alive", particle);
  };
  for (std::size_t number = 0; number < tasks.tasks.size(); ++number) {
    const Task& task = tasks.tasks[number];
    look_at_cell(state, number, task, faults);
    look_at_merger(tasks.tasks, number, faults);
    for (std::uint32_t k = 0; k < task.targets; ++k) take(task.first + k);
  }
  for (const std::uint32_t particle : tasks.sparse) take(particle);
  for (std::size_t i = 0; i < live; ++i) {
    if (times[i] != 1) {
      faults.add("{} is {} times in a task, or told to be in none",
                 particle_label(state.particles, i), times[i]);
    }
  }
  return faults.check("tasks");
}

Check task_ranges_hold(const SortedState& state, const DownloadedTasks& tasks) {
  TaskFaults faults;
  const bool is_cut = state.grid.tile > 1;
  std::vector<std::array<std::uint32_t, 3>> cuboids;
  if (is_cut) cuboids = cuboids_by_number(state.grid.tile, state.order);
  for (std::size_t number = 0; number < tasks.tasks.size(); ++number) {
    const Task& task = tasks.tasks[number];
    if (!is_cut) {
      if (!has_no_range(task)) faults.add("task {} has a range, and no cell is cut", number);
      continue;
    }
    PlaceWalk place_of_target(state.tile_begin, task.first);
    for (std::uint32_t k = 0; k < task.targets; ++k) {
      const auto& [x, y, z] = cuboids[place_of_target(task.first + k) % cuboids.size()];
      if (x >= task.x_min && x <= task.x_max && z >= task.z_min && z <= task.z_max) continue;
      faults.add(
          "{} lies in slab {} and column {}, and task {} has slabs {} to {} and columns {} to {}",
          particle_label(state.particles, task.first + k), x, z, number, task.x_min, task.x_max,
          task.z_min, task.z_max);
    }
  }
  return faults.check("ranges of tasks");
}

}  // namespace sphlab
