// forces/par-part-noloop: one thread per particle visits the particles of the cells around it, 27
// where they are as large as the radius (catalogue T2; paper C, 4.1 and algorithm 1). It serves
// cells of every order and size where pairs beyond the radius are left out.
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics, class Order>
__global__ void __launch_bounds__(256)
    par_part_noloop(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = target_of_thread(a);
  if (is_over<Physics>(a) || i >= targets(a).last) return;
  compute_particle<Physics, Order>(a, coefficients, i, cell_at_sort<Order>(a, i));
}

namespace {

struct ParPartNoloop {
  static constexpr const char* name = "par-part-noloop";
  static constexpr bool ends_repetitions = true;
  static constexpr bool serves_periodic = true;
  /// Without a test of the distance, the cells of the radius are what says which pairs count.
  template <class Physics>
  static constexpr bool serves_any_cells() {
    return tests_distance<Physics> && !is_periodic_physics<Physics>;
  }

  template <class Physics>
  static constexpr bool is_default_for() {
    return !has_list_traversals<Physics>;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0]).with(work_from_global_memory<Physics>());
    const auto with_order = [&]<class Order>(Order) {
      return run.kernel(par_part_noloop<Physics, Order>, launch, a, coefficients_of<Physics>(a));
    };
    if constexpr (serves_any_cells<Physics>()) return with_cell_order(a.grid, with_order);
    return with_order(LinearOrder<1>{});
  }
};

[[maybe_unused]] const bool registered_par_part_noloop =
    register_traversal<ParPartNoloop, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
