// Virtually derived iterators over a split, interleaved neighbour list (paper A, 5.2, figure 7):
// the diamond that chain iterators avoid.
//
// An iterator over several types is an iterator over each of them, and all of these share one core.
// For that, the core has to be a virtual base of every one of them, also where one type is visited
// alone: an iterator then finds its core through a pointer to its table of virtual bases.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"
#include "kernels/physics/type_list.hpp"

namespace sphlab {

/// Visits the neighbours of one type.
template <ParticleType type>
class VirtualIterator : public virtual NeighbourIteratorCore {
 public:
  __device__ __forceinline__ VirtualIterator(const ListView& list, std::uint32_t particle)
      : NeighbourIteratorCore(list, particle) {
    reset();
  }

  /// Fetches up to `width` neighbours. Returns how many; 0 when the type is exhausted.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&neighbours)[width]) {
    return this->template fetch<width>(neighbours);
  }

 protected:
  __device__ __forceinline__ void reset() { this->start(type); }
};

/// Visits the neighbours of each type in turn.
template <ParticleType first, ParticleType... rest>
class VirtualMultiIterator : public VirtualIterator<first>, public VirtualIterator<rest>... {
 public:
  __device__ __forceinline__ VirtualMultiIterator(const ListView& list, std::uint32_t particle)
      : NeighbourIteratorCore(list, particle),
        VirtualIterator<first>(list, particle),
        VirtualIterator<rest>(list, particle)... {
    VirtualIterator<first>::reset();
  }

  /// Fetches up to `width` neighbours of one type. Returns how many; 0 when every type is
  /// exhausted.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&neighbours)[width]) {
    return next_of<width, first, rest...>(neighbours);
  }

 private:
  template <int width, ParticleType last>
  __device__ __forceinline__ int next_of(std::uint32_t (&neighbours)[width]) {
    return VirtualIterator<last>::next(neighbours);
  }
  template <int width, ParticleType type, ParticleType following, ParticleType... later>
  __device__ __forceinline__ int next_of(std::uint32_t (&neighbours)[width]) {
    if (this->current_type_ == type) {
      if (const int count = VirtualIterator<type>::next(neighbours)) return count;
      VirtualIterator<following>::reset();
    }
    return next_of<width, following, later...>(neighbours);
  }
};

namespace detail {
template <class Group>
struct VirtualOf;
template <ParticleType only>
struct VirtualOf<SourceTypes<only>> {
  using type = VirtualIterator<only>;
};
template <ParticleType first, ParticleType second, ParticleType... rest>
struct VirtualOf<SourceTypes<first, second, rest...>> {
  using type = VirtualMultiIterator<first, second, rest...>;
};
}  // namespace detail

/// Iterators by virtual inheritance.
struct VirtualIterators {
  /// The iterator over the types of a source group, in the group's order.
  template <class Group>
  using Of = typename detail::VirtualOf<Group>::type;
};

}  // namespace sphlab
