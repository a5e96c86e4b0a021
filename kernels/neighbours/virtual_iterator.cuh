// Virtually derived iterators over a neighbour list (paper A, 5.2, figure 7): the diamond that
// chain iterators avoid.
//
// An iterator over several sections is an iterator over each of them, and all of these share one
// core. For that, the core has to be a virtual base of every one of them, also where one section is
// visited alone: an iterator then finds its core through a pointer to its table of virtual bases.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab {

/// Visits the neighbours of one section.
template <class Format, std::uint32_t section>
class VirtualIterator : public virtual NeighbourIteratorCore<Format> {
 public:
  __device__ __forceinline__ VirtualIterator(const PairArguments& a, std::uint32_t particle)
      : NeighbourIteratorCore<Format>(a, particle) {
    reset();
  }

  /// Fetches up to `width` neighbours. Returns how many; 0 when the section is exhausted.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&neighbours)[width]) {
    return this->template fetch<width>(neighbours);
  }

 protected:
  __device__ __forceinline__ void reset() { this->start(section); }
};

/// Visits the neighbours of each section in turn.
template <class Format, std::uint32_t first, std::uint32_t... rest>
class VirtualMultiIterator : public VirtualIterator<Format, first>,
                             public VirtualIterator<Format, rest>... {
 public:
  __device__ __forceinline__ VirtualMultiIterator(const PairArguments& a, std::uint32_t particle)
      : NeighbourIteratorCore<Format>(a, particle),
        VirtualIterator<Format, first>(a, particle),
        VirtualIterator<Format, rest>(a, particle)... {
    VirtualIterator<Format, first>::reset();
  }

  /// Fetches up to `width` neighbours of one section. Returns how many; 0 when every section is
  /// exhausted.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&neighbours)[width]) {
    return next_of<width, first, rest...>(neighbours);
  }

 private:
  template <int width, std::uint32_t last>
  __device__ __forceinline__ int next_of(std::uint32_t (&neighbours)[width]) {
    return VirtualIterator<Format, last>::next(neighbours);
  }
  template <int width, std::uint32_t section, std::uint32_t following, std::uint32_t... later>
  __device__ __forceinline__ int next_of(std::uint32_t (&neighbours)[width]) {
    if (this->current_section_ == section) {
      if (const int count = VirtualIterator<Format, section>::next(neighbours)) return count;
      VirtualIterator<Format, following>::reset();
    }
    return next_of<width, following, later...>(neighbours);
  }
};

namespace detail {
template <class Format, class Sections>
struct VirtualOf;
template <class Format, std::uint32_t only>
struct VirtualOf<Format, ListSections<only>> {
  using type = VirtualIterator<Format, only>;
};
template <class Format, std::uint32_t first, std::uint32_t second, std::uint32_t... rest>
struct VirtualOf<Format, ListSections<first, second, rest...>> {
  using type = VirtualMultiIterator<Format, first, second, rest...>;
};
}  // namespace detail

/// Iterators by virtual inheritance.
struct VirtualIterators {
  /// The iterator over some sections of a list, in their order.
  template <class Format, class Sections>
  using Of = typename detail::VirtualOf<Format, Sections>::type;
  /// What the compiler takes is the fastest: with 64 registers a thread it is 3 % slower.
  static constexpr int blocks(double) { return 0; }
};

}  // namespace sphlab
