// forces/hierarchical-tasks-x, hierarchical-tasks-xz and hierarchical-tasks: tasks whose sources
// are narrowed to the slabs and columns in which they can be, and which are merged where two follow
// each other in a cell (catalogue T4; paper E, 4.2 and 4.3, algorithms 3 and 4; figure 16: Ls, Ld,
// Lh).
//
// They differ in which rows of sources are cut slab by slab, which is a number for the kernel: in a
// file each it would be compiled three times.
#include "kernels/traversals/tasks/task_rows.cuh"
#include "kernels/traversals/tasks/task_threads.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort), cell_begin, the offsets of cuboids, and tasks;
/// writes what the physics stores. Dynamic shared memory: that of TaskThreads.
template <class Physics>
__global__ void __launch_bounds__(task_block)
    hierarchical_tasks(WithTasks<PassArguments<Physics>> a,
                       typename Physics::Coefficients coefficients, RowCut cut) {
  __shared__ TaskRow rows[2][task_rows];
  constexpr std::uint32_t own_row = task_rows / 2;
  if (is_over<Physics>(a)) return;
  for_each_task<Physics, LinearOrder<1>>(a, coefficients, [&](const Task& task) {
    const TaskThreads<Physics, true> threads(task, gpu::dynamic_shared<unsigned char>());
    TaskRow* own_rows = rows[threads.number()];
    if (threads.thread() < task_rows)
      own_rows[threads.thread()] = task_row(a.grid, a.cell_begin, task, threads.thread(), cut);
    threads.synchronise();
    TaskTarget<Physics> own = load_task_target<Physics>(a, task);
    for (std::uint32_t number = 0; number < task_rows; ++number) {
      const TaskRow& row = own_rows[number];
      if (number == own_row) {
        threads.template add<Self::among>(a, coefficients, row.particles, own.has_sum, own.target);
      } else if (!row.is_cut) {
        threads.template add<Self::absent>(a, coefficients, row.particles, own.has_sum, own.target);
      } else {
        for (std::uint32_t slab = 0; slab < row.slabs; ++slab) {
          threads.template add<Self::absent>(
              a, coefficients, slab_of(a.grid, a.cell_begin, row, slab), own.has_sum, own.target);
        }
      }
    }
    store_task_target<Physics>(a, coefficients, task, own);
  });
}

namespace {

constexpr std::uint32_t no_or_yes[] = {0, 1};
constexpr TuningParameter hierarchical_parameters[] = {task_blocks_parameter,
                                                       {"merge", no_or_yes, 2, 1}};

/// A traversal that has a name, parameters, hierarchical_parameters first, and
///   cut(tuning)    which rows are cut
template <class Traversal>
struct HierarchicalTraversal {
  static constexpr bool ends_repetitions = true;
  static constexpr std::uint32_t orders = perpendicular_order;
  static constexpr bool narrows = true;
  template <class Physics>
  using PreparationFor = Tasks<Traversal, Physics::targets>;

  static bool merges(const std::uint32_t* tuning) { return tuning[1] != 0; }

  static int count_candidates(const PairArguments& a, const std::uint32_t* tuning,
                              const TasksOnHost& found, TypeMask targets, double* pairs) {
    return count_task_candidates(a, found, targets, Traversal::cut(tuning), pairs);
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return run_tasks<Physics, true>(a, tuning[0], run, hierarchical_tasks<Physics>,
                                    Traversal::cut(tuning));
  }
};

struct HierarchicalTasksX : HierarchicalTraversal<HierarchicalTasksX> {
  static constexpr const char* name = "hierarchical-tasks-x";
  static constexpr const auto& parameters = hierarchical_parameters;

  static RowCut cut(const std::uint32_t*) { return cut_no_row; }
};

struct HierarchicalTasksXz : HierarchicalTraversal<HierarchicalTasksXz> {
  static constexpr const char* name = "hierarchical-tasks-xz";
  static constexpr const auto& parameters = hierarchical_parameters;

  static RowCut cut(const std::uint32_t*) { return cut_every_row; }
};

struct HierarchicalTasks : HierarchicalTraversal<HierarchicalTasks> {
  static constexpr const char* name = "hierarchical-tasks";
  /// The paper cuts rows of more than 90 particles. The published code counts by slabs, 22 each,
  /// which comes nearer to where its figure 16 has the two cross.
  static constexpr std::uint32_t per_row[] = {0, 45, 90, 180};
  static constexpr std::uint32_t per_slab[] = {0, 22};
  static constexpr TuningParameter parameters[] = {hierarchical_parameters[0],
                                                   hierarchical_parameters[1],
                                                   {"threshold-per-row", per_row, 4, 90},
                                                   {"threshold-per-slab", per_slab, 2, 0}};

  static RowCut cut(const std::uint32_t* tuning) { return {tuning[2], tuning[3]}; }
};

[[maybe_unused]] const bool registered_hierarchical_tasks =
    register_traversal<HierarchicalTasksX, PairPhysics>() &&
    register_traversal<HierarchicalTasksXz, PairPhysics>() &&
    register_traversal<HierarchicalTasks, PairPhysics>();

}  // namespace
}  // namespace sphlab
