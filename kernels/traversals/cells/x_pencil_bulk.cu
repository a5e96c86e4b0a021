// forces/x-pencil-bulk: x-pencil-reg whose rows of sources the device copies into shared memory by
// itself, the next while one is read, and whose threads take one or two targets of a cell
// (catalogue Z1, after paper C, 5.3).
//
// For physics that need no more of a source than its position: a row is a range of global memory
// then, and is read as it lies there. Two targets that meet the same sources, since they are of one
// cell, share what is read of a source: where cells are full the cell traversals are bound by issue
// slots (docs/cell-traversals.md).
#include "kernels/traversals/cells/pencils.cuh"

namespace sphlab {

/// Up to two particles of one cell.
struct OwnTile {
  std::uint32_t first, second;
  std::uint32_t last;  ///< end of their cell: a particle that is not below it does not exist
  int x;               ///< of their cell
};

/// Deals the particles of the pencil, `targets` (1 or 2) to each thread, so that neighbouring
/// threads have neighbouring particles. One to each is the pencil as it lies in memory; two, of one
/// cell, are found cell by cell, which costs little where cells are full and pencils short. A
/// thread that gets none has a tile without particles.
template <std::uint32_t targets>
__device__ __forceinline__ OwnTile own_tile(const PairArguments& a, const CellBox& box) {
  std::uint32_t thread = threadIdx.x;
  if constexpr (targets == 1) {
    const ParticleRange pencil = span_range(a, box.x0, box.x1 - 1, box.y0, box.z0);
    const std::uint32_t i = pencil.first + thread;
    if (i < pencil.last) {
      const std::uint32_t first_key = cell_key(a.grid, {0, box.y0, box.z0});
      return {i, i + 1, i + 1, static_cast<int>(a.keys[i] - first_key)};
    }
  } else {
    for (int x = box.x0; x < box.x1; ++x) {
      const ParticleRange cell = span_range(a, x, x, box.y0, box.z0);
      const std::uint32_t threads = pieces(cell.last - cell.first, targets);
      if (thread < threads) {
        const std::uint32_t first = cell.first + thread;
        return {first, first + threads, cell.last, x};
      }
      thread -= threads;
    }
  }
  return {threadIdx.x, 0, 0, 0};
}

/// The nine rows of cells around a pencil, itself in the middle, on their way through two buffers
/// in shared memory.
template <class Physics>
class RowsInFlight {
 public:
  static constexpr int count = 9;
  static constexpr int own = 4;

  /// @param arrivals two, in shared memory. @param capacity of `staged` for one row; it has room
  /// for two. All threads of the block together; the first row has been asked for when it returns.
  __device__ __forceinline__ RowsInFlight(const PairArguments& a, const CellBox& box,
                                          const StagedSources<Physics>& staged,
                                          std::uint32_t capacity, gpu::BulkCopy* arrivals)
      : a_(a), box_(box), staged_(staged), capacity_(capacity), arrivals_(arrivals) {
    if (threadIdx.x == 0) {
      arrivals_[0].initialise();
      arrivals_[1].initialise();
      ask_for(0);
    }
    __syncthreads();
  }

  /// Asks for the row behind k. All threads of the block together, when all have read row k - 1.
  __device__ __forceinline__ void ask_for_next(int k) const {
    if (threadIdx.x == 0 && k + 1 < count) ask_for(k + 1);
  }

  /// Returns when row k has arrived. By every thread, one without a target, too: a block must not
  /// end, nor a buffer be asked for again, before what is on its way is there.
  __device__ __forceinline__ void wait_for(int k) const {
    arrivals_[buffer(k)].wait(static_cast<std::uint32_t>(k) / 2 % 2);
  }

  /// Adds row k, which has arrived, to targets in the cell x of the pencil.
  template <class... Targets>
  __device__ __forceinline__ void add(const typename Physics::Coefficients& coefficients, int k,
                                      int x, Targets&... targets) const {
    const ParticleRange near = row_range(a_, x, y(k), z(k));
    const std::uint32_t place = buffer(k) * capacity_ + near.first - row(k).first;
    if (k == own) {
      add_staged<Self::among>(staged_, a_, coefficients, near, place, targets...);
    } else {
      add_staged<Self::absent>(staged_, a_, coefficients, near, place, targets...);
    }
  }

