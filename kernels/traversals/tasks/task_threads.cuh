// How the threads of a block share tasks and their sources (paper E, 3 and 4.3).
#pragma once

#include "kernels/traversals/staged_pairs.cuh"
#include "kernels/traversals/tasks/tasks.cuh"

namespace sphlab {

/// A task for each team of the block, or one of two that are merged for both together: as many
/// threads stage as many sources at a time.
///
/// @tparam merges whether there are merged tasks.
template <class Physics, bool merges>
class TaskThreads {
 public:
  /// Bytes of shared memory of a block, 16-byte aligned.
  static constexpr std::size_t shared_bytes = StagedSources<Physics>::bytes(task_block);

  /// The threads of the caller's task. @param memory shared_bytes of the block.
  __device__ TaskThreads(const Task& task, unsigned char* memory)
      : merged_(merges && task.merged != 0),
        staged_(memory + number() * StagedSources<Physics>::bytes(gpu::team_width), threads()) {}

  /// 0, or 1 for the second team of the block where each has a task of its own.
  __device__ __forceinline__ std::uint32_t number() const {
    return merged_ ? 0 : threadIdx.x / gpu::team_width;
  }
  /// How many they are, and which of them the caller is (paper E, equation 6).
  __device__ __forceinline__ std::uint32_t threads() const {
    return merged_ ? task_block : gpu::team_width;
  }
  __device__ __forceinline__ std::uint32_t thread() const {
    return merged_ ? threadIdx.x : gpu::team_lane();
  }

  /// Each of them must call it. A team waits for itself alone: the other one has a task of another
  /// length.
  __device__ __forceinline__ void synchronise() const {
    if (merged_) {
      __syncthreads();
    } else {
      gpu::synchronise_team();
    }
  }

  /// Adds those of `sources` that count to the target of each thread that has one. Each of them
  /// must call it with the same sources.
  template <Self self>
  __device__ __forceinline__ void add(const PairArguments& a,
                                      const typename Physics::Coefficients& coefficients,
                                      ParticleRange sources, bool has_target,
                                      CellTarget<Physics>& target) const {
    for (std::uint32_t first = sources.first; first < sources.last; first += threads()) {
      const std::uint32_t rest = sources.last - first;
      const ParticleRange batch = {first, first + (rest < threads() ? rest : threads())};
      staged_.fill(a.state, batch, 0, thread(), threads());
      synchronise();
      if (has_target) add_staged<self>(staged_, a, coefficients, batch, 0, target);
      synchronise();  // all have read: the next batch may be staged
    }
  }

 private:
  bool merged_;
  StagedSources<Physics> staged_;
};

/// A thread's target of a task, which may be none, and what it has accumulated.
template <class Physics>
struct TaskTarget {
  bool is_there;  ///< the task has a particle for the thread
  bool has_sum;   ///< for which the physics forms one
  CellTarget<Physics> target;
};

template <class Physics>
__device__ __forceinline__ TaskTarget<Physics> load_task_target(const PairArguments& a,
                                                                const Task& task) {
  const std::uint32_t i = task.first + gpu::team_lane();
  TaskTarget<Physics> own{gpu::team_lane() < task.targets, false, {}};
  own.has_sum = own.is_there && is_target<Physics>(a, i);
  if (own.has_sum) own.target = load_target<Physics>(a, i);
  return own;
}

template <class Physics>
__device__ __forceinline__ void store_task_target(
    const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
    const Task& task, const TaskTarget<Physics>& own) {
  const std::uint32_t i = task.first + gpu::team_lane();
  if (own.is_there) store_target<Physics>(a, coefficients, i, own.has_sum, own.target);
}

/// A particle that is in no task: a thread goes through its runs of sources in global memory.
template <class Physics, class Order>
__device__ __forceinline__ void compute_sparse(const PassArguments<Physics>& a,
                                               const typename Physics::Coefficients& coefficients,
                                               std::uint32_t i) {
  const bool has_target = is_target<Physics>(a, i);
  CellTarget<Physics> target{};
  if (has_target) {
    target = load_target<Physics>(a, i);
    add_runs<Physics, Order>(a, coefficients, cell_at_sort<Order>(a, i), target);
  }
  store_target<Physics>(a, coefficients, i, has_target, target);
}

/// Calls take(task) for the tasks of the block's teams, after the particles that are in no
/// task, which have a thread each: blocks of those come first. Where there are fewer blocks than
/// work for them, each takes several turns. Every thread of the block must call it.
template <class Physics, class Order, class Take>
__device__ __forceinline__ void for_each_task(const WithTasks<PassArguments<Physics>>& a,
                                              const typename Physics::Coefficients& coefficients,
                                              Take&& take) {
  for (std::uint32_t block = blockIdx.x;; block += gridDim.x) {
    // read in each turn, not to be kept in registers meanwhile
    const std::uint32_t tasks = a.tasks.task_begin[a.grid.count];
    const std::uint32_t sparse = a.tasks.sparse_begin[a.grid.count];
    const std::uint32_t sparse_blocks = (sparse + task_block - 1) / task_block;
    if (block >= sparse_blocks + (tasks + 1) / 2) return;
    if (block < sparse_blocks) {
      const std::uint32_t k = block * task_block + threadIdx.x;
      if (k < sparse) compute_sparse<Physics, Order>(a, coefficients, a.tasks.sparse[k]);
    } else {
      const std::uint32_t number = 2 * (block - sparse_blocks) + threadIdx.x / gpu::team_width;
      if (number < tasks) take(a.tasks.tasks[number]);
    }
    __syncthreads();  // the next tasks may be merged: both teams share what one has used
  }
}

/// Blocks for each multiprocessor that take several turns; 0: one for each two tasks there may be,
/// of which many find none and end at once.
inline constexpr std::uint32_t task_blocks[] = {0, 8, 16};
inline constexpr TuningParameter task_blocks_parameter = {"blocks-per-multiprocessor", task_blocks,
                                                          3, 0};

/// Launches a kernel of tasks. @param kernel_arguments what it takes behind the arguments of the
/// pass. @param blocks_each a value of task_blocks.
template <class Physics, bool merges, class Run, class Kernel, class... KernelArguments>
int run_tasks(const PassArguments<Physics>& a, std::uint32_t blocks_each, Run& run, Kernel kernel,
              const KernelArguments&... kernel_arguments) {
  std::uint32_t blocks = most_task_blocks(a);
  if (blocks_each > 0) {
    gpu::DeviceLimits device{};
    if (const int error = gpu::device_limits(&device)) return error;
    blocks = std::min(blocks, blocks_each * device.multiprocessors);
  }
  const Launch launch = Launch{blocks, task_block}
                            .with(gpu::Cooperation::block)
                            .with_shared(TaskThreads<Physics, merges>::shared_bytes)
                            .with(work_from_shared_memory<Physics>());
  return run.kernel(kernel, launch, with_tasks(a), coefficients_of<Physics>(a),
                    kernel_arguments...);
}

}  // namespace sphlab
