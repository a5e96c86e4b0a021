// The neighbours of a particle section by section, in a loop that ends where the list does.
//
// An iterator that is asked for the next batch must find out again what it knew when it gave the
// last: whether the section is open, and which one it is. A loop knows that by where it stands.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab {

/// Calls use(neighbours, count) for each batch of a section.
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