 private:
  __device__ static __forceinline__ std::uint32_t buffer(int k) {
    return static_cast<std::uint32_t>(k) % 2;
  }
  __device__ __forceinline__ int y(int k) const { return box_.y0 + k % 3 - 1; }
  __device__ __forceinline__ int z(int k) const { return box_.z0 + k / 3 - 1; }
  __device__ __forceinline__ ParticleRange row(int k) const {
    return span_range(a_, box_.x0 - 1, box_.x1, y(k), z(k));
  }

  __device__ __forceinline__ void ask_for(int k) const {
    const ParticleRange sources = row(k);
    arrivals_[buffer(k)].start(staged_.positions(buffer(k) * capacity_),
                               a_.state.position + sources.first, sources.last - sources.first);
  }

  const PairArguments& a_;
  const CellBox& box_;
  const StagedSources<Physics>& staged_;
  std::uint32_t capacity_;
  gpu::BulkCopy* arrivals_;
};

/// Adds all rows to the targets of the thread, which are in the cell x of the pencil. All threads
/// of the block together.
template <class Physics, class... Targets>
__device__ __forceinline__ void add_rows(const RowsInFlight<Physics>& rows,
                                         const typename Physics::Coefficients& coefficients, int x,
                                         bool has_targets, Targets&... targets) {
  for (int k = 0; k < rows.count; ++k) {
    if (k > 0) __syncthreads();  // all have read the row before: its place may be taken
    rows.ask_for_next(k);
    rows.wait_for(k);
    if (has_targets) rows.add(coefficients, k, x, targets...);
  }
}

/// Reads state, keys (the cells at the last sort), cell_begin and census; writes what the physics
/// stores. Dynamic shared memory: StagedSources for two rows of `capacity` particles. A thread
/// takes `targets` (1 or 2) particles of a cell, which share what is read of a source.
template <class Physics, std::uint32_t targets>
__global__ void __launch_bounds__(1024)
    x_pencil_bulk(WithCensus<PassArguments<Physics>> a, typename Physics::Coefficients coefficients,
                  std::uint32_t capacity) {
  if (*a.census.largest > a.census.capacity || blockIdx.x >= *a.census.filled_count) return;
  __shared__ gpu::BulkCopy arrivals[2];
  const CellBox box = cell_box(a.grid, a.census.boxes, a.census.filled[blockIdx.x]);
  const StagedSources<Physics> staged(gpu::dynamic_shared<unsigned char>(), 2 * capacity);
  const RowsInFlight<Physics> rows(a, box, staged, capacity, arrivals);
  const OwnTile own = own_tile<targets>(a, box);
  const bool has_first = own.first < own.last && is_target<Physics>(a, own.first);
  const bool exists_second = targets == 2 && own.second < own.last;
  const bool has_second = exists_second && is_target<Physics>(a, own.second);
  CellTarget<Physics> first{};
  CellTarget<Physics> second{};
  if (has_first) first = load_target<Physics>(a, own.first);
  if (has_second) second = load_target<Physics>(a, own.second);
  if constexpr (targets == 1) {
    add_rows(rows, coefficients, own.x, has_first, first);
  } else {
    add_rows(rows, coefficients, own.x, has_first || has_second, first, second);
  }
  if (own.first < own.last) store_target<Physics>(a, coefficients, own.first, has_first, first);
  if (exists_second) store_target<Physics>(a, coefficients, own.second, has_second, second);
}

/// In no unnamed namespace, where compilers warn of what nothing uses: a pack may have none of the
/// physics that this traversal is for.
struct XPencilBulk : PencilTraversal<XPencilBulk> {
  static constexpr const char* name = "x-pencil-bulk";
  static constexpr std::uint32_t targets_a_thread[] = {1, 2};
  static constexpr TuningParameter parameters[] = {
      pencil_parameters[0], pencil_parameters[1], {"targets-per-thread", targets_a_thread, 2, 1}};

  static int available() {
    if constexpr (gpu::has_bulk_copies) return 0;
    return refuse(
        "the device has no bulk copies into shared memory, or this compiler cannot ask for them");
  }

  static PencilShape shape(const std::uint32_t* tuning) {
    return {.height = 1, .ghosts = 0, .targets = tuning[2], .rows = 2};
  }

  template <class Physics>
  static PencilKernel<Physics> kernel([[maybe_unused]] const std::uint32_t* tuning) {
    if constexpr (gpu::has_bulk_copies) {
      return tuning[2] == 1 ? x_pencil_bulk<Physics, 1> : x_pencil_bulk<Physics, 2>;
    } else {
      return nullptr;
    }
  }
};

[[maybe_unused]] static const bool registered_x_pencil_bulk =
    register_traversal<XPencilBulk, UncutPhysics>();

}  // namespace sphlab
