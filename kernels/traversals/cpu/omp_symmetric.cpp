// forces/omp-symmetric: each pair once, for both of its particles, by threads that take cells as
// they run out of them. A thread adds to sums of its own, of all particles, which are then merged
// in parallel (paper D, section 3). Which thread computes a pair is left to chance, and so is the
// last digit of a sum.
#include "kernels/traversals/cpu/ladder_physics.hpp"
#include "kernels/traversals/cpu/pair_sweep.hpp"
#include "kernels/traversals/omp_threads.hpp"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {
namespace {

struct OmpSymmetric {
  static constexpr const char* name = "omp-symmetric";
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr std::uint32_t chunks[] = {1, 10, 100};
  static constexpr TuningParameter parameters[] = {
      {"cells-per-chunk", chunks, 3, 10}, thread_parameter, wide_lanes_parameter};

  static int copies(const std::uint32_t* tuning) { return threads_of(tuning[1]); }
  static int check(const PairArguments&, const std::uint32_t* tuning) {
    return check_threads(tuning[1]);
  }

  template <class Physics>
  using PreparationFor = FieldArraysPreparation<OmpSymmetric, Physics>;

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = check(a, tuning)) return error;
    const auto coefficients = coefficients_of<Physics>(a);
    return with_wide_lanes(tuning[2], [&]<class T>(T) {
      return run.loop(work_of_half<Physics>(), [&] {
        compute<Physics, T>(a, coefficients, threads_of(tuning[1]), static_cast<int>(tuning[0]));
      });
    });
  }

 private:
  /// Particles that are spread, merged and stored at a time: their sums stay in the cache.
  static constexpr std::uint32_t stretch = 1024;

  template <class Physics, class T>
  static void compute(const PassArguments<Physics>& a,
                      const typename Physics::Coefficients& coefficients, int threads, int chunk) {
    const std::uint32_t end = live(a);
    FieldArrays<Physics> arrays(a.workspace, a.particles);
#pragma omp parallel num_threads(threads)
    {
      const int own = omp_get_thread_num();
      arrays.clear_sums(own, 0, end);
#pragma omp for schedule(static)
      for (std::uint32_t first = 0; first < end; first += stretch)
        arrays.fill(a, coefficients, first, std::min(first + stretch, end));
      PairSweep<Physics, T, Sums::own> sweep(a, coefficients, arrays, own);
#pragma omp for schedule(dynamic, chunk)
      for (std::uint32_t key = 0; key < a.grid.count; ++key)
        sweep.add_cell(cell_index(a.grid, key), all_cells(a.grid));
#pragma omp for schedule(static)
      for (std::uint32_t first = 0; first < end; first += stretch) {
        const std::uint32_t last = std::min(first + stretch, end);
        for (int copy = 1; copy < threads; ++copy) arrays.merge_sums(copy, first, last);
        store_sums(a, coefficients, arrays, first, last);
      }
    }
  }
};

[[maybe_unused]] const bool registered_omp_symmetric =
    register_traversal<OmpSymmetric, LadderPhysics>();

}  // namespace
}  // namespace sphlab
