// list/per-particle-by-type: one thread per particle, one walk through the cells around it, and in
// each a loop for each type of neighbour (catalogue L1; paper A, section 6.1 and listing 2).
//
// The particles of a cell are to be sorted by type (cell-sort/type-id): a loop then takes all of
// one type, whose section of the list is known at compile time, and the threads of a warp change
// from type to type together. Where they are not sorted the lists are the same, and the loops
// alternate as often as the types do.
#include <utility>

#include "kernels/neighbours/cell_rows.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// The types that a list in a format is built of; a unified list does not tell.
template <class Format>
inline constexpr TypeMask types_in = Format::format().contents == ListContents::unified
                                         ? all_types
                                         : Format::types;

/// Appends the neighbours of a type among the sources from j on; stops at the first source of
/// another type, and returns it, or the end of the run.
template <ParticleType type, class Format>
__device__ __forceinline__ std::uint32_t append_of_type(const ListArguments& a, std::uint32_t i,
                                                        float4 target, std::uint32_t j,
                                                        std::uint32_t end,
                                                        const OriginIn<Format>& origin,
                                                        ListWriter<Format>& writer) {
  if constexpr ((mask_of(type) & types_in<Format>) != 0) {
    for (; j < end && type_of(a, j) == type; ++j) {
      if (is_in_reach(a, i, target, j)) writer.append(type, j, origin);
    }
  }
  return j;
}

/// Appends the neighbours of particle i of every type, in the order in which their cells have them.
template <class Format, std::uint32_t... types>
__device__ __forceinline__ void append_by_type(const ListArguments& a, std::uint32_t i,
                                               std::integer_sequence<std::uint32_t, types...>,
                                               ListWriter<Format>& writer) {
  const float4 target = position(a, i);
  for_each_run<Format>(a, target, [&](const OriginIn<Format>& origin, ParticleRange run) {
    std::uint32_t j = run.first;
    while (j < run.last) {
      ((j = append_of_type<static_cast<ParticleType>(types)>(a, i, target, j, run.last, origin,
                                                             writer)),
       ...);
    }
  });
}

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
template <class Format>
__global__ void list_per_particle_by_type(ListArguments a) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  ListWriter<Format> writer(a.list, i);
  if (is_of(a, i, a.targets))
    append_by_type(a, i, std::make_integer_sequence<std::uint32_t, particle_type_count>{}, writer);
  writer.finish();
}

namespace {

struct PerParticleByType : ListStage {
  static constexpr const char* name = "per-particle-by-type";

  /// The type of every candidate is read, and its position.
  template <class Format>
  static constexpr DeclaredWork work() {
    using Bytes = ListBytes<Format>;
    return {.flops_per_candidate = 8,
            .bytes_per_pair = Bytes::per_entry,
            .bytes_per_candidate = sizeof(std::uint32_t) + sizeof(float4),
            .bytes_per_particle = Bytes::per_particle};
  }

  template <class Format, class Run>
  static int launches(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0]);
    return run.kernel(list_per_particle_by_type<Format>, launch.with(work<Format>()), a);
  }
};

[[maybe_unused]] const bool registered_per_particle_by_type =
    register_list_stage<PerParticleByType>();

}  // namespace
}  // namespace sphlab
