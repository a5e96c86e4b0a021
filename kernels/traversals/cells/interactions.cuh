// Fluid and boundary acting on each other, a thread a target, as paper D's GPU ladder computes it
// (section 4, table 5): by one kernel for whichever two kinds, launched for each pair of them, or
// by a kernel for each kind of target, which loads it once and stores it once.
//
// Sources are copied to arrays of the traversal's own at the beginning of a pass, fluid first: each
// evaluation of a step moves particles, a rebuild serves them all.
#pragma once

#include "kernels/storage/source_arrays.cuh"
#include "kernels/strategy/occupancy_block.hpp"
#include "kernels/traversals/cell_pairs.cuh"
#include "kernels/traversals/cells/split_cells.cuh"

namespace sphlab {

/// Copies the particles to the arrays of the sources. Reads state and home.
template <class Physics, template <class> class Arrays>
__global__ void gather_sources(WithSplit<PairArguments> a,
                               typename Physics::Coefficients coefficients) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= a.split.counts[0] + a.split.counts[1]) return;
  Arrays<Physics>(a.split.sources, a.particles).put(coefficients, a.state, a.split.home[k], k);
}

/// Calls add(source, pair) for the sources of a range that are in reach of the target.
/// @tparam self whether the target may be among them.
template <class Physics, Self self, class Arrays, class Add>
__device__ __forceinline__ void for_each_in_reach(const PairArguments& a, const Arrays& arrays,
                                                  float radius2, ParticleRange range,
                                                  const CellTarget<Physics>& target, Add&& add) {
  for (std::uint32_t k = range.first; k < range.last; ++k) {
    const float4 position = arrays.position(k);
    Pair<float> pair = separation(a, target.particle, position);
    if (counts<Physics, self>(radius2, k, target.index, pair)) add(arrays.load(k, position), pair);
  }
}

/// The target of the calling thread, whose place in the arrays is its number among those of a kind
/// and those of the kinds before it.
template <class Physics, class Arrays>
__device__ __forceinline__ CellTarget<Physics> target_at(const Arrays& arrays, std::uint32_t k) {
  return {k, arrays.load(k, arrays.position(k)), {}};
}

/// Which kind acts on which, and whether that adds to a result.
struct Interaction {
  std::uint32_t target, source;
  bool adds;
};

/// Any kind on any: the kinds are known at run time only. Reads the arrays, home, keys and the
/// table; writes what the physics stores, or adds to it.
template <class Physics, class Search, template <class> class Arrays>
__global__ void interact_any(WithSplit<PassArguments<Physics>> a,
                             typename Physics::Coefficients coefficients, Interaction between) {
  const std::uint32_t number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= a.split.counts[between.target]) return;
  const Arrays<Physics> arrays(a.split.sources, a.particles);
  auto target = target_at<Physics>(arrays, number + (between.target == 0 ? 0 : a.split.counts[0]));
  const std::uint32_t i = a.split.home[target.index];
  const TypeMask type =
      between.source == 0 ? GroupOfKind<Physics, 0>::mask : GroupOfKind<Physics, 1>::mask;
  const float radius2 = a.influence_radius * a.influence_radius;
  Search::for_each(
      a.grid, a.split.table, between.source, a.keys[i], [&](ParticleRange range, bool) {
        for_each_in_reach<Physics, Self::among>(
            a, arrays, radius2, range, target, [&](const auto& source, const Pair<float>& pair) {
              add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, target.particle,
                                   source, pair, target.sum);
            });
      });
  if (between.adds) {
    Physics::store_more(coefficients, a, i, target.sum);
  } else {
    Physics::store(coefficients, a, i, target.sum);
  }
}

/// Adds the sources of a kind to a target of another, or of its own.
template <class Physics, class Search, std::uint32_t kind, std::uint32_t source_kind, class Arrays>
__device__ __forceinline__ void add_kind(const WithSplit<PassArguments<Physics>>& a,
                                         const typename Physics::Coefficients& coefficients,
                                         const Arrays& arrays, std::uint32_t own,
                                         CellTarget<Physics>& target) {
  const float radius2 = a.influence_radius * a.influence_radius;
  const auto add = [&](const auto& source, const Pair<float>& pair) {
    add_one_sided<Physics, GroupOfKind<Physics, source_kind>>(coefficients, target.particle, source,
                                                              pair, target.sum);
  };
  Search::for_each(a.grid, a.split.table, source_kind, own, [&](ParticleRange range, bool is_own) {
    if (kind == source_kind && is_own) {
      for_each_in_reach<Physics, Self::among>(a, arrays, radius2, range, target, add);
    } else {
      for_each_in_reach<Physics, Self::absent>(a, arrays, radius2, range, target, add);
    }
  });
}

/// All that act on targets of a kind. Reads and writes as interact_any does.
template <class Physics, class Search, template <class> class Arrays, std::uint32_t kind>
__global__ void interact_merged(WithSplit<PassArguments<Physics>> a,
                                typename Physics::Coefficients coefficients) {
  const std::uint32_t number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= a.split.counts[kind]) return;
  const Arrays<Physics> arrays(a.split.sources, a.particles);
  auto target = target_at<Physics>(arrays, number + (kind == 0 ? 0 : a.split.counts[0]));
  const std::uint32_t i = a.split.home[target.index];
  const std::uint32_t own = a.keys[i];
  constexpr std::uint32_t acting = acting_kinds<Physics, kind>;
  if constexpr ((acting & 1) != 0)
    add_kind<Physics, Search, kind, 0>(a, coefficients, arrays, own, target);
  if constexpr ((acting & 2) != 0)
    add_kind<Physics, Search, kind, 1>(a, coefficients, arrays, own, target);
  Physics::store(coefficients, a, i, target.sum);
}

