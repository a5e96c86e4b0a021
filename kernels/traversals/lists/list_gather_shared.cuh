// What gathers have in common in which some lanes share a target: its list, batch by batch, and its
// sum, added up in the end. More threads, where there are too few particles for a device.
#pragma once

#include <cstring>
#include <type_traits>

#include "kernels/neighbours/section_walk.cuh"
#include "kernels/neighbours/shared_walk.cuh"
#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {

/// The target of a lane and of its neighbours that share it.
template <class Physics, unsigned lanes>
struct SharedTarget {
  std::uint32_t i;  ///< may be that of no live particle
  bool is_there;    ///< a live particle
  bool is_summed;   ///< one that the physics forms a sum for
  bool leads;       ///< of the lanes that share it the one that stores

  __device__ static __forceinline__ SharedTarget of_thread(const PassArguments<Physics>& a) {
    const std::uint32_t i = first_target(a) + (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const bool is_there = i < targets(a).last;
    return {i, is_there, is_there && is_target<Physics>(a, i), threadIdx.x % lanes == 0};
  }
};

/// Each number of a sum over neighbouring lanes: summed, or the largest, as the physics says. Every
/// lane of the warp calls it.
template <class Physics, unsigned lanes>
__device__ __forceinline__ typename Physics::template Sum<float> over_lanes(
    typename Physics::template Sum<float> sum) {
  constexpr std::size_t fields = sizeof(sum) / sizeof(float);
  float numbers[fields];
  std::memcpy(numbers, &sum, sizeof(sum));
#pragma unroll
  for (std::size_t f = 0; f < fields; ++f) {
    const bool is_maximum = f >= fields - maxima_of<Physics>;
#pragma unroll
    for (unsigned apart = 1; apart < lanes; apart *= 2) {
      const float other = gpu::shuffle_xor(numbers[f], apart);
      numbers[f] = is_maximum ? fmaxf(numbers[f], other) : numbers[f] + other;
    }
  }
  std::memcpy(&sum, numbers, sizeof(sum));
  return sum;
}

/// Blocks that a multiprocessor is to hold at least: as of list-gather-prefetched, where a lane has
/// a target for itself.
template <class Physics, int width, unsigned lanes>
constexpr int blocks_of_shared() {
  return lanes == 1 ? blocks_in_flight<SectionWalks, Physics, width>() : 0;
}

/// Sums up and stores a target. Every thread of the block calls it.
template <class Format, class Physics, int width, unsigned lanes>
__device__ __forceinline__ void gather_shared(const PassArguments<Physics>& a,
                                              const typename Physics::Coefficients& coefficients,
                                              const SharedTarget<Physics, lanes>& target) {
  // lanes without one walk through no list; what they load is of no use, and is there
  const auto particle = load<Physics>(a, target.is_summed ? target.i : first_target(a));
  typename Physics::template Sum<float> sum;
  using Walks = std::conditional_t<lanes == 1, SectionWalks, SharedWalks<lanes>>;
  if (lanes > 1 || target.is_summed)
    gather_groups<Walks, Format, Physics, width>(
        typename Physics::Groups{}, a, coefficients, StateSources{},
        target.is_summed ? target.i : no_particle, particle, sum);
  sum = over_lanes<Physics, lanes>(sum);
  if (!target.leads || !target.is_there) return;
  if (target.is_summed) {
    Physics::store(coefficients, a, target.i, sum);
  } else {
    Physics::store_nothing(a, target.i);
  }
}

/// Reads state and list; writes what the physics stores. A thread for each lane of each particle.
template <class Format, class Physics, int width, unsigned lanes>
__global__ void __launch_bounds__(256)
    list_gather_shared(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  gather_shared<Format, Physics, width>(a, coefficients,
                                        SharedTarget<Physics, lanes>::of_thread(a));
}

/// What such traversals are tuned by, and which lists they serve. @tparam offered lanes a target
template <std::uint32_t... offered>
struct SharedGather {
  template <class Format>
  struct Tuning {
    static constexpr std::uint32_t lanes[] = {offered...};
    static constexpr TuningParameter parameters[2] = {{"block", block_sizes, 3, 128},
                                                      {"lanes", lanes, sizeof...(offered), 2}};
  };

  /// Not entries that lead to one another, which are read from the first on.
  template <class Format, class Physics>
  static constexpr bool serves() {
    return Format::format().contents != ListContents::unified && !has_relative_entries<Format>;
  }

 protected:
  /// Neighbours of a lane in flight: a vector of entries, four at least.
  template <class Format>
  static constexpr int in_flight = list_vector(Format::format()) > 4 ? 8 : 4;

  /// A thread for each lane of each particle.
  template <class Format, class Physics>
  static Launch launch(const PairArguments& a, const std::uint32_t* tuning) {
    return per_item(a.particles * tuning[1], tuning[0])
        .with(work_from_list<Format, Physics>())
        .with(gpu::Cooperation::block);
  }

  /// Calls use(lanes) with those of a tuning, a compile-time constant, or returns tuning_unknown.
  template <class Use>
  static int with_lanes(const std::uint32_t* tuning, Use&& use) {
    int result = tuning_unknown;
    const auto try_lanes = [&](auto lanes) {
      if (tuning[1] == lanes()) result = use(lanes);
    };
    (try_lanes(std::integral_constant<std::uint32_t, offered>{}), ...);
    return result;
  }
};

}  // namespace sphlab
