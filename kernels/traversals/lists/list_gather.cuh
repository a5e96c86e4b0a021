// One thread per particle gathers its neighbours through the list (catalogue T1; paper A, section
// 4), several of them in flight, with any kind of list iterator (catalogue I1; paper A, 5.2).
//
// A kind of iterator is a type with
//   Of<Format, ListSections<...>>    the iterator over these sections in this order; constructed
//                                from PairArguments and a particle; next<width>(neighbours)
//                                fetches up to `width` neighbours, fills up with the particle
//                                itself, and returns how many there are, 0 when there are no more
// or, in place of Of,
//   is_walk                      without a value that matters, and
//   visit<Format, width>(ListSections<...>, a, i, use)
//                                calls use(neighbours, count) for batches as next() fetches them
// and
//   blocks(bytes)                of 256 threads that a multiprocessor is to hold at least, with so
//                                many bytes of sources in flight; 0 where the compiler is to choose
#pragma once

#include "kernels/traversals/lists/list_traversal.cuh"

namespace sphlab {

/// Whether a kind of iterators is a walk, which has no iterator.
template <class Iterators>
inline constexpr bool is_walk = requires {
  Iterators::is_walk;
};

/// Targets and sources as they lie in the state. What a gather reads them from has such a load(),
/// which returns the physics' Particle or one that it takes for it.
struct StateSources {
  template <class Physics>
  __device__ __forceinline__ auto load(const PairArguments& a, std::uint32_t j) const {
    return sphlab::load<Physics>(a, j);
  }
};

/// Adds the sources of one group to the sum of target i.
template <class Iterators, class Format, class Physics, int width, class Group, class Sources,
          class Particle>
requires(!is_walk<Iterators>) __device__ __forceinline__
    void gather_group(const PassArguments<Physics>& a,
                      const typename Physics::Coefficients& coefficients, const Sources& from,
                      std::uint32_t i, const Particle& target,
                      typename Physics::template Sum<float>& sum) {
  typename Iterators::template Of<Format, SectionsOf<Format, Group>> iterator(a, i);
  std::uint32_t neighbours[width];
  while (const int count = iterator.next(neighbours)) {
    Particle sources[width];
#pragma unroll
    for (int k = 0; k < width; ++k) {
      sources[k] = from.template load<Physics>(a, neighbours[k]);
    }
#pragma unroll
    for (int k = 0; k < width; ++k) {
      const Pair<float> pair = separation(a, target, sources[k], k < count);
      add_one_sided<Physics, Group>(coefficients, target, sources[k], pair, sum);
    }
  }
}

/// The same by a walk. Where the target adds nothing to itself, what fills a batch up counts as any
/// other. (Of a body that iterators share with it, nvcc 13.0 makes other code for them.)
template <class Walks, class Format, class Physics, int width, class Group, class Sources,
          class Particle>
requires is_walk<Walks> __device__ __forceinline__ void gather_group(
    const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
    const Sources& from, std::uint32_t i, const Particle& target,
    typename Physics::template Sum<float>& sum) {
  Walks::template visit<Format, width>(
      SectionsOf<Format, Group>{}, a, i, [&](const std::uint32_t(&neighbours)[width], int count) {
        Particle sources[width];
#pragma unroll
        for (int k = 0; k < width; ++k) {
          sources[k] = from.template load<Physics>(a, neighbours[k]);
        }
#pragma unroll
        for (int k = 0; k < width; ++k) {
          const bool included = vanishes_on_itself<Physics, Group> || k < count;
          const Pair<float> pair = separation(a, target, sources[k], included);
          add_one_sided<Physics, Group>(coefficients, target, sources[k], pair, sum);
        }
      });
}

template <class Iterators, class Format, class Physics, int width, class Sources, class Particle,
          class... Groups>
__device__ __forceinline__ void gather_groups(TypeList<Groups...>, const PassArguments<Physics>& a,
                                              const typename Physics::Coefficients& coefficients,
                                              const Sources& from, std::uint32_t i,
                                              const Particle& target,
                                              typename Physics::template Sum<float>& sum) {
  (gather_group<Iterators, Format, Physics, width, Groups>(a, coefficients, from, i, target, sum),
   ...);
}

/// Sums up and stores the target of the calling thread, where it has one.
template <class Iterators, class Format, class Physics, int width, class Sources>
__device__ __forceinline__ void gather_target(const PassArguments<Physics>& a,
                                              const typename Physics::Coefficients& coefficients,
                                              const Sources& from) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  if (!is_target<Physics>(a, i)) {
    Physics::store_nothing(a, i);
    return;
  }
  const auto target = from.template load<Physics>(a, i);
  typename Physics::template Sum<float> sum;
  gather_groups<Iterators, Format, Physics, width>(typename Physics::Groups{}, a, coefficients,
                                                   from, i, target, sum);
  Physics::store(coefficients, a, i, sum);
}

/// Blocks as the iterators say; for the compiler to choose where a pair is a loop, during which all
/// sources in flight are in registers.
template <class Iterators, class Physics, int width>
constexpr int blocks_in_flight() {
  if constexpr (requires { &Physics::flops_of_pair; }) return 0;
  return Iterators::blocks(width * Physics::bytes_per_source);
}

/// Reads state and list; writes what the physics stores.
template <class Iterators, class Format, class Physics, int width>
__global__ void __launch_bounds__(256,
                                  gpu::least_blocks(blocks_in_flight<Iterators, Physics, width>()))
    list_gather(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  gather_target<Iterators, Format, Physics, width>(a, coefficients, StateSources{});
}

/// The traversal with one kind of iterator. What derives from it adds the name.
template <class Iterators>
struct ListGather : ListTraversal<ListGather<Iterators>> {
  static constexpr bool serves_periodic = true;

  /// A unified list does not say which of its neighbours are of a group: see list-monolithic.
  template <class Format, class Physics>
  static constexpr bool serves() {
    return Format::format().contents != ListContents::unified;
  }

  template <class Format, class Physics, int width>
  static std::array<ListKernel<Physics>, 1> kernels() {
    return {{{list_gather<Iterators, Format, Physics, width>, work_from_list<Format, Physics>()}}};
  }
};

}  // namespace sphlab
