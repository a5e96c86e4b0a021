// Chain iterators over a split, interleaved neighbour list (paper A, 5.2, figure 8 and listing 1).
//
// One class template serves one type and several: each link of the chain derives from the iterator
// of the types that follow, so that there is a single copy of the core without virtual inheritance.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"
#include "kernels/physics/type_list.hpp"

namespace sphlab {

/// Visits the neighbours of `type`, then those of `Next`.
template <ParticleType type, class Next>
class ChainIterator : public Next {
 public:
  __device__ __forceinline__ ChainIterator(const ListView& list, std::uint32_t particle)
      : Next(list, particle) {
    reset();
  }

  /// Fetches up to `width` neighbours of one type. Returns how many; 0 when every type is
  /// exhausted.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&neighbours)[width]) {
    if (this->current_type_ == type) {
      if (const int count = this->template fetch<width>(neighbours)) return count;
      Next::reset();
    }
    return Next::next(neighbours);
  }

 protected:
  __device__ __forceinline__ void reset() { this->start(type); }
};

namespace detail {
template <ParticleType... types>
struct Chain;
template <>
struct Chain<> {
  using type = NeighbourIteratorCore;
};
template <ParticleType first, ParticleType... rest>
struct Chain<first, rest...> {
  using type = ChainIterator<first, typename Chain<rest...>::type>;
};
template <class Group>
struct ChainOf;
template <ParticleType... types>
struct ChainOf<SourceTypes<types...>> {
  using type = typename Chain<types...>::type;
};
}  // namespace detail

/// Iterators by chain inheritance.
struct ChainIterators {
  /// The iterator over the types of a source group, in the group's order.
  template <class Group>
  using Of = typename detail::ChainOf<Group>::type;
};

}  // namespace sphlab
