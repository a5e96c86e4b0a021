// forces/par-part-rows: one thread per particle visits the nine rows of three cells around it. The
// particles of a row are contiguous in the linear order, so that there are nine loops instead of
// the 27 of par-part-noloop.
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Adds the nine rows around `own`.
template <class Physics>
__device__ __forceinline__ void add_rows(const PairArguments& a,
                                         const typename Physics::Coefficients& coefficients,
                                         CellIndex own, CellTarget<Physics>& target) {
  for (int z = own.z - 1; z <= own.z + 1; ++z) {
    for (int y = own.y - 1; y <= own.y + 1; ++y) {
      const ParticleRange row = row_range(a, own.x, y, z);
      if (y == own.y && z == own.z) {
        add_range<Physics, Self::among>(a, coefficients, row, target);
      } else {
        add_range<Physics, Self::absent>(a, coefficients, row, target);
      }
    }
  }
}

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_part_rows(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  const bool has_target = is_target<Physics>(a, i);
  CellTarget<Physics> target{};
  if (has_target) {
    target = load_target<Physics>(a, i);
    add_rows<Physics>(a, coefficients, cell_at_sort(a, i), target);
  }
  store_target<Physics>(a, coefficients, i, has_target, target);
}

namespace {

struct ParPartRows {
  static constexpr const char* name = "par-part-rows";

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(par_part_rows<Physics>,
                      per_item(a.particles, tuning[0]).with(work_from_global_memory<Physics>()), a,
                      coefficients_of<Physics>(a));
  }
};

[[maybe_unused]] const bool registered_par_part_rows =
    register_traversal<ParPartRows, PairPhysics>();

}  // namespace
}  // namespace sphlab
