// list/warp-per-run: one warp takes a run of consecutive particles in the sorted order, and tests
// all of them against one source at a time (catalogue Z1).
//
// Against one thread per particle, the lanes of a warp never diverge in the search: they walk the
// union of their rows of cells together, every source comes out of shared memory as one broadcast,
// and rows of the interleaved list are stored whole, out of a copy in shared memory. Against one
// warp per cell, no lane is idle because a cell holds fewer particles than a warp has lanes. The
// price is the union: the sources of a run's first cell are tested for its last particle too.
// Sources out of reach of the box around the run are therefore dropped, 32 at a time, before they
// are broadcast.
#include "kernels/grid/bounding_box.cuh"
#include "kernels/grid/grid_rows.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/shared_lists.hpp"
#include "kernels/numerics/warp_maximum.cuh"

namespace sphlab {

/// The one format that this builder fills: a warp's slots in shared memory are laid out as it is.
using SplitInterleaved =
    InFormat<ListFormat{ListContents::split, 1, ListEntry::index}, list_type_sets[0]>;

/// The slots of a warp's targets in shared memory, in the layout of the list itself: slot k of a
/// lane is entries[k * warp_width + lane], so that no two lanes meet in a bank.
class SharedSlots {
 public:
  __device__ __forceinline__ SharedSlots(std::uint32_t* entries, std::uint32_t capacity)
      : entries_(entries + gpu::lane()), capacity_(capacity) {}

  __device__ __forceinline__ void append(std::uint32_t source, bool boundary) {
    if (fluid_ + boundary_ + 2 < capacity_) {
      entries_[(boundary ? capacity_ - 1 - boundary_ : fluid_) * gpu::warp_width] = source;
    }
    fluid_ += boundary ? 0 : 1;
    boundary_ += boundary ? 1 : 0;
  }

  /// Stores the rows that any lane has used, with the end markers. Every lane of the warp must call
  /// it.
  /// @param particle whose slots these are. @param exists false: this lane stores nothing.
  __device__ __forceinline__ void store(const ListArrays& list, std::uint32_t particle,
                                        bool exists) {
    const std::uint32_t required = fluid_ + boundary_ + 2;
    if (required > capacity_) fluid_ = boundary_ = 0;  // too short: a well-formed, empty row
    const int fluid_rows = warp_maximum(static_cast<int>(fluid_)) + 1;
    const int boundary_rows = warp_maximum(static_cast<int>(boundary_)) + 1;
    if (!exists) return;
    std::uint32_t* rows = part_entries<SplitInterleaved>(list, 0) + particle;
    const std::size_t stride = list.stride;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(fluid_rows); ++k) {
      if (k <= fluid_) rows[k * stride] = k < fluid_ ? entries_[k * gpu::warp_width] : list_end;
    }
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(boundary_rows); ++k) {
      const std::uint32_t slot = capacity_ - 1 - k;
      if (k <= boundary_)
        rows[slot * stride] = k < boundary_ ? entries_[slot * gpu::warp_width] : list_end;
    }
    if (required > *list.required) atomicMax(list.required, required);
  }

 private:
  std::uint32_t* entries_;
  std::uint32_t capacity_;
  std::uint32_t fluid_ = 0;
  std::uint32_t boundary_ = 0;
};

/// The bit of a staged index that tells a boundary particle; ids leave it free.
constexpr std::uint32_t boundary_bit = 1u << 31;

/// Words of shared memory per lane for the sources that wait.
constexpr unsigned staged_words = 2 * sizeof(float4) / sizeof(std::uint32_t);

/// Sources that wait in shared memory (x, y, z, tagged index) until there are enough for every lane
/// to be kept busy testing them. Room for two warps' widths of them.
class SourceQueue {
 public:
  __device__ __forceinline__ explicit SourceQueue(float4* staged) : staged_(staged) {}

  /// Appends those of the sources [first, first + warp_width) below `last` that are within reach of
  /// the box. Every lane must call it, with fewer than a warp's width waiting.
  __device__ __forceinline__ void push(const ListArguments& a, const BoundingBox& box, float reach2,
                                       std::uint32_t first, std::uint32_t last) {
    const std::uint32_t j = first + gpu::lane();
    float4 source = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    bool near = false;
    if (j < last) {
      source = position(a, j);
      near = box.distance2(source) < reach2;
    }
    const gpu::LaneMask kept = gpu::ballot(near);
    if (near) {
      const bool boundary = type_of(a, j) == ParticleType::boundary;
      source.w = __uint_as_float(boundary ? j | boundary_bit : j);
      staged_[count_ + gpu::population(kept & ((gpu::LaneMask{1} << gpu::lane()) - 1))] = source;
    }
    count_ += gpu::population(kept);
    gpu::synchronise_warp();
  }

  __device__ __forceinline__ bool full() const { return count_ >= gpu::warp_width; }

  /// Which of the first warp_width sources lie within the radius of the target: bit k for source k.
  __device__ __forceinline__ gpu::LaneMask within(float4 target, float radius2) const {
    gpu::LaneMask within = 0;
#pragma unroll
    for (unsigned k = 0; k < gpu::warp_width; ++k) {
      const float4 source = staged_[k];
      const float x = target.x - source.x;
      const float y = target.y - source.y;
      const float z = target.z - source.z;
      if (x * x + y * y + z * z < radius2) within |= gpu::LaneMask{1} << k;
    }
    return full() ? within : within & ((gpu::LaneMask{1} << count_) - 1);
  }

