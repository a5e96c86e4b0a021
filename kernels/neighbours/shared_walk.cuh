// The neighbours of a particle, section by section, for several lanes that share it: each takes a
// batch of every round. The lanes of a warp stay together until the last of its particles is done,
// so that votes are of whole warps.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab {

/// In the place of a particle, for lanes that have none.
inline constexpr std::uint32_t no_particle = list_end;

/// A walk of `lanes` neighbouring lanes, a power of two, through the list of one particle. For
/// entries that are indices: none is tested by itself but in the batch that an end marker ends.
/// Every lane of the warp calls visit().
template <class Format, unsigned lanes>
requires(!has_relative_entries<Format>) class SharedWalk {
  static constexpr ListFormat format = Format::format();
  static constexpr std::uint32_t marks_end = 0x80000000u;  // no index is as large

 public:
  /// @param particle the same in all lanes that share it, or no_particle
  __device__ __forceinline__ SharedWalk(const PairArguments& a, std::uint32_t particle)
      : list_(a.list), particle_(particle) {}

  /// Calls use(neighbours, count) for each batch of the calling lane; what fills a batch up is the
  /// particle itself.
  template <int width, class Use>
  __device__ __forceinline__ void visit(std::uint32_t section, Use&& use) {
    begin<width>(section);
    bool is_open = particle_ != no_particle;
    std::uint32_t entries[width];
    load(is_open, entries);
    while (gpu::any(is_open)) {
      const unsigned whole = whole_batches(gpu::ballot(holds_end(entries)));
      std::uint32_t neighbours[width];
      int count = 0;
      if (is_open && lane() <= whole) count = take(lane() < whole, entries, neighbours);
      is_open = is_open && whole == lanes;
      slot_ += lanes * width;
      load(is_open, entries);  // on their way while these are computed
      if (count != 0) use(neighbours, count);
    }
  }

 private:
  __device__ static __forceinline__ unsigned lane() { return gpu::lane() % lanes; }

  template <int width>
  __device__ __forceinline__ void begin(std::uint32_t section) {
    static_assert(list_batch % width == 0, "slots are a whole number of batches");
    const std::uint32_t part = list_part(format, section);
    upward_ = list_goes_up(format, section);
    slots_ = part_slots<Format>(ListSlots{list_.capacity, list_.first_part}, part);
    part_ = part_entries<Format>(list_, part);
    slot_ = lane() * width;
  }

  /// How many lanes of a particle have a batch without an end marker before the first that has one.
  /// @param ends lanes of the warp whose batch holds one
  __device__ static __forceinline__ unsigned whole_batches(gpu::LaneMask ends) {
    const gpu::LaneMask own = ends >> (gpu::lane() / lanes * lanes);
    return gpu::first_lane(own | gpu::LaneMask{1} << lanes);
  }

  /// Neighbours that a batch holds: all, or those before the end marker.
  template <int width>
  __device__ __forceinline__ int take(bool is_whole, const std::uint32_t (&entries)[width],
                                      std::uint32_t (&neighbours)[width]) const {
    int count = 0;
    bool open = true;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      // two values to choose from, not two addresses, which would keep the batch on the stack
      const std::uint32_t of_upward = entries[k];
      const std::uint32_t of_downward = entries[width - 1 - k];
      const std::uint32_t entry = upward_ ? of_upward : of_downward;
      open = is_whole || (open && entry != Format::end);
      neighbours[k] = open ? entry : particle_;
      count = open ? k + 1 : count;
    }
    return count;
  }

  template <int width>
  __device__ static __forceinline__ bool holds_end(const std::uint32_t (&entries)[width]) {
    std::uint32_t any = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) any |= entries[k];
    return (any & marks_end) != 0;
  }

  /// The batch at slot_, in the order of the slots; end markers where there is none.
  template <int width>
  __device__ __forceinline__ void load(bool is_open, std::uint32_t (&entries)[width]) const {
#pragma unroll
    for (int k = 0; k < width; ++k) entries[k] = Format::end;
    if (!is_open || slot_ + width > slots_) return;
    const std::uint32_t slot = upward_ ? slot_ : slots_ - slot_ - width;
    const std::uint32_t* batch =
        part_ + list_offset(format, list_.stride, list_.capacity, particle_, slot);
    constexpr int whole = static_cast<int>(list_vector(format));
    constexpr int length = width < whole ? width : whole;
    using Vector = EntryVector<std::uint32_t, length>;
#pragma unroll
    for (int v = 0; v < width; v += length) {
      const Vector vector = *reinterpret_cast<const Vector*>(
          batch + list_offset(format, list_.stride, list_.capacity, 0, v));
#pragma unroll
      for (int k = 0; k < length; ++k) entries[v + k] = vector.entries[k];
    }
  }

  const ListView& list_;
  std::uint32_t particle_;
  const std::uint32_t* part_ = nullptr;
  std::uint32_t slots_ = 0;
  std::uint32_t slot_ = 0;  ///< of the batch, counted from where the section begins
  bool upward_ = true;
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
