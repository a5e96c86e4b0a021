// forces/list-gather-shared: list-gather with two or four lanes a target, which share its list
// batch by batch and add their sums up in the end: more threads where few particles leave most of a
// device without work.
#include "kernels/neighbours/shared_walk.cuh"
#include "kernels/traversals/lists/list_gather.cuh"

namespace sphlab {
namespace {

/// Each number of a sum over neighbouring lanes: summed, or the largest, as the physics says. Every
/// lane of the warp calls it.
template <class Physics, unsigned lanes>
__device__ __forceinline__ typename Physics::template Sum<float> sum_of_lanes(
    typename Physics::template Sum<float> sum) {
  constexpr std::size_t fields = sizeof(sum) / sizeof(float);
  float numbers[fields];
  memcpy(numbers, &sum, sizeof(sum));
#pragma unroll
  for (std::size_t f = 0; f < fields; ++f) {
#pragma unroll
    for (unsigned apart = 1; apart < lanes; apart *= 2) {
      const float other = gpu::shuffle_xor(numbers[f], apart);
      const bool is_maximum = f >= fields - maxima_of<Physics>;
      numbers[f] = is_maximum ? fmaxf(numbers[f], other) : numbers[f] + other;
    }
  }
  memcpy(&sum, numbers, sizeof(sum));
  return sum;
}

/// Reads state and list; writes what the physics stores. A thread for each lane of each particle.
template <class Format, class Physics, int width, unsigned lanes>
__global__ void __launch_bounds__(256)
    list_gather_shared(PassArguments<Physics> a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = first_target(a) + (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
  const bool is_there = i < targets(a).last;
  const bool is_summed = is_there && is_target<Physics>(a, i);
  const auto target = load<Physics>(a, is_summed ? i : first_target(a));
  typename Physics::template Sum<float> sum;
  gather_groups<SharedWalks<lanes>, Format, Physics, width>(
      typename Physics::Groups{}, a, coefficients, StateSources{}, is_summed ? i : no_particle,
      target, sum);
  sum = sum_of_lanes<Physics, lanes>(sum);
  if (!is_there || threadIdx.x % lanes != 0) return;
  if (is_summed) {
    Physics::store(coefficients, a, i, sum);
  } else {
    Physics::store_nothing(a, i);
  }
}

struct ListGatherShared {
  static constexpr const char* name = "list-gather-shared";

  template <class Format>
  struct Tuning {
    static constexpr std::uint32_t lanes[] = {2, 4};
    static constexpr TuningParameter parameters[2] = {{"block", block_sizes, 3, 128},
                                                      {"lanes", lanes, 2, 2}};
  };

  /// Entries that lead to one another are read from the first on.
  template <class Format, class Physics>
  static constexpr bool serves() {
    return Format::format().contents != ListContents::unified && !has_relative_entries<Format>;
  }

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      using Read = decltype(physics);
      constexpr std::uint32_t vector = list_vector(Format::format());
      constexpr int width = vector > 4 ? static_cast<int>(vector) : 4;
      const std::uint32_t lanes = tuning[1];
      const auto kernel = lanes == 2 ? list_gather_shared<Format, Read, width, 2>
                                     : list_gather_shared<Format, Read, width, 4>;
      if (lanes != 2 && lanes != 4) return tuning_unknown;
      const Launch launch =
          per_item(a.particles * lanes, tuning[0]).with(work_from_list<Format, Read>())
              .with(gpu::Cooperation::block);
      return run.kernel(kernel, launch, a, coefficients);
    });
  }
};

[[maybe_unused]] const bool registered_list_gather_shared =
    register_list_traversal<ListGatherShared>();

}  // namespace
}  // namespace sphlab
