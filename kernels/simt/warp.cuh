// Barriers and warp collectives, neutral in the width of a warp.
//
// Each takes the mask of lanes that take part as its last argument; lanes beyond the end of the
// block's last warp are dropped from it. File and line are filled in by the compiler: a message
// about divergence names them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/simt/executor.hpp"
#include "kernels/simt/launch.cuh"

namespace sphlab::gpu {

using LaneMask = std::conditional_t<warp_width == 64, std::uint64_t, std::uint32_t>;

inline constexpr LaneMask full_mask =
    warp_width == 1 ? LaneMask{1} : static_cast<LaneMask>(~LaneMask{0});

/// Raises an entry to the largest value of the lanes that call it.
inline void raise(std::uint32_t* entry, std::uint32_t value) {
  if (value > *entry) atomicMax(entry, value);
}
template <int count>
inline void raise(std::uint32_t (&entries)[count], const std::uint32_t (&values)[count]) {
  for (int k = 0; k < count; ++k) raise(&entries[k], values[k]);
}

/// a b + c, and a b, between 0 and 1.
inline float clamped_sum(float a, float b, float c) {
  return __saturatef(a * b + c);
}
inline float clamped_product(float a, float b) {
  return __saturatef(a * b);
}

/// Index of the calling thread in its warp.
inline unsigned lane() {
  return threadIdx.x % warp_width;
}

/// Number of lanes in `mask`.
constexpr unsigned population(LaneMask mask) {
  return static_cast<unsigned>(std::popcount(mask));
}

/// The lowest lane in `mask`, which is not empty.
constexpr unsigned first_lane(LaneMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}

namespace simt {

template <typename T>
T exchange(Collective collective, T value, unsigned source, LaneMask mask, Site site) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(Payload));
  Request request{.collective = collective, .site = site, .mask = mask, .source = source};
  std::memcpy(&request.payload, &value, sizeof(T));
  const Response response = warp_collective(request);
  std::memcpy(&value, &response.payload, sizeof(T));
  return value;
}

inline LaneMask vote(Collective collective, bool predicate, LaneMask mask, Site site) {
  const Request request{
      .collective = collective, .site = site, .mask = mask, .predicate = predicate};
  return static_cast<LaneMask>(warp_collective(request).votes);
}

}  // namespace simt

/// `value` of lane `source`, counted modulo the width.
template <typename T>
T shuffle(T value, unsigned source, LaneMask mask = full_mask, const char* file = __builtin_FILE(),
          int line = __builtin_LINE()) {
  return simt::exchange(simt::Collective::shuffle, value, source % warp_width, mask, {file, line});
}

/// `value` of the lane `distance` above; the caller's own where there is none.
template <typename T>
T shuffle_down(T value, unsigned distance, LaneMask mask = full_mask,
               const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const unsigned source = distance < warp_width - lane() ? lane() + distance : lane();
  return simt::exchange(simt::Collective::shuffle_down, value, source, mask, {file, line});
}

/// `value` of the lane `distance` below; the caller's own where there is none.
template <typename T>
T shuffle_up(T value, unsigned distance, LaneMask mask = full_mask,
             const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const unsigned source = distance <= lane() ? lane() - distance : lane();
  return simt::exchange(simt::Collective::shuffle_up, value, source, mask, {file, line});
}

/// `value` of the lane whose index differs in the bits of `bits`; the caller's own where there is
/// none.
template <typename T>
T shuffle_xor(T value, unsigned bits, LaneMask mask = full_mask,
              const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const unsigned source = (lane() ^ bits) < warp_width ? lane() ^ bits : lane();
  return simt::exchange(simt::Collective::shuffle_xor, value, source, mask, {file, line});
}

/// The lanes of `mask` whose predicate holds.
inline LaneMask ballot(bool predicate, LaneMask mask = full_mask,
                       const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return simt::vote(simt::Collective::ballot, predicate, mask, {file, line});
}

/// Whether the predicate holds for a lane of `mask`.
inline bool any(bool predicate, LaneMask mask = full_mask, const char* file = __builtin_FILE(),
                int line = __builtin_LINE()) {
  return simt::vote(simt::Collective::any, predicate, mask, {file, line}) != 0;
}

/// Whether the predicate holds for all lanes of `mask`.
inline bool all(bool predicate, LaneMask mask = full_mask, const char* file = __builtin_FILE(),
                int line = __builtin_LINE()) {
  return simt::vote(simt::Collective::all, !predicate, mask, {file, line}) == 0;
}

}  // namespace sphlab::gpu

inline void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  sphlab::gpu::simt::block_barrier({file, line});
}

inline void __syncwarp(sphlab::gpu::LaneMask mask = sphlab::gpu::full_mask,
                       const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  sphlab::gpu::simt::warp_collective(
      {.collective = sphlab::gpu::simt::Collective::syncwarp, .site = {file, line}, .mask = mask});
}

namespace sphlab::gpu {

/// Every lane of the mask must call it: they wait for one another, and see what the others have
/// written to memory.
inline void synchronise_warp(LaneMask mask = full_mask, const char* file = __builtin_FILE(),
                             int line = __builtin_LINE()) {
  __syncwarp(mask, file, line);
}

}  // namespace sphlab::gpu
