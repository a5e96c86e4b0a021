// Chain iterators over a split, interleaved neighbour list (paper A, 5.2, figure 8 and listing 1).
//
// One class template serves one type and several: each link of the chain derives from the iterator
// of the types that follow, so that there is a single copy of the core without virtual inheritance.
#pragma once

#include <cstddef>

#include "kernels/gpu/gpu.cuh"
#include "kernels/neighbours/list_view.hpp"
#include "kernels/particles/particle_type.hpp"
#include "kernels/physics/type_list.hpp"

namespace sphlab {

/// What the iterators of all types share: where the next entry is, and how to fetch a batch. It
/// ends every chain.
class NeighbourIteratorCore {
 public:
  /// @param list read-only while the iterator lives. @param particle whose neighbours are visited.
  __device__ __forceinline__ NeighbourIteratorCore(const ListView& list, std::uint32_t particle)
      : first_(list.entries + particle),
        stride_(list.stride),
        capacity_(list.capacity),
        particle_(particle) {}

  /// No types are left.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&)[width]) {
    return 0;
  }

 protected:
  __device__ __forceinline__ void reset() { open_ = false; }

  /// Starts at the first slot of a type: fluid from slot 0 upward, boundary from the last downward.
  __device__ __forceinline__ void start(ParticleType type) {
    current_type_ = type;
    const bool upward = type == ParticleType::fluid;
    step_ = upward ? static_cast<std::ptrdiff_t>(stride_) : -static_cast<std::ptrdiff_t>(stride_);
    cursor_ = upward ? first_ : first_ + static_cast<std::size_t>(capacity_ - 1) * stride_;
    open_ = true;
  }

  /// Loads `width` entries at once, and returns how many stand before the end marker. The others
  /// are replaced by the particle itself, so that a caller may load their data without harm.
  template <int width>
  __device__ __forceinline__ int fetch(std::uint32_t (&neighbours)[width]) {
    static_assert(list_batch % width == 0, "a batch must not read past the allocation");
    if (!open_) return 0;
#pragma unroll
    for (int k = 0; k < width; ++k) neighbours[k] = cursor_[k * step_];
    cursor_ += width * step_;
    int count = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      open_ = open_ && neighbours[k] != list_end;
      count += open_ ? 1 : 0;
      neighbours[k] = open_ ? neighbours[k] : particle_;
    }
    return count;
  }

  ParticleType current_type_{};

 private:
  const std::uint32_t* first_;
  const std::uint32_t* cursor_ = nullptr;
  std::ptrdiff_t step_ = 0;
  std::uint32_t stride_;
  std::uint32_t capacity_;
  std::uint32_t particle_;
  bool open_ = false;
};

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

/// The chain iterator over the types of a source group, in the group's order.
template <class Group>
using ChainIteratorOf = typename detail::ChainOf<Group>::type;

}  // namespace sphlab
