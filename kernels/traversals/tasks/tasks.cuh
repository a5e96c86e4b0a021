// Tasks, a preparation of traversals: which targets a team of threads takes together, and which are
// too few in their surroundings to be worth a team (paper E, 3, 4.2 and 4.3). Made on the device at
// each rebuild; how many there are the device alone knows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/abi/task.hpp"
#include "kernels/gpu/team.cuh"
#include "kernels/grid/cell_order.cuh"
#include "kernels/strategy/launches.hpp"

namespace sphlab {

static_assert(most_task_targets == gpu::team_width);

/// What the preparation makes, in its workspace. All pointers are device pointers.
struct TaskArrays {
  Task* tasks;                  ///< [most_tasks()] the first task_begin[grid.count] are there
  std::uint32_t* task_begin;    ///< [grid.count + 1] first task of each place of the order
  std::uint32_t* sparse_begin;  ///< [grid.count + 1] the same of `sparse`
  std::uint32_t* sparse;        ///< [particles] those in no task
};

/// The arguments of a pass and the tasks of its traversal.
template <class Arguments>
struct WithTasks : Arguments {
  TaskArrays tasks;
};

/// Reads cell_begin; writes task_begin and sparse_begin: how many tasks, and particles in none,
/// there are at each place, and 0 behind the last.
__global__ void count_tasks(WithTasks<PairArguments> a);

/// Reads keys, cell_begin, the offsets of cuboids, task_begin and sparse_begin; writes tasks and
/// sparse. @param narrows whether the traversal reads the tasks' ranges, and the order is one whose
/// parts they are; else they are all of the cell.
__global__ void fill_tasks(WithTasks<PairArguments> a, bool narrows);

/// Reads and writes tasks, two neighbours a thread.
__global__ void merge_tasks(WithTasks<PairArguments> a);

/// Tasks of whatever particles there may be: in no cell are two of them not full.
inline std::uint32_t most_tasks(const PairArguments& a) {
  return a.particles / most_task_targets + std::min(a.particles, a.grid.count);
}

/// Threads of a block: two teams.
inline constexpr unsigned task_block = 2 * gpu::team_width;

/// Blocks so that each two tasks, and each `task_block` particles in none, can have one. Those that
/// find none end at once.
inline std::uint32_t most_task_blocks(const PairArguments& a) {
  return blocks_for(a.particles, task_block) + (std::min(a.particles, a.grid.count) + 1) / 2 + 2;
}

/// The tasks in the workspace of the arguments.
template <class Arguments>
WithTasks<Arguments> with_tasks(const Arguments& a) {
  auto* tasks = static_cast<Task*>(a.workspace);
  auto* task_begin = reinterpret_cast<std::uint32_t*>(tasks + most_tasks(a));
  std::uint32_t* sparse_begin = task_begin + a.grid.count + 1;
  return {a, {tasks, task_begin, sparse_begin, sparse_begin + a.grid.count + 1}};
}

/// Tasks, and the particles in none, as the host sees them.
struct TasksOnHost {
  std::vector<Task> tasks;
  std::vector<std::uint32_t> sparse;
};

/// Waits for the device. Returns 0 or an error of it.
inline int download_tasks(const PairArguments& a, TasksOnHost* out) {
  const TaskArrays arrays = with_tasks(a).tasks;
  const auto download = [&](auto& values, const auto* count_at, const auto* from) {
    std::uint32_t count = 0;
    if (const int error = a.primitives->download(&count, count_at, sizeof count)) return error;
    values.resize(count);
    return a.primitives->download(values.data(), from, count * sizeof *from);
  };
  if (const int error = download(out->tasks, arrays.task_begin + a.grid.count, arrays.tasks))
    return error;
  return download(out->sparse, arrays.sparse_begin + a.grid.count, arrays.sparse);
}

/// The preparation of a traversal for a physics whose targets are of these types. The traversal has
///   merges(tuning)         whether neighbouring tasks of one cell become one
/// and, where it does not look at all candidates in the cells around a target,
///   count_candidates(arguments, tuning, tasks, targets, pairs)
/// which adds up those that it looks at; it may wait for the device.
template <class Traversal, TypeMask targets>
struct Tasks {
  static constexpr const char* name = "tasks";
  static constexpr bool shared = true;

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    const std::size_t words = 2 * (std::size_t{a.grid.count} + 1) + a.particles;
    *bytes = most_tasks(a) * sizeof(Task) + words * sizeof(std::uint32_t);
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    const WithTasks<PairArguments> arguments = with_tasks(a);
    if (const int error = run.kernel(count_tasks, per_item(a.grid.count + 1, block), arguments))
      return error;
    for (std::uint32_t* counts : {arguments.tasks.task_begin, arguments.tasks.sparse_begin}) {
      if (const int error = run.primitive([&] { return sum_up(a, counts); })) return error;
    }
    if (const int error = run.kernel(fill_tasks, per_item(a.particles, block), arguments, narrows))
      return error;
    if (!Traversal::merges(tuning)) return 0;
    return run.kernel(merge_tasks, per_item((most_tasks(a) + 1) / 2, block), arguments);
  }

  static int notes(const PairArguments& a, const std::uint32_t* tuning, PreparationNote* notes,
                   std::uint32_t* count) {
    TasksOnHost found;
    if (const int error = download_tasks(a, &found)) return error;
    const auto merged = std::count_if(found.tasks.begin(), found.tasks.end(),
                                      [](const Task& task) { return task.merged != 0; });
    notes[0] = {"single_tasks",
                static_cast<double>(found.tasks.size()) - static_cast<double>(merged)};
    notes[1] = {"merged_tasks", static_cast<double>(merged) / 2};
    notes[2] = {"sparse_particles", static_cast<double>(found.sparse.size())};
    *count = 3;
    if constexpr (requires(double* pairs) {
                    Traversal::count_candidates(a, tuning, found, targets, pairs);
                  }) {
      double pairs = 0;
      if (const int error = Traversal::count_candidates(a, tuning, found, targets, &pairs))
        return error;
      notes[(*count)++] = {candidate_pairs_note, pairs};
    }
    return 0;
  }

  static int tasks(const PairArguments& a, const std::uint32_t*, const TaskSink& sink) {
    TasksOnHost found;
    if (const int error = download_tasks(a, &found)) return error;
    sink.take(sink.to, found.tasks.data(), static_cast<std::uint32_t>(found.tasks.size()),
              found.sparse.data(), static_cast<std::uint32_t>(found.sparse.size()));
    return 0;
  }

 private:
  static constexpr unsigned block = 128;
  static constexpr bool narrows = requires { requires Traversal::narrows; };

  /// Counts become where each begins, in place.
  static int sum_up(const PairArguments& a, std::uint32_t* counts) {
    const DevicePrimitives& device = *a.primitives;
    return device.exclusive_scan(device.scratch, device.scratch_bytes, counts, counts,
                                 a.grid.count + 1);
  }
};

}  // namespace sphlab