  __device__ __forceinline__ std::uint32_t tagged_index(unsigned k) const {
    return __float_as_uint(staged_[k].w);
  }

  /// Drops the first warp_width sources. Every lane must call it.
  __device__ __forceinline__ void pop() {
    gpu::synchronise_warp();
    const unsigned left = full() ? count_ - gpu::warp_width : 0;
    const unsigned lane = gpu::lane();
    if (lane < left) staged_[lane] = staged_[gpu::warp_width + lane];
    count_ = left;
    gpu::synchronise_warp();
  }

 private:
  float4* staged_;
  unsigned count_ = 0;
};

/// Tests the waiting sources for one target, and appends those that are its neighbours.
__device__ __forceinline__ void take_neighbours(SourceQueue& queue, float4 target, std::uint32_t i,
                                                bool is_target, float radius2, SharedSlots& slots) {
  // all tests first, without a branch: what a lane finds then costs the others one turn, not one
  // per source
  gpu::LaneMask found = queue.within(target, radius2);
  if (!is_target) found = 0;
  while (found != 0) {
    const std::uint32_t tagged = queue.tagged_index(gpu::first_lane(found));
    found &= found - 1;
    const std::uint32_t j = tagged & ~boundary_bit;
    if (j != i) slots.append(j, tagged != j);
  }
  queue.pop();
}

/// Reads state.position, state.identity, keys (sorted) and cell_begin; writes list for the types of
/// `targets`.
__global__ void list_warp_per_run(ListArguments a) {
  const std::uint32_t i = target_of_thread(a);
  const unsigned warp = threadIdx.x / gpu::warp_width;
  const std::size_t words_of_warp = gpu::warp_width * (staged_words + std::size_t{a.list.capacity});
  std::uint32_t* shared = gpu::dynamic_shared<std::uint32_t>() + warp * words_of_warp;
  SourceQueue queue(reinterpret_cast<float4*>(shared));
  SharedSlots slots(shared + staged_words * gpu::warp_width, a.list.capacity);

  const bool exists = i < targets(a).last;
  const bool is_target = exists && is_of(a, i, a.targets);
  const float4 target = exists ? position(a, i) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  const std::uint32_t key = exists ? a.keys[i] : 0;
  const int x = static_cast<int>(x_of_cell(a.grid, key));
  const std::uint32_t row_key = row_of_cell(a.grid, key);
  const float radius2 = a.list_radius * a.list_radius;
  const float reach2 = reach2_of_box(radius2);

  // a run may go round the end of a row of cells: each row is a segment of its own
  gpu::LaneMask remaining = gpu::ballot(is_target);
  while (remaining != 0) {
    const std::uint32_t segment = gpu::shuffle(row_key, gpu::first_lane(remaining));
    const bool in_segment = is_target && row_key == segment;
    remaining &= ~gpu::ballot(in_segment);
    const BoundingBox box = bounding_box<gpu::warp_width>(target, in_segment, gpu::full_mask);
    const int x_low = -warp_maximum(in_segment ? -x : -0x7fffffff);
    const int x_high = warp_maximum(in_segment ? x : -1);
    const auto [y, z] = row_index(a.grid, segment);
    for (int row = 0; row < 9; ++row) {
      const std::uint32_t first = row_range(a, x_low, y + row % 3 - 1, z + row / 3 - 1).first;
      const std::uint32_t last = row_range(a, x_high, y + row % 3 - 1, z + row / 3 - 1).last;
      for (std::uint32_t window = first; window < last; window += gpu::warp_width) {
        queue.push(a, box, reach2, window, last);
        if (queue.full()) take_neighbours(queue, target, i, in_segment, radius2, slots);
      }
    }
    take_neighbours(queue, target, i, in_segment, radius2, slots);
  }
  slots.store(a.list, i, exists);
}

namespace {

struct WarpPerRun : ListStage {
  static constexpr const char* name = "warp-per-run";
  static constexpr std::uint32_t warps[] = {1, 2, 4};
  static constexpr TuningParameter parameters[] = {{"warps", warps, 3, 1}};
  /// Position and identity of a candidate serve a warp of targets; a target's key is read, too.
  static constexpr DeclaredWork work{
      .flops_per_candidate = 8,
      .bytes_per_pair = ListBytes<SplitInterleaved>::per_entry,
      .bytes_per_candidate = 20.0 / gpu::warp_width,
      .bytes_per_particle = ListBytes<SplitInterleaved>::per_particle + sizeof(std::uint32_t)};

  static std::size_t shared_bytes(std::uint32_t capacity, std::uint32_t warps_of_block) {
    return warps_of_block * gpu::warp_width * (staged_words + capacity) * sizeof(std::uint32_t);
  }

  template <class, class Run>
  static int launches(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    const std::uint32_t block = tuning[0] * gpu::warp_width;
    const std::size_t shared = shared_bytes(a.list.capacity, tuning[0]);
    if (const int error = refuse_beyond_shared(block, shared, a.list.capacity)) return error;
    const Launch launch =
        per_item(a.particles, block).with_shared(shared).with(gpu::Cooperation::block);
    return run.kernel(list_warp_per_run, launch.with(work), a);
  }
};

[[maybe_unused]] const bool registered_warp_per_run =
    register_list_stage_for<WarpPerRun, SplitInterleaved>("split-interleaved");

}  // namespace
}  // namespace sphlab
