// What the traversals of the CPU share that compute a pair once, for both of its particles,
// whichever way they have pairs in SIMD lanes.
//
// Such a traversal has
//   Arrays<Physics>      the particles and sums as it keeps them: field_arrays.hpp,
//   particle_rows.hpp Sweep<Physics, T>    which adds up the pairs of a cell: pair_sweep.hpp,
//   packed_sweep.hpp copies(tuning)       sets of sums check(arguments, tuning)    an error where
//   it refuses
#pragma once

#include <algorithm>

#include "kernels/neighbours/lane_sources.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/traversals/half_neighbourhood.hpp"
#include "kernels/traversals/omp_threads.hpp"

namespace sphlab {

// Of each file that includes it its own: what has one caller is inlined there.
namespace {

/// The types of the particles, which stay between two rebuilds, and room for the rest.
template <class Traversal, class Physics>
struct ArraysPreparation {
  using Arrays = typename Traversal::template Arrays<Physics>;
  static constexpr const char* name = Arrays::name;

  static int workspace(const PairArguments& a, const std::uint32_t* tuning, std::size_t* bytes) {
    if (const int error = Traversal::check(a, tuning)) return error;
    *bytes = Arrays::bytes(a.particles, Traversal::copies(tuning));
    return 0;
  }

  template <class Run>
  static int plan(const PairArguments& a, const std::uint32_t*, Run& run) {
    return run.loop({.bytes_per_particle = 8}, [&] {
      Arrays(a.workspace, a.particles).load_types(a, 0, a.cell_begin[a.grid.count]);
    });
  }
};

/// Writes what the physics makes of the sums of particles [first, last).
template <class Physics, class Arrays>
void store_sums(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
                const Arrays& arrays, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t i = first; i < last; ++i) {
    if (arrays.type(i) & Physics::targets) {
      Physics::store(coefficients, a, i, arrays.sum(i));
    } else {
      Physics::store_nothing(a, i);
    }
  }
}

/// What a pass declares that computes a pair once. A physics counts the operations of one side,
/// sums included: those of the other side's sums are left out.
template <class Physics>
constexpr DeclaredWork work_of_half() {
  return {Physics::flops_per_pair / 2, 4, 4, 6, Physics::bytes_per_target};
}

/// All of it by one thread.
template <class Traversal, class Physics, class T>
void compute_alone(const PassArguments<Physics>& a,
                   const typename Physics::Coefficients& coefficients) {
  const std::uint32_t live = a.cell_begin[a.grid.count];
  typename Traversal::template Arrays<Physics> arrays(a.workspace, a.particles);
  arrays.load(a, coefficients, 0, live);
  arrays.clear_sums(0, 0, live);
  typename Traversal::template Sweep<Physics, T> sweep(a, coefficients, arrays, 0);
  for (std::uint32_t key = 0; key < a.grid.count; ++key) sweep.add_cell(cell_index(a.grid, key));
  store_sums<Physics>(a, coefficients, arrays, 0, live);
}

/// By threads that take cells as they run out of them, `chunk` at a time. A thread adds to sums of
/// its own, of all particles, which are then merged in parallel (paper D, section 3). Which thread
/// computes a pair is left to chance, and so is the last digit of a sum.
template <class Traversal, class Physics, class T>
void compute_among_threads(const PassArguments<Physics>& a,
                           const typename Physics::Coefficients& coefficients, int threads,
                           int chunk) {
  /// Particles that are spread, merged and stored at a time: their sums stay in the cache.
  constexpr std::uint32_t stretch = 1024;
  const std::uint32_t live = a.cell_begin[a.grid.count];
  typename Traversal::template Arrays<Physics> arrays(a.workspace, a.particles);
#pragma omp parallel num_threads(threads)
  {
    const int own = omp_get_thread_num();
    arrays.clear_sums(own, 0, live);
#pragma omp for schedule(static)
    for (std::uint32_t first = 0; first < live; first += stretch)
      arrays.load(a, coefficients, first, std::min(first + stretch, live));
    typename Traversal::template Sweep<Physics, T> sweep(a, coefficients, arrays, own);
#pragma omp for schedule(dynamic, chunk)
    for (std::uint32_t key = 0; key < a.grid.count; ++key) sweep.add_cell(cell_index(a.grid, key));
#pragma omp for schedule(static)
    for (std::uint32_t first = 0; first < live; first += stretch) {
      const std::uint32_t last = std::min(first + stretch, live);
      for (int copy = 1; copy < threads; ++copy) arrays.merge_sums(copy, first, last);
      store_sums<Physics>(a, coefficients, arrays, first, last);
    }
  }
}

}  // namespace

/// A traversal by one thread, with one tuning parameter, `lanes`, of which
/// Traversal::with_lanes(lanes, use) calls use with the type.
template <class Traversal>
struct SymmetricAlone {
  static constexpr std::uint32_t reaches = AnyCells::reaches;

  static constexpr int copies(const std::uint32_t*) { return 1; }
  static constexpr int check(const PairArguments&, const std::uint32_t*) { return 0; }

  template <class Physics>
  using PreparationFor = ArraysPreparation<Traversal, Physics>;

  template <class Physics, class Run>
  static int plan(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const auto coefficients = coefficients_of<Physics>(a);
    return Traversal::with_lanes(tuning[0], [&]<class T>(T) {
      return run.loop(work_of_half<Physics>(),
                      [&] { compute_alone<Traversal, Physics, T>(a, coefficients); });
    });
  }
};

/// A traversal by threads that have sums of their own.
template <class Traversal>
struct SymmetricAmongThreads {
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr std::uint32_t chunks[] = {1, 10, 100};
  static constexpr TuningParameter parameters[] = {
      {"cells-per-chunk", chunks, 3, 10}, thread_parameter, wide_lanes_parameter};

  static int copies(const std::uint32_t* tuning) { return threads_of(tuning[1]); }
  static int check(const PairArguments&, const std::uint32_t* tuning) {
    return check_threads(tuning[1]);
  }

  template <class Physics>
  using PreparationFor = ArraysPreparation<Traversal, Physics>;

  template <class Physics, class Run>
  static int plan(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = check(a, tuning)) return error;
    const auto coefficients = coefficients_of<Physics>(a);
    return with_wide_lanes(tuning[2], [&]<class T>(T) {
      return run.loop(work_of_half<Physics>(), [&] {
        compute_among_threads<Traversal, Physics, T>(a, coefficients, threads_of(tuning[1]),
                                                     static_cast<int>(tuning[0]));
      });
    });
  }
};

}  // namespace sphlab
