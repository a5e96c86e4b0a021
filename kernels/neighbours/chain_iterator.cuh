// Chain iterators over a neighbour list (paper A, 5.2, figure 8 and listing 1).
//
// One class template serves one type and several: each link of the chain derives from the iterator
// of the sections that follow, so that there is a single copy of the core without virtual
// inheritance.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab {

/// Visits the neighbours of `section`, then those of `Next`.
template <std::uint32_t section, class Next>
class ChainIterator : public Next {
 public:
  __device__ __forceinline__ ChainIterator(const PairArguments& a, std::uint32_t particle)
      : Next(a, particle) {
    reset();
  }

  /// Fetches up to `width` neighbours of one section. Returns how many; 0 when every section is
  /// exhausted.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&neighbours)[width]) {
    if (this->current_section_ == section) {
      if (const int count = this->template fetch<width>(neighbours)) return count;
      Next::reset();
    }
    return Next::next(neighbours);
  }

 protected:
  __device__ __forceinline__ void reset() { this->start(section); }
};

namespace detail {
template <class Format, std::uint32_t... sections>
struct Chain;
template <class Format>
struct Chain<Format> {
  using type = NeighbourIteratorCore<Format>;
};
template <class Format, std::uint32_t first, std::uint32_t... rest>
struct Chain<Format, first, rest...> {
  using type = ChainIterator<first, typename Chain<Format, rest...>::type>;
};
template <class Format, class Sections>
struct ChainOf;
template <class Format, std::uint32_t... sections>
struct ChainOf<Format, ListSections<sections...>> {
  using type = typename Chain<Format, sections...>::type;
};
}  // namespace detail

/// Iterators by chain inheritance.
struct ChainIterators {
  /// The iterator over some sections of a list, in their order.
  template <class Format, class Sections>
  using Of = typename detail::ChainOf<Format, Sections>::type;
  /// For eight sources of 32 bytes 64 registers a thread are the fastest: left to itself the
  /// compiler takes 48 and has fewer loads on their way, or up to 77.
  static constexpr int blocks(double bytes_in_flight) { return bytes_in_flight < 8 * 32 ? 0 : 4; }
};

}  // namespace sphlab
