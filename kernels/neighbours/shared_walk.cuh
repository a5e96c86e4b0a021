// The neighbours of a particle, section by section, for several lanes that share it: each takes a
// batch of every round. The lanes of a warp stay together until the last of its particles is done,
// so that votes are of whole warps.
#pragma once

#include "kernels/neighbours/section_batches.cuh"

namespace sphlab {

/// In the place of a particle, for lanes that have none.
inline constexpr std::uint32_t no_particle = list_end;

/// A walk of `lanes` neighbouring lanes, a power of two, through the list of one particle. Every
/// lane of the warp calls visit().
template <class Format, unsigned lanes>
class SharedWalk : private SectionBatches<Format> {
  using Batches = SectionBatches<Format>;

 public:
  /// @param particle the same in all lanes that share it, or no_particle
  __device__ __forceinline__ SharedWalk(const PairArguments& a, std::uint32_t particle)
      : Batches(a, particle) {}

  /// Calls use(neighbours, count) for each batch of the calling lane; what fills a batch up is the
  /// particle itself.
  template <int width, class Use>
  __device__ __forceinline__ void visit(std::uint32_t section, Use&& use) {
    static_assert(list_batch % width == 0, "slots are a whole number of batches");
    Batches::open(section);
    std::uint32_t taken = lane() * width;
    bool is_open = Batches::particle_ != no_particle;
    std::uint32_t entries[width];
    load(is_open, taken, entries);
    while (gpu::any(is_open)) {
      const unsigned whole = whole_batches(gpu::ballot(Batches::holds_end(entries)));
      std::uint32_t neighbours[width];
      int count = 0;
      if (is_open && lane() <= whole)
        count = Batches::before_end(lane() < whole, entries, neighbours);
      is_open = is_open && whole == lanes;
      taken += lanes * width;
      load(is_open, taken, entries);  // on their way while these are computed
      if (count != 0) use(neighbours, count);
    }
  }

 private:
  __device__ static __forceinline__ unsigned lane() { return gpu::lane() % lanes; }

  /// Counts the lanes of a particle before the first whose batch holds an end marker.
  /// @param ends lanes of the warp whose batch holds one
  __device__ static __forceinline__ unsigned whole_batches(gpu::LaneMask ends) {
    const gpu::LaneMask own = ends >> (gpu::lane() / lanes * lanes);
    return gpu::first_lane(own | gpu::LaneMask{1} << lanes);
  }

  /// Loads the batch behind `taken` entries; end markers where there is none.
  template <int width>
  __device__ __forceinline__ void load(bool is_open, std::uint32_t taken,
                                       std::uint32_t (&entries)[width]) const {
#pragma unroll
    for (int k = 0; k < width; ++k) entries[k] = Format::end;
    if (is_open && taken + width <= Batches::slots_)
      Batches::load(Batches::template place<width>(taken), entries);
  }
};

/// What stands in the place of iterators (kernels/traversals/lists/list_gather.cuh).
template <unsigned lanes>
struct SharedWalks {
  static constexpr bool is_walk = true;

  template <class Format, int width, class Use, std::uint32_t... sections>
  __device__ static __forceinline__ void visit(ListSections<sections...>, const PairArguments& a,
                                               std::uint32_t i, Use&& use) {
    SharedWalk<Format, lanes> walk(a, i);
    (walk.template visit<width>(sections, use), ...);
  }
};

}  // namespace sphlab
