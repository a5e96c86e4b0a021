// Fills the slots of a split neighbour list, one particle a thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gpu/gpu.cuh"
#include "kernels/neighbours/list_view.hpp"
#include "kernels/particles/particle_type.hpp"

namespace sphlab {

/// Appends to one particle's slots of a list of the layout of ListView; counts on, without storing,
/// once they are full. The view must outlive the writer.
class SplitListWriter {
 public:
  __device__ __forceinline__ SplitListWriter(const ListView& list, std::uint32_t particle)
      : list_(list), particle_(particle) {}

  __device__ __forceinline__ void append(ParticleType type, std::uint32_t neighbour) {
    const bool fluid = type == ParticleType::fluid;
    const std::uint32_t slot = fluid ? fluid_ : list_.capacity - 1 - boundary_;
    if (required() < list_.capacity) list_.entries[offset(slot)] = neighbour;
    // two sums: a reference to one of two members would keep the object out of registers
    fluid_ += fluid ? 1 : 0;
    boundary_ += fluid ? 0 : 1;
  }

  /// Writes the end markers and raises `required`; call it once, after the last append. A list that
  /// was too short keeps a truncated, still well-formed row.
  __device__ __forceinline__ void finish() {
    if (required() > list_.capacity) {
      list_.entries[offset(0)] = list_end;
      list_.entries[offset(list_.capacity - 1)] = list_end;
    } else {
      list_.entries[offset(fluid_)] = list_end;
      list_.entries[offset(list_.capacity - 1 - boundary_)] = list_end;
    }
    if (required() > *list_.required) atomicMax(list_.required, required());
  }

 private:
  /// Slots used, both end markers included.
  __device__ __forceinline__ std::uint32_t required() const { return fluid_ + boundary_ + 2; }
  __device__ __forceinline__ std::size_t offset(std::uint32_t slot) const {
    return static_cast<std::size_t>(slot) * list_.stride + particle_;
  }

  const ListView& list_;
  std::uint32_t particle_;
  std::uint32_t fluid_ = 0;
  std::uint32_t boundary_ = 0;
};

}  // namespace sphlab
