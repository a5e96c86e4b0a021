// What the cell traversals share: the particles of a cell, and how a target meets them.
#pragma once

#include "kernels/grid/periodic_runs.cuh"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/repetition.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/traversals/add_by_type.cuh"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {

/// A target in registers, with what it has accumulated.
template <class Physics>
struct CellTarget {
  std::uint32_t index;
  typename Physics::template Particle<float> particle;
  typename Physics::template Sum<float> sum;
};

template <class Physics>
__device__ __forceinline__ CellTarget<Physics> load_target(const PairArguments& a,
                                                           std::uint32_t i) {
  return {i, load<Physics>(a, i), {}};
}

/// Writes the result of particle i: of `target` where the physics forms a sum for it.
template <class Physics>
__device__ __forceinline__ void store_target(const PassArguments<Physics>& a,
                                             const typename Physics::Coefficients& coefficients,
                                             std::uint32_t i, bool has_target,
                                             const CellTarget<Physics>& target) {
  if (has_target) {
    Physics::store(coefficients, a, i, target.sum);
  } else {
    Physics::store_nothing(a, i);
  }
}

/// Whether a target is among the sources that it is shown. It is in its own cell, and the others
/// need not be searched for it: two instructions per candidate of some twenty.
enum class Self { among, absent };

/// Whether the term of the pair of a target with source j is to be evaluated. Without a test of the
/// distance that is always, and the target itself, one source in hundreds, is not worth a branch:
/// its term is left out.
template <class Physics, Self self>
__device__ __forceinline__ bool counts(float radius2, std::uint32_t j, std::uint32_t target,
                                       Pair<float>& pair) {
  const bool is_other = self == Self::absent || j != target;
  if constexpr (tests_distance<Physics>) {
    return pair.r2 < radius2 && is_other;
  } else {
    pair.included = is_other;
    return true;
  }
}

/// Adds the source j, which has been loaded, where the pair counts.
template <class Physics, Self self>
__device__ __forceinline__ void add_loaded(const PairArguments& a,
                                           const typename Physics::Coefficients& coefficients,
                                           float radius2, std::uint32_t j,
                                           const typename Physics::template Particle<float>& source,
                                           TypeMask type, CellTarget<Physics>& target) {
  Pair<float> pair = separation(a, target.particle, source);
  if (counts<Physics, self>(radius2, j, target.index, pair)) {
    add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, target.particle, source,
                         pair, target.sum);
  }
}

/// Adds those of `sources` that count. Each is read from global memory: its position first, the
/// rest where the pair counts.
template <class Physics, Self self>
__device__ __forceinline__ void add_range(const PairArguments& a,
                                          const typename Physics::Coefficients& coefficients,
                                          ParticleRange sources, CellTarget<Physics>& target) {
  const float radius2 = a.influence_radius * a.influence_radius;
  for (std::uint32_t j = sources.first; j < sources.last; ++j) {
    const float4 r = position(a, j);
    Pair<float> pair = separation(a, target.particle, r);
    if (counts<Physics, self>(radius2, j, target.index, pair)) {
      const TypeMask type = source_mask<Physics>(a, j);
      add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, target.particle,
                           load<Physics>(a, j, r), pair, target.sum);
    }
  }
}

/// Adds the cells around `own`, 27 where they are as large as the radius.
template <class Physics, class Order = LinearOrder<1>>
__device__ __forceinline__ void add_neighbourhood(
    const PairArguments& a, const typename Physics::Coefficients& coefficients, CellIndex own,
    CellTarget<Physics>& target) {
  for (int neighbour = 0; neighbour < cells_around<Order::reach>; ++neighbour) {
    const ParticleRange sources =
        cell_range<Order>(a, neighbour_cell<Order::reach>(own, neighbour));
    if (neighbour == own_cell<Order::reach>) {
      add_range<Physics, Self::among>(a, coefficients, sources, target);
    } else {
      add_range<Physics, Self::absent>(a, coefficients, sources, target);
    }
  }
}

/// Adds the same in contiguous runs of sources: in the linear order nine rows of cells in place of
/// 27 cells.
template <class Physics, class Order>
__device__ __forceinline__ void add_runs(const PairArguments& a,
                                         const typename Physics::Coefficients& coefficients,
                                         CellIndex own, CellTarget<Physics>& target) {
  constexpr std::uint32_t own_run = Order::runs / 2;
  for (std::uint32_t run = 0; run < Order::runs; ++run) {
    const ParticleRange sources = run_of_sources<Order>(a, own, run);
    if (run == own_run) {
      add_range<Physics, Self::among>(a, coefficients, sources, target);
    } else {
      add_range<Physics, Self::absent>(a, coefficients, sources, target);
    }
  }
}

/// Adds the same in a periodic box. add_range() is not told of that: the target stands where the
/// sources of a run see it.
template <class Physics>
__device__ __forceinline__ void add_images(const PassArguments<Physics>& a,
                                           const typename Physics::Coefficients& coefficients,
                                           CellIndex own, CellTarget<Physics>& target) {
  const auto here = target.particle;
  for (std::uint32_t number = 0; number < periodic_runs; ++number) {
    const ImageRange run = run_of_images(a, own, number);
    target.particle = seen_by(run, here);
    if (number == own_periodic_run) {
      add_range<Physics, Self::among>(a, coefficients, run, target);
    } else {
      add_range<Physics, Self::absent>(a, coefficients, run, target);
    }
  }
}

/// The whole of particle i, which was in the cell `own` at the last sort (its present position may
/// lie in another: between two sorts the ranges are those of then): the cells around it, straight
/// from global memory. Writes what the physics stores.
template <class Physics, class Order = LinearOrder<1>>
__device__ __forceinline__ void compute_particle(const PassArguments<Physics>& a,
                                                 const typename Physics::Coefficients& coefficients,
                                                 std::uint32_t i, CellIndex own) {
  const bool has_target = is_target<Physics>(a, i);
  CellTarget<Physics> target{};
  if (has_target) {
    target = load_target<Physics>(a, i);
    if constexpr (is_periodic_physics<Physics>) {
      add_images<Physics>(a, coefficients, own, target);
    } else {
      add_neighbourhood<Physics, Order>(a, coefficients, own, target);
    }
  }
  store_target<Physics>(a, coefficients, i, has_target, target);
}

/// Threads of a block that has a cell to itself: below a warp, too, for cells hold few particles.
inline constexpr std::uint32_t cell_blocks[] = {32, 64, 128, 256};
inline constexpr TuningParameter cell_block_parameter[] = {{"block", cell_blocks, 4, 128}};

/// Operations of a candidate's test: of the squared distance.
template <class Physics>
inline constexpr double flops_of_the_test = tests_distance<Physics> ? 8 : 0;

/// What a traversal declares that reads every candidate from global memory.
template <class Physics>
constexpr DeclaredWork work_from_global_memory() {
  constexpr double type_bytes = asks_for_type<Physics> ? 4 : 0;
  return {Physics::flops_per_pair, flops_of_the_test<Physics>,
          type_bytes + Physics::bytes_per_source - 16, 16, 4 + Physics::bytes_per_target};
}

}  // namespace sphlab
