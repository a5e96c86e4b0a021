// A state in fewer bits, as words that integration schemes write as they write the state, and a
// preparation once more at each rebuild, when particles change places.
//
// A scheme must know the range of its words before it has the whole state: it takes that of the
// state before. Where the state's own range is another, once in tens of steps, a pass has all words
// written again before it reads them. So what it reads depends on the state alone, and a run can be
// continued bit by bit from a state that was saved.
//
// Each kernel reads what the kernel before it has left, and leaves what the next needs elsewhere:
// none reads what another of its threads writes. A pass that writes the next state itself, while
// others of its threads still read words of this one, therefore has two arrays of them.
//
// A layout is a type with
//   Source                  what of a particle words are made of; of(a, i) is that of particle i
//   Words                   what is kept of it
//   Range                   in which words are: plain data, with == and words(source)
//   Held                    what else the memory begins with, as a rebuild gives it
//   number                  by which schemes tell it from the others
//   values                  how many numbers decide on a range, the largest of each
//   put_values(source, numbers)     writes those of a particle
//   range(head, extent)     the Range around all particles
//   holds(held, source)     whether words can be made of it
// and, where it applies,
//   follow(a, held, range, state)    for one thread before each pass: whether words still serve;
//                           `state` counts those since the rebuild
#pragma once

#include <cstddef>

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/numerics/ordered_bits.cuh"
#include "kernels/particles/seam.cuh"

namespace sphlab {

/// The largest of each number of some particles, as ordered_bits(); 0 of none. Alone in a sector,
/// for which blocks queue that raise it.
template <class Layout>
struct alignas(32) StateExtent {
  static constexpr int count = Layout::values;

  /// Number k of them.
  __device__ __forceinline__ float largest(int k) const { return float_of(bits[k]); }

  std::uint32_t bits[count];
};

/// What the memory of a record begins with. All zeros at first.
template <class Layout>
struct SchemeRecordHead {
  /// Blocks share these: where all raise the same one, they take longer than for all else.
  static constexpr std::uint32_t extents = 256;

  std::uint32_t layout;  ///< its number
  std::uint32_t left;    ///< not 0 where words could not be made, or a reader said so
  typename Layout::Held held;
  /// Which state it is that has been written, and the last that has been read: a pass that is run
  /// again finds what it found.
  std::uint32_t state, read;
  /// The range in which schemes write; of no width where words are not in their place.
  typename Layout::Range written;
  typename Layout::Range of_state;         ///< of the state that a pass reads
  StateExtent<Layout> extent[2][extents];  ///< of states of even and of odd number; 0 of the next
};

/// Where head and words are. Non-owning.
template <class Layout>
struct SchemeRecord {
  using Head = SchemeRecordHead<Layout>;
  using Words = typename Layout::Words;
  using Source = typename Layout::Source;

  static constexpr std::size_t bytes(std::size_t particles, std::size_t arrays = 1) {
    return sizeof(Head) + arrays * particles * sizeof(Words);
  }

  Head* head;
  Words* words;  ///< [particles]

  /// @param held the same as head->held
  __device__ __forceinline__ void extend(std::uint32_t state, const Source& source,
                                         const typename Layout::Held& held) const {
    StateExtent<Layout>& extent = head->extent[state % 2][blockIdx.x % Head::extents];
    float numbers[Layout::values];
    Layout::put_values(source, numbers);
    std::uint32_t bits[Layout::values];
#pragma unroll
    for (int k = 0; k < Layout::values; ++k) bits[k] = ordered_bits(numbers[k]);
    gpu::raise(extent.bits, bits);
    if (!Layout::holds(held, source)) head->left = 1;
  }

  /// What a scheme does with each particle that it writes. @param i counts from 0.
  __device__ __forceinline__ void write(std::uint32_t i, const Source& source) const {
    const std::uint32_t next = head->read + 1;
    words[i] = head->written.words(source);
    extend(next, source, head->held);
    if (i == 0) head->state = next;
  }

  /// The same in a pass that reads words of the state before, out of another array, and has been
  /// prepared by mend() that opens the next state.
  __device__ __forceinline__ void write_in_pass(std::uint32_t i, const Source& source) const {
    words[i] = head->of_state.words(source);
    extend(head->read + 1, source, head->held);
    if (i != 0) return;
    head->written = head->of_state;
    head->state = head->read + 1;
  }
};

namespace detail {
/// @param keeps_range whether schemes write the next state in the range of this one
template <class Layout>
__device__ __forceinline__ void make_room(const SchemeRecord<Layout>& record, bool keeps_range) {
  if (blockIdx.x != 0) return;
  SchemeRecordHead<Layout>& head = *record.head;
  const std::uint32_t state = head.state;
  if (threadIdx.x == 0) {
    head.read = state;
    if (keeps_range) head.written = head.of_state;
  }
  for (std::uint32_t k = threadIdx.x; k < SchemeRecordHead<Layout>::extents; k += blockDim.x)
    head.extent[(state + 1) % 2][k] = {};
}

/// The range around all particles of the state. Every thread of the block must call it.
template <class Layout>
__device__ __forceinline__ typename Layout::Range range_of(const SchemeRecordHead<Layout>& head) {
  __shared__ StateExtent<Layout> all;
  if (threadIdx.x == 0) all = {};
  __syncthreads();
  for (std::uint32_t k = threadIdx.x; k < SchemeRecordHead<Layout>::extents; k += blockDim.x) {
    const StateExtent<Layout>& extent = head.extent[head.state % 2][k];
    for (int c = 0; c < Layout::values; ++c) gpu::raise(&all.bits[c], extent.bits[c]);
  }
  __syncthreads();
  return Layout::range(head, all);
}
}  // namespace detail

/// Makes room for the next state. For a kernel that reads words, and nothing of the head but `left`
/// and `of_state`: every thread must call it.
template <class Layout>
__device__ __forceinline__ void end_state(const SchemeRecord<Layout>& record) {
  detail::make_room(record, true);
}

/// Makes room for the next state in a kernel that leaves `state` and the extents of this one as
/// they are: before a pass that calls write_in_pass(). Every thread must call it.
template <class Layout>
__device__ __forceinline__ void open_next_state(const SchemeRecord<Layout>& record) {
  detail::make_room(record, false);
}

/// Reads the state; raises the extents, which were 0. @param held what the memory is to begin with
template <class Layout>
__device__ __forceinline__ void measure_state(const PairArguments& a,
                                              const SchemeRecord<Layout>& record,
                                              const typename Layout::Held& held) {
  const std::uint32_t i = target_of_thread(a);
  if (i < live(a)) record.extend(record.head->state, Layout::of(a, i), held);
}

/// Reads the extents; writes the state's range and, where words are in another or not in their
/// place, all words. Any number of blocks.
template <class Layout>
__device__ __forceinline__ void mend_words(const PairArguments& a,
                                           const SchemeRecord<Layout>& record) {
  const auto range = detail::range_of(*record.head);
  const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x;
  if (first == 0) {
    record.head->of_state = range;
    if constexpr (requires { &Layout::follow; }) {
      if (!Layout::follow(a, record.head->held, range, record.head->state)) record.head->left = 1;
    }
  }
  if (range == record.head->written) return;
  for (std::uint32_t i = first; i < live(a); i += gridDim.x * blockDim.x) {
    record.words[i] = range.words(Layout::of(a, i));
  }
}

}  // namespace sphlab
