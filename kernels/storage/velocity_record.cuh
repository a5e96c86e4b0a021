// The velocities of a state as words of 8 bytes, which integration schemes write as they write the
// velocities, and a preparation once more at each rebuild, when particles change places.
//
// A scheme must know the range of its words before it has all velocities: it takes that of the
// state before. Where the state's own range is another, once in tens of steps, a pass has all words
// written again before it reads them. So what it reads depends on the state alone, and a run can be
// continued bit by bit from a state that was saved.
//
// Each kernel reads what the kernel before it has left, and leaves what the next needs elsewhere:
// none reads what another of its threads writes. A pass that writes the next state itself, while
// others of its threads still read words of this one, therefore has two arrays of them.
#pragma once

#include <cstddef>

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/numerics/ordered_bits.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/storage/velocity_words.cuh"

namespace sphlab {

/// The largest of each component of some velocities, and of them turned round, as ordered_bits(); 0
/// of none. Alone in a sector, for which blocks queue that raise it.
struct alignas(32) VelocityExtent {
  static constexpr int count = 6;

  __device__ __forceinline__ VelocityEnds ends() const {
    return {{-float_of(bits[3]), -float_of(bits[4]), -float_of(bits[5])},
            {float_of(bits[0]), float_of(bits[1]), float_of(bits[2])}};
  }

  std::uint32_t bits[count];  ///< of x, y, z, and of -x, -y, -z
};

/// What the memory of a record begins with. All zeros at first.
struct VelocityRecordHead {
  /// Blocks share these: where all raise the same one, they take longer than for all else.
  static constexpr std::uint32_t extents = 256;

  std::uint32_t left;  ///< not 0 where a velocity was no number, or a reader said so
  /// Which state it is that has been written, and the last that has been read: a pass that is run
  /// again finds what it found.
  std::uint32_t state, read;
  /// The range in which schemes write; of no width where words are not in their place.
  VelocityRange written;
  VelocityRange of_state;             ///< of the velocities that a pass reads
  VelocityExtent extent[2][extents];  ///< of states of even and of odd number; 0 of the next
};

/// A parameter of kernels. Non-owning.
struct VelocityRecord {
  static constexpr std::size_t bytes(std::size_t particles, std::size_t arrays = 1) {
    return sizeof(VelocityRecordHead) + arrays * particles * sizeof(VelocityWords);
  }
  __host__ __device__ static VelocityRecord in(void* memory) {
    auto* head = static_cast<VelocityRecordHead*>(memory);
    return {head, reinterpret_cast<VelocityWords*>(head + 1)};
  }

  /// With the second array of words.
  VelocityRecord second(std::size_t particles) const { return {head, words + particles}; }

  VelocityRecordHead* head;
  VelocityWords* words;  ///< [particles]

  __device__ __forceinline__ void extend(std::uint32_t state, const float4& velocity) const {
    VelocityExtent& extent = head->extent[state % 2][blockIdx.x % VelocityRecordHead::extents];
    const std::uint32_t bits[VelocityExtent::count] = {
        ordered_bits(velocity.x),  ordered_bits(velocity.y),  ordered_bits(velocity.z),
        ordered_bits(-velocity.x), ordered_bits(-velocity.y), ordered_bits(-velocity.z)};
    gpu::raise(extent.bits, bits);
    constexpr float most_speed = 1e18f;  // [m/s]; beyond it, a velocity is none
    if (!(fabsf(velocity.x) + fabsf(velocity.y) + fabsf(velocity.z) < most_speed)) head->left = 1;
  }

  /// What a scheme does with each particle that it writes. @param i counts from 0.
  __device__ __forceinline__ void write(std::uint32_t i, const float4& velocity) const {
    const std::uint32_t next = head->read + 1;
    words[i] = head->written.words(velocity);
    extend(next, velocity);
    if (i == 0) head->state = next;
  }

  /// The same in a pass that reads words of the state before, out of another array, and has been
  /// prepared by velocity_record_mend_and_open().
  __device__ __forceinline__ void write_in_pass(std::uint32_t i, const float4& velocity) const {
    words[i] = head->of_state.words(velocity);
    extend(head->read + 1, velocity);
    if (i != 0) return;
    head->written = head->of_state;
    head->state = head->read + 1;
  }
};

namespace detail {
/// @param keeps_range whether schemes write the next state in the range of this one
__device__ __forceinline__ void make_room(const VelocityRecord& record, bool keeps_range) {
  if (blockIdx.x != 0) return;
  VelocityRecordHead& head = *record.head;
  const std::uint32_t state = head.state;
  if (threadIdx.x == 0) {
    head.read = state;
    if (keeps_range) head.written = head.of_state;
  }
  for (std::uint32_t k = threadIdx.x; k < VelocityRecordHead::extents; k += blockDim.x)
    head.extent[(state + 1) % 2][k] = {};
}
}  // namespace detail

/// Makes room for the next state. For a kernel that reads words, and nothing of the head but `left`
/// and `of_state`: every thread must call it.
__device__ __forceinline__ void end_state(const VelocityRecord& record) {
  detail::make_room(record, true);
}

/// Makes room for the next state in a kernel that leaves `state` and the extents of this one as
/// they are: before a pass that calls write_in_pass(). Every thread must call it.
__device__ __forceinline__ void open_next_state(const VelocityRecord& record) {
  detail::make_room(record, false);
}

/// Reads the state's velocities; raises the extents, which were 0.
__global__ void velocity_record_measure(PairArguments a, VelocityRecord record);

/// Reads the extents; writes the state's range and, where words are in another or not in their
/// place, all words. Any number of blocks.
__global__ void velocity_record_mend(PairArguments a, VelocityRecord record);

/// The same before a pass that calls write_in_pass().
__global__ void velocity_record_mend_and_open(PairArguments a, VelocityRecord record);

}  // namespace sphlab
