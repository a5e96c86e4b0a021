// forces/cpu-cells: the ground that paper D's ladder of CPU optimisations stands on: one thread, a
// particle at a time, each of its pairs computed for itself alone, a source at a time.
#include "kernels/traversals/cell_pairs.cuh"
#include "kernels/traversals/cpu/ladder_physics.hpp"

namespace sphlab {
namespace {

struct CpuCells {
  static constexpr const char* name = "cpu-cells";
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  /// There is nothing to choose: no lanes, no threads.
  static constexpr std::array<TuningParameter, 0> parameters{};

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t*, Run& run) {
    const auto coefficients = coefficients_of<Physics>(a);
    return with_cell_order(a.grid, [&]<class Order>(Order) {
      return run.loop(work_from_global_memory<Physics>(), [&] {
        const ParticleRange all = targets(a);
        for (std::uint32_t i = all.first; i < all.last; ++i)
          compute_particle<Physics, Order>(a, coefficients, i, cell_at_sort<Order>(a, i));
      });
    });
  }
};

[[maybe_unused]] const bool registered_cpu_cells = register_traversal<CpuCells, LadderPhysics>();

}  // namespace
}  // namespace sphlab
