// forces/cpu-symmetric: one thread computes each pair once, for both of its particles (paper D,
// section 3, the first of its optimisations of a CPU), `lanes` sources at a time (its third).
// Cells of half the radius, its second, are a variant's cells_per_radius.
#include "kernels/traversals/cpu/ladder_physics.hpp"
#include "kernels/traversals/cpu/pair_sweep.hpp"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {
namespace {

struct CpuSymmetric {
  static constexpr const char* name = "cpu-symmetric";
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr TuningParameter parameters[] = {lanes_parameter};

  static constexpr int copies(const std::uint32_t*) { return 1; }
  static constexpr int check(const PairArguments&, const std::uint32_t*) { return 0; }

  template <class Physics>
  using PreparationFor = FieldArraysPreparation<CpuSymmetric, Physics>;

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const auto coefficients = coefficients_of<Physics>(a);
    return with_lanes(tuning[0], [&]<class T>(T) {
      return run.loop(work_of_half<Physics>(), [&] { compute<Physics, T>(a, coefficients); });
    });
  }

 private:
  template <class Physics, class T>
  static void compute(const PassArguments<Physics>& a,
                      const typename Physics::Coefficients& coefficients) {
    const std::uint32_t end = live(a);
    FieldArrays<Physics> arrays(a.workspace, a.particles);
    arrays.fill(a, coefficients, 0, end);
    arrays.clear_sums(0, 0, end);
    PairSweep<Physics, T, Sums::own> sweep(a, coefficients, arrays, 0);
    for (std::uint32_t key = 0; key < a.grid.count; ++key)
      sweep.add_cell(cell_index(a.grid, key), all_cells(a.grid));
    store_sums(a, coefficients, arrays, 0, end);
  }
};

[[maybe_unused]] const bool registered_cpu_symmetric =
    register_traversal<CpuSymmetric, LadderPhysics>();

}  // namespace
}  // namespace sphlab