/// What the rungs of the ladder have in common. What derives from it adds the name, the Search, and
/// how it launches; the first of its parameters is the block.
struct LadderTraversal {
  static constexpr std::uint32_t reaches = AnyCells::reaches;

  template <class Physics>
  static constexpr bool serves() {
    return has_fluid_and_boundary<Physics>();
  }
  template <class Physics>
  static constexpr std::uint32_t acting[kinds] = {acting_kinds<Physics, 0>,
                                                  acting_kinds<Physics, 1>};

 protected:
  /// Of the first kernel that evaluates pairs: how many fall to which the state decides. Of a
  /// target its place in the state, its cell and its result beside what is read of a source.
  template <class Physics, template <class> class Arrays>
  static constexpr DeclaredWork work() {
    constexpr double each = Arrays<Physics>::bytes_each;
    constexpr double position = Arrays<Physics>::position_bytes;
    return {Physics::flops_per_pair, flops_of_the_test<Physics>, each - position, position,
            each + 4 + 4 + sizeof(float4)};
  }
  /// Of the others.
  template <class Physics, template <class> class Arrays>
  static constexpr DeclaredWork work_of_later() {
    return {.bytes_per_particle = work<Physics, Arrays>().bytes_per_particle};
  }

  template <class Physics, template <class> class Arrays, class Run>
  static int gather(const WithSplit<PassArguments<Physics>>& a, Run& run) {
    constexpr double each = Arrays<Physics>::bytes_each;
    const DeclaredWork copied{.bytes_per_particle = 4 + Physics::bytes_per_source + each};
    return run.kernel(gather_sources<Physics, Arrays>, per_item(a.particles, 256).with(copied),
                      WithSplit<PairArguments>{a, a.split, a.fluid}, coefficients_of<Physics>(a));
  }

  /// Threads for the particles of a kind, in blocks of what the tuning wants.
  template <auto kernel>
  static int launch_for(const PairArguments& a, std::uint32_t kind, std::uint32_t wanted,
                        Launch* launch) {
    unsigned block = 0;
    if (const int error = block_for<kernel>(wanted, &block)) return error;
    *launch = per_item(std::max(1u, most_of_kind(a, kind)), block);
    return 0;
  }
};

/// One kernel, launched for each pair of kinds of which one acts on the other.
template <class SearchPolicy>
struct GenericLadder : LadderTraversal {
  using Search = SearchPolicy;

 protected:
  template <class Physics, template <class> class Arrays, class Run>
  static int launch_all(const WithSplit<PassArguments<Physics>>& a, std::uint32_t block, Run& run) {
    if (const int error = gather<Physics, Arrays>(a, run)) return error;
    bool is_first = true;
    for (std::uint32_t target = 0; target < kinds; ++target) {
      bool adds = false;
      for (std::uint32_t source = 0; source < kinds; ++source) {
        if ((acting<Physics>[target] >> source & 1) == 0) continue;
        constexpr auto kernel = interact_any<Physics, Search, Arrays>;
        Launch launch{};
        if (const int error = launch_for<kernel>(a, target, block, &launch)) return error;
        const DeclaredWork declared =
            is_first ? work<Physics, Arrays>() : work_of_later<Physics, Arrays>();
        if (const int error =
                run.kernel(kernel, launch.with(declared), a, coefficients_of<Physics>(a),
                           Interaction{target, source, adds})) {
          return error;
        }
        is_first = false;
        adds = true;
      }
    }
    return 0;
  }
};

/// A kernel for each kind of target. Packed arrays alone: it comes after them on the ladder.
template <class Traversal, class SearchPolicy>
struct MergedLadder : LadderTraversal {
  using Search = SearchPolicy;
  static constexpr TuningParameter parameters[1] = {occupancy_block_parameter};
  template <class Physics>
  using PreparationFor = SplitCells<Traversal, Physics>;

  template <class Physics>
  static std::size_t source_bytes(const std::uint32_t*) {
    return PackedArrays<Physics>::bytes_each;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const auto split = PreparationFor<Physics>::of(a, tuning);
    if (const int error = gather<Physics, PackedArrays>(split, run)) return error;
    if (const int error = launch_kind<Physics, 0>(split, tuning[0], run)) return error;
    return launch_kind<Physics, 1>(split, tuning[0], run);
  }

 private:
  template <class Physics, std::uint32_t kind, class Run>
  static int launch_kind(const WithSplit<PassArguments<Physics>>& a, std::uint32_t block,
                         Run& run) {
    constexpr auto kernel = interact_merged<Physics, Search, PackedArrays, kind>;
    Launch launch{};
    if (const int error = launch_for<kernel>(a, kind, block, &launch)) return error;
    const DeclaredWork declared =
        kind == 0 ? work<Physics, PackedArrays>() : work_of_later<Physics, PackedArrays>();
    return run.kernel(kernel, launch.with(declared), a, coefficients_of<Physics>(a));
  }
};

}  // namespace sphlab
