// One thread a particle gathers its neighbours through the list (catalogue T1; paper A, section 4),
// several of them in flight, with any kind of list iterator (catalogue I1; paper A, 5.2).
//
// A kind of iterator is a type with
//   Of<SourceTypes<...>>         the iterator over these types in this order; constructed from a
//                                ListView and a particle; next<width>(neighbours) fetches up to
//                                `width` neighbours, fills up with the particle itself, and returns
//                                how many there are, 0 when there are no more
#pragma once

#include "kernels/gpu/gpu.cuh"
#include "kernels/pack/registry.hpp"
#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

template <class Iterators, class Physics, int width, class Group>
__device__ __forceinline__ void gather_group(
    const StageArguments& a, const typename Physics::Coefficients& coefficients, std::uint32_t i,
    const typename Physics::template Particle<float>& target,
    typename Physics::template Sum<float>& sum) {
  typename Iterators::template Of<Group> iterator(a.list, i);
  std::uint32_t neighbours[width];
  while (const int count = iterator.next(neighbours)) {
    typename Physics::template Particle<float> sources[width];
#pragma unroll
    for (int k = 0; k < width; ++k) {
      sources[k] = Physics::load(a.state, neighbours[k], a.state.position[neighbours[k]]);
    }
#pragma unroll
    for (int k = 0; k < width; ++k) {
      const Pair<float> pair = make_pair_distance(target.x, target.y, target.z, sources[k].x,
                                                  sources[k].y, sources[k].z, k < count);
      Physics::template add<Group>(coefficients, target, sources[k], pair, sum);
    }
  }
}

template <class Iterators, class Physics, int width, class... Groups>
__device__ __forceinline__ void gather_groups(
    TypeList<Groups...>, const StageArguments& a,
    const typename Physics::Coefficients& coefficients, std::uint32_t i,
    const typename Physics::template Particle<float>& target,
    typename Physics::template Sum<float>& sum) {
  (gather_group<Iterators, Physics, width, Groups>(a, coefficients, i, target, sum), ...);
}

/// Reads state and list; writes what the physics stores.
template <class Iterators, class Physics, int width>
__global__ void __launch_bounds__(256)
    list_gather(StageArguments a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  if ((mask_of(type_of(a.state.identity[i])) & Physics::targets) == 0) {
    Physics::store_nothing(a, i);
    return;
  }
  const auto target = Physics::load(a.state, i, a.state.position[i]);
  typename Physics::template Sum<float> sum;
  gather_groups<Iterators, Physics, width>(typename Physics::Groups{}, a, coefficients, i, target,
                                           sum);
  Physics::store(coefficients, a, i, sum);
}

/// The traversal with one kind of iterator. What derives from it adds the name.
template <class Iterators>
struct ListGather {
  static constexpr bool needs_list = true;
  static constexpr std::uint32_t widths[] = {1, 2, 4, 8};
  static constexpr TuningParameter parameters[] = {{"block", block_sizes, 3, 128},
                                                   {"in-flight", widths, 4, 4}};
  static constexpr std::uint32_t parameter_count = 2;

  template <class Physics>
  static DeclaredWork work() {
    return {Physics::flops_per_pair, 0, 4 + Physics::bytes_per_source, 0,
            Physics::bytes_per_target};
  }

  template <class Physics>
  using Kernel = void (*)(StageArguments, typename Physics::Coefficients);

  /// The kernel with `width` neighbours in flight, or nullptr.
  template <class Physics>
  static Kernel<Physics> kernel(std::uint32_t width) {
    switch (width) {
      case 1:
        return list_gather<Iterators, Physics, 1>;
      case 2:
        return list_gather<Iterators, Physics, 2>;
      case 4:
        return list_gather<Iterators, Physics, 4>;
      case 8:
        return list_gather<Iterators, Physics, 8>;
      default:
        return nullptr;
    }
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    const auto coefficients =
        Physics::prepare(*static_cast<const typename Physics::Constants*>(a->constants));
    const Kernel<Physics> selected = kernel<Physics>(tuning[1]);
    if (selected == nullptr) return -1;
    return gpu::launch(gpu::Cooperation::none, selected, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a, coefficients);
  }

  template <class Physics>
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    const Kernel<Physics> selected = kernel<Physics>(tuning[1]);
    return selected == nullptr ? -1 : gpu::attributes(selected, tuning[0], 0, out);
  }
};

}  // namespace sphlab
