// The neighbours of a particle section by section, in a loop that ends where the list does.
//
// An iterator that is asked for the next batch must find out again what it knew when it gave the
// last: whether the section is open, and which one it is. A loop knows that by where it stands.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab {

/// Calls use(neighbours, count) for each batch of a section, through the iterators' core: for
/// entries of every kind.
template <class Format>
class SectionWalk : private NeighbourIteratorCore<Format> {
  using Core = NeighbourIteratorCore<Format>;

 public:
  using Core::Core;

  template <int width, class Use>
  __device__ __forceinline__ void visit(std::uint32_t section, Use&& use) {
    Core::start(section);
    typename Core::Entry next[width];
    Core::take(next);
    std::uint32_t neighbours[width];
    while (const int count = Core::decode(next, neighbours)) {
      // the next batch is on its way while this one is computed
      const bool more = Core::is_open();
      if (more) Core::take(next);
      use(neighbours, count);
      if (!more) break;
    }
  }
};

/// The same of entries that are indices: no entry is tested by itself but in the last batch, which
/// its end marker tells from the others by the highest bit. No index has that bit: as many
/// particles fit into no device.
template <class Format>
requires(!has_relative_entries<Format>) class SectionWalk<Format> {
  static constexpr ListFormat format = Format::format();
  static constexpr std::uint32_t marks_end = 0x80000000u;

 public:
  __device__ __forceinline__ SectionWalk(const PairArguments& a, std::uint32_t particle)
      : list_(a.list), particle_(particle) {}

  template <int width, class Use>
  __device__ __forceinline__ void visit(std::uint32_t section, Use&& use) {
    static_assert(list_batch % width == 0, "a batch must not read past the allocation");
    begin(section);
    const std::uint32_t* batch = place<width>();
    std::uint32_t entries[width];
    load(batch, entries);
    while (!holds_end(entries)) {
      std::uint32_t neighbours[width];
#pragma unroll
      for (int k = 0; k < width; ++k) neighbours[k] = entries[k];
      taken_ += width;
      if constexpr (steps_evenly<width>) {
        const auto step = static_cast<std::ptrdiff_t>(
            format.chunk == 0 ? std::size_t{width} : std::size_t{width} * list_.stride);
        batch += upward_ ? step : -step;
      } else {
        batch = place<width>();
      }
      load(batch, entries);  // on its way while this one is computed
      use(neighbours, width);
    }
    use_last(entries, use);
  }

 private:
  /// Whether all batches lie equally far apart: not where a chunk holds several.
  template <int width>
  static constexpr bool steps_evenly = format.chunk == 0 || width % format.chunk == 0;

  __device__ __forceinline__ void begin(std::uint32_t section) {
    const std::uint32_t part = list_part(format, section);
    upward_ = list_goes_up(format, section);
    slots_ = part_slots<Format>(ListSlots{list_.capacity, list_.first_part}, part);
    part_ = part_entries<Format>(list_, part);
    taken_ = 0;
  }

  /// What stands before the end marker, and the particle itself in place of the rest.
  template <int width, class Use>
  __device__ __forceinline__ void use_last(const std::uint32_t (&entries)[width], Use&& use) const {
    std::uint32_t neighbours[width];
    int count = 0;
    bool open = true;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      // two values to choose from, not two addresses, which would keep the batch on the stack
      const std::uint32_t of_upward = entries[k];
      const std::uint32_t of_downward = entries[width - 1 - k];
      const std::uint32_t entry = upward_ ? of_upward : of_downward;
      open = open && entry != Format::end;
      neighbours[k] = open ? entry : particle_;
      count = open ? k + 1 : count;
    }
    if (count != 0) use(neighbours, count);
  }

  template <int width>
  __device__ static __forceinline__ bool holds_end(const std::uint32_t (&entries)[width]) {
    std::uint32_t any = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) any |= entries[k];
    return (any & marks_end) != 0;
  }

  /// The lowest slot of the next batch.
  template <int width>
  __device__ __forceinline__ const std::uint32_t* place() const {
    const std::uint32_t slot = upward_ ? taken_ : slots_ - taken_ - width;
    return part_ + list_offset(format, list_.stride, list_.capacity, particle_, slot);
  }

  /// Entries in the order of their slots.
  template <int width>
  __device__ __forceinline__ void load(const std::uint32_t* batch,
                                       std::uint32_t (&entries)[width]) const {
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
  std::uint32_t taken_ = 0;
  bool upward_ = true;
};

/// What stands in the place of iterators (kernels/traversals/lists/list_gather.cuh).
struct SectionWalks {
  static constexpr bool is_walk = true;

  template <class Format, int width, class Use, std::uint32_t... sections>
  __device__ static __forceinline__ void visit(ListSections<sections...>, const PairArguments& a,
                                               std::uint32_t i, Use&& use) {
    SectionWalk<Format> walk(a, i);
    (walk.template visit<width>(sections, use), ...);
  }
  /// For sources of 24 bytes, 64 registers a thread: left to itself the compiler takes 48, and half
  /// of the loads of a batch wait for the others.
  static constexpr int blocks(double) { return 4; }
};

}  // namespace sphlab
