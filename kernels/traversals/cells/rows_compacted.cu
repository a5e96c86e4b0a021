// forces/rows-compacted: one thread per target, as rows, through whose rows of cells the lanes of a
// warp go in two steps: each tests candidates and keeps those in reach in a queue of its own in
// shared memory; when one of the queues is full, every lane takes pairs out of its own and
// evaluates them, until none is more than half full (catalogue T2; beyond the ladder of paper D,
// section 4).
//
// A lane that evaluates a pair where it finds it makes the others wait, and with a quarter of the
// candidates in reach some lane nearly always does: each candidate costs a test and a pair. Here a
// warp pays for the tests once, and for as many pairs as its lanes have on average; what is left
// over in the queues evens out who has more.
#include "kernels/gpu/team.cuh"
#include "kernels/traversals/cell_pairs.cuh"
#include "kernels/traversals/kinds.cuh"

namespace sphlab {

/// Candidates that a lane tests at once, and pairs that it evaluates at once: what is read of them
/// is on the way together.
inline constexpr std::uint32_t tested_at_once = 4;
inline constexpr std::uint32_t evaluated_at_once = 2;
/// Candidates that are tested before queues are looked at again.
inline constexpr std::uint32_t tested_between = 2 * tested_at_once;

/// The sources in reach of a lane's target that have not been evaluated, in the lane's own column
/// of the block's shared memory, where lanes meet in no bank.
class LaneQueue {
 public:
  /// @param capacity of a lane, a multiple of 2 and at least tested_between.
  __device__ explicit LaneQueue(std::uint32_t capacity)
      : top_(gpu::dynamic_shared<std::uint32_t>() + threadIdx.x),
        bottom_(top_),
        half_(bottom_ + capacity / 2 * blockDim.x),
        full_(bottom_ + (capacity - tested_between) * blockDim.x) {}

  __device__ __forceinline__ void push(std::uint32_t source) {
    *top_ = source;
    top_ += blockDim.x;
  }
  __device__ __forceinline__ std::uint32_t pop() {
    top_ -= blockDim.x;
    return *top_;
  }
  __device__ __forceinline__ bool is_empty() const { return top_ == bottom_; }
  __device__ __forceinline__ bool is_above_half() const { return top_ > half_; }
  /// Whether there is no room for what is tested before the next look.
  __device__ __forceinline__ bool is_full() const { return top_ > full_; }

