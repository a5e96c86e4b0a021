// forces/cta-tasks: a team of threads for each task of up to 32 targets of a cell, two of them a
// block; sources pass through shared memory, 32 at a time. Particles in sparse surroundings have a
// thread each, as in `rows` (catalogue T4; paper E, 3).
#include "kernels/traversals/tasks/task_threads.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort), cell_begin and tasks; writes what the physics
/// stores. Dynamic shared memory: that of TaskThreads.
template <class Physics, class Order>
__global__ void __launch_bounds__(task_block)
    cta_tasks(WithTasks<PassArguments<Physics>> a, typename Physics::Coefficients coefficients) {
  constexpr std::uint32_t own_run = Order::runs / 2;
  if (is_over<Physics>(a)) return;
  for_each_task<Physics, Order>(a, coefficients, [&](const Task& task) {
    const TaskThreads<Physics, false> threads(task, gpu::dynamic_shared<unsigned char>());
    TaskTarget<Physics> own = load_task_target<Physics>(a, task);
    const CellIndex cell = Order::cell(a.grid, task.cell);
    for (std::uint32_t run = 0; run < Order::runs; ++run) {
      const ParticleRange sources = run_of_sources<Order>(a, cell, run);
      if (run == own_run) {
        threads.template add<Self::among>(a, coefficients, sources, own.has_sum, own.target);
      } else {
        threads.template add<Self::absent>(a, coefficients, sources, own.has_sum, own.target);
      }
    }
    store_task_target<Physics>(a, coefficients, task, own);
  });
}

namespace {

struct CtaTasks {
  static constexpr const char* name = "cta-tasks";
  static constexpr bool ends_repetitions = true;
  static constexpr std::uint32_t orders = linear_order | ranked_order;
  static constexpr TuningParameter parameters[] = {task_blocks_parameter};
  template <class Physics>
  using PreparationFor = Tasks<CtaTasks, Physics::targets>;

  static bool merges(const std::uint32_t*) { return false; }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const bool ranked = a.grid.rank_of_cell != nullptr;
    return run_tasks<Physics, false>(
        a, tuning[0], run,
        ranked ? cta_tasks<Physics, RankedOrder<1>> : cta_tasks<Physics, LinearOrder<1>>);
  }
};

[[maybe_unused]] const bool registered_cta_tasks = register_traversal<CtaTasks, PairPhysics>();

}  // namespace
}  // namespace sphlab
