// forces/rows: one thread per particle, through the nine rows of three cells around it, straight
// from global memory. It has the loops of x-pencil without its shared memory: what a traversal
// gains by each of the two is told apart by it (catalogue T2; paper C, 5.2).
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    rows(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = target_of_thread(a);
  if (is_over<Physics>(a) || i >= targets(a).last) return;
  const bool has_target = is_target<Physics>(a, i);
  CellTarget<Physics> target{};
  if (has_target) {
    target = load_target<Physics>(a, i);
    add_runs<Physics, LinearOrder<1>>(a, coefficients, cell_at_sort(a, i), target);
  }
  store_target<Physics>(a, coefficients, i, has_target, target);
}

namespace {

struct RowsOfCells {
  static constexpr const char* name = "rows";
  static constexpr bool ends_repetitions = true;
  static constexpr TuningParameter parameters[] = {{"block", block_sizes, 3, 128}};

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0]);
    return run.kernel(rows<Physics>, launch.with(work_from_global_memory<Physics>()), a,
                      coefficients_of<Physics>(a));
  }
};

[[maybe_unused]] const bool registered_rows = register_traversal<RowsOfCells, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
