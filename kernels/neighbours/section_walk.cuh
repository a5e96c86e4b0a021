// The neighbours of a particle section by section, in a loop that ends where the list does.
//
// An iterator that is asked for the next batch must find out again what it knew when it gave the
// last: whether the section is open, and which one it is. A loop knows that by where it stands.
#pragma once

#include "kernels/neighbours/section_batches.cuh"

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

/// The same of entries that are indices.
template <class Format>
requires(!has_relative_entries<Format>) class SectionWalk<Format> : private SectionBatches<Format> {
  using Batches = SectionBatches<Format>;
  using Batches::format;

 public:
  __device__ __forceinline__ SectionWalk(const PairArguments& a, std::uint32_t particle)
      : Batches(a, particle) {}

  template <int width, class Use>
  __device__ __forceinline__ void visit(std::uint32_t section, Use&& use) {
    static_assert(list_batch % width == 0, "a batch must not read past the allocation");
    Batches::open(section);
    std::uint32_t taken = 0;
    const std::uint32_t* batch = Batches::template place<width>(taken);
    std::uint32_t entries[width];
    Batches::load(batch, entries);
    std::uint32_t neighbours[width];
    while (!Batches::holds_end(entries)) {
#pragma unroll
      for (int k = 0; k < width; ++k) neighbours[k] = entries[k];
      taken += width;
      if constexpr (steps_evenly<width>) {
        const auto step = static_cast<std::ptrdiff_t>(
            format.chunk == 0 ? std::size_t{width} : std::size_t{width} * Batches::list_.stride);
        batch += Batches::upward_ ? step : -step;
      } else {
        batch = Batches::template place<width>(taken);
      }
      Batches::load(batch, entries);  // on its way while this one is computed
      use(neighbours, width);
    }
    const int count = Batches::before_end(false, entries, neighbours);
    if (count != 0) use(neighbours, count);
  }

 private:
  /// Whether all batches lie equally far apart: not where a chunk holds several.
  template <int width>
  static constexpr bool steps_evenly = format.chunk == 0 || width % format.chunk == 0;
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
