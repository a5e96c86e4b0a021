// What every iterator over a split, interleaved neighbour list shares (paper A, 5.2).
//
// Iterators of different kinds differ in how their classes are put together and in nothing else:
// all of them fetch and decode with this code, inlined.
#pragma once

#include <cstddef>

#include "kernels/gpu/gpu.cuh"
#include "kernels/neighbours/list_view.hpp"
#include "kernels/particles/particle_type.hpp"

namespace sphlab {

/// Where the next entry of a particle's list is, how a batch of entries is fetched and what it
/// means. The classes that derive from it decide which type is visited when.
class NeighbourIteratorCore {
 public:
  /// @param list read-only while the iterator lives. @param particle whose neighbours are visited.
  __device__ __forceinline__ NeighbourIteratorCore(const ListView& list, std::uint32_t particle)
      : first_(list.entries + particle),
        stride_(list.stride),
        capacity_(list.capacity),
        particle_(particle) {}

  /// No types are left: what a chain of iterators ends with.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&)[width]) {
    return 0;
  }

 protected:
  /// Visits nothing more.
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

}  // namespace sphlab