 private:
  std::uint32_t* top_;
  std::uint32_t *bottom_, *half_, *full_;
};

/// Whether evaluation leaves off at half of a queue, or goes on to its end.
enum class Leave { half, nothing };

/// Evaluates pairs out of the queues, each lane out of its own, until none holds more than it may
/// keep. Every lane of the team must call it.
template <class Physics, Leave leave>
__device__ __forceinline__ void evaluate_queued(const PairArguments& a,
                                                const typename Physics::Coefficients& coefficients,
                                                LaneQueue& queue, CellTarget<Physics>& target) {
  const auto is_too_full = [&] {
    return leave == Leave::half ? queue.is_above_half() : !queue.is_empty();
  };
  while (gpu::team_ballot(is_too_full()) != 0) {
    if (queue.is_empty()) continue;
    std::uint32_t j[evaluated_at_once];
    typename Physics::template Particle<float> source[evaluated_at_once];
    TypeMask type[evaluated_at_once];
#pragma unroll
    for (std::uint32_t k = 0; k < evaluated_at_once; ++k) {
      j[k] = queue.is_empty() ? target.index : queue.pop();
      source[k] = load<Physics>(a, j[k]);
      type[k] = source_mask<Physics>(a, j[k]);
    }
#pragma unroll
    for (std::uint32_t k = 0; k < evaluated_at_once; ++k) {
      // the target is in reach of itself: there are fewer pairs than candidates to ask that of
      const Pair<float> pair = separation(a, target.particle, source[k], j[k] != target.index);
      add_by_type<Physics>(typename Physics::Groups{}, type[k], coefficients, target.particle,
                           source[k], pair, target.sum);
    }
  }
}

/// Queues the tested_at_once candidates from j on that are in reach of the lane's target.
template <class Physics>
__device__ __forceinline__ void test_candidates(const PairArguments& a, std::uint32_t j,
                                                ParticleRange range, LaneQueue& queue,
                                                const CellTarget<Physics>& target) {
  const float radius2 = a.influence_radius * a.influence_radius;
  const std::uint32_t end = a.particles - 1;  // of what may be read
  float4 positions[tested_at_once];
#pragma unroll
  for (std::uint32_t k = 0; k < tested_at_once; ++k)
    positions[k] = position(a, j + k < end ? j + k : end);
#pragma unroll
  for (std::uint32_t k = 0; k < tested_at_once; ++k) {
    const Pair<float> pair = separation(a, target.particle, positions[k]);
    if (j + k < range.last && pair.r2 < radius2) queue.push(j + k);
  }
}

/// Queues those of a range that are in reach of the lane's target, and evaluates where a queue is
/// full. Every lane of the team must call it, with a range of its own.
template <class Physics>
__device__ __forceinline__ void take_range(const PairArguments& a,
                                           const typename Physics::Coefficients& coefficients,
                                           ParticleRange range, LaneQueue& queue,
                                           CellTarget<Physics>& target) {
  for (std::uint32_t j = range.first; gpu::team_ballot(j < range.last) != 0; j += tested_between) {
    if (gpu::team_ballot(queue.is_full()) != 0)
      evaluate_queued<Physics, Leave::half>(a, coefficients, queue, target);
    test_candidates(a, j, range, queue, target);
    if (j + tested_at_once < range.last)
      test_candidates(a, j + tested_at_once, range, queue, target);
  }
}

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
/// Three blocks of 256 leave 80 registers per thread: what is read ahead stays in them, and that is
/// worth more than a fourth block.
template <class Physics>
__global__ void __launch_bounds__(256, 3)
    rows_compacted(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                   std::uint32_t capacity) {
  const std::uint32_t i = target_of_thread(a);
  const bool is_live = i < targets(a).last;
  const bool has_target = is_live && is_target<Physics>(a, i);
  // a lane without a target goes along with ranges that are empty
  CellTarget<Physics> target{};
  if (has_target) target = load_target<Physics>(a, i);
  const CellIndex own = cell_index(a.grid, has_target ? a.keys[i] : 0u);
  LaneQueue queue(capacity);
  const int reach = static_cast<int>(a.grid.reach);
  for (int z = -reach; z <= reach; ++z) {
    for (int y = -reach; y <= reach; ++y) {
      const ParticleRange row =
          has_target ? span_range(a, own.x - reach, own.x + reach, own.y + y, own.z + z)
                     : ParticleRange{0, 0};
      take_range(a, coefficients, row, queue, target);
    }
  }
  evaluate_queued<Physics, Leave::nothing>(a, coefficients, queue, target);
  if (is_live) store_target<Physics>(a, coefficients, i, has_target, target);
}

namespace {

struct RowsCompacted {
  static constexpr const char* name = "rows-compacted";
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr std::uint32_t queues[] = {16, 32};
  static constexpr TuningParameter parameters[] = {{"block", block_sizes, 3, 128},
                                                   {"queue", queues, 2, 16}};

  /// The physics of the ladder that it is held against.
  template <class Physics>
  static constexpr bool serves() {
    return has_fluid_and_boundary<Physics>() && tests_distance<Physics>;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0])
                              .with(gpu::Cooperation::block)
                              .with_shared(tuning[0] * tuning[1] * sizeof(std::uint32_t))
                              .with(work_from_global_memory<Physics>());
    return run.kernel(rows_compacted<Physics>, launch, a, coefficients_of<Physics>(a), tuning[1]);
  }
};

[[maybe_unused]] const bool registered_rows_compacted =
    register_traversal<RowsCompacted, PairPhysics>();

}  // namespace
}  // namespace sphlab
