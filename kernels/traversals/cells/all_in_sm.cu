// forces/all-in-sm: one block per filled sub-box of cells, which is loaded into shared memory as a
// whole, with the cells around it (catalogue T2; paper C, 5.1 and algorithm 4).
//
// One array of the paper's is not there: the index of each staged particle in global memory. It is
// the staged place plus the shift of its row.
#include <algorithm>
#include <string>

#include "kernels/grid/census.cuh"
#include "kernels/grid/grid_rows.cuh"
#include "kernels/numerics/block_prefix_sum.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/traversals/staged_pairs.cuh"

namespace sphlab {

/// Cells along each side.
struct Sides {
  std::uint32_t x, y, z;
  __host__ __device__ constexpr std::uint32_t count() const { return x * y * z; }
};

/// Sub-boxes of `targets` cells, one per block.
struct SubBoxCut {
  Sides targets;
  std::uint32_t cell;  ///< room for particles in a cell
  std::uint32_t threads;
  __host__ __device__ constexpr Sides staged() const {
    return {targets.x + 2, targets.y + 2, targets.z + 2};
  }
};

/// A block's shared memory: the staged particles, the first particle of each cell and the end of
/// each row in global memory, and for each row what must be taken from an index in global memory to
/// have the place in the stage.
template <class Physics>
class StagedBox {
 public:
  static constexpr std::size_t bytes(Sides staged, std::uint32_t cell) {
    const std::size_t rows = std::size_t{staged.y} * staged.z;
    return StagedSources<Physics>::bytes(std::size_t{staged.count()} * cell) +
           rows * (staged.x + 2) * sizeof(std::uint32_t);
  }

  __device__ StagedBox(unsigned char* memory, const SubBoxCut& cut)
      : sources(memory, cut.staged().count() * cut.cell),
        begin_(reinterpret_cast<std::uint32_t*>(
            memory + StagedSources<Physics>::bytes(cut.staged().count() * cut.cell))),
        shift_(begin_ + cut.staged().y * cut.staged().z * (cut.staged().x + 1)),
        stride_(cut.staged().x + 1) {}

  /// First particle of the row's cell x; that of x = cells in the row is its end.
  __device__ std::uint32_t& begin(std::uint32_t row, std::uint32_t x) const {
    return begin_[row * stride_ + x];
  }
  __device__ std::uint32_t& shift(std::uint32_t row) const { return shift_[row]; }
  __device__ std::uint32_t* shifts() const { return shift_; }

  StagedSources<Physics> sources;

 private:
  std::uint32_t* begin_;
  std::uint32_t* shift_;
  std::uint32_t stride_;
};

/// The cells that a block loads: a box of `sides` from `low` on, within the grid.
struct LoadedBox {
  CellIndex low;
  Sides sides;
  __device__ std::uint32_t rows() const { return sides.y * sides.z; }
};

/// The lower end of the targets' cells along one axis with a ghost before it, and how many there
/// are up to a ghost behind them, clipped to the grid.
__device__ __forceinline__ std::uint32_t clipped(std::uint32_t begin, std::uint32_t length,
                                                 std::uint32_t cells, int* low) {
  const std::uint32_t first = begin > 0 ? begin - 1 : 0;
  const std::uint32_t end = begin + length + 1 < cells ? begin + length + 1 : cells;
  *low = static_cast<int>(first);
  return end - first;
}

/// Copies the offsets of the cells, and finds the rows' shifts (figure 3): the particles between
/// the end of one row and the beginning of the next are in global memory and not in the stage.
template <class Physics>
__device__ __forceinline__ void load_offsets(const PairArguments& a, const LoadedBox& loaded,
                                             const StagedBox<Physics>& staged) {
  const std::uint32_t offsets = loaded.sides.x + 1;
  for (std::uint32_t k = threadIdx.x; k < loaded.rows() * offsets; k += blockDim.x) {
    const std::uint32_t row = k / offsets;
    const std::uint32_t x = k % offsets;
    const std::uint32_t key =
        cell_key(a.grid, {loaded.low.x, loaded.low.y + static_cast<int>(row % loaded.sides.y),
                          loaded.low.z + static_cast<int>(row / loaded.sides.y)});
    staged.begin(row, x) = first_of_cell(a, key + x);
  }
  __syncthreads();
  for (std::uint32_t row = threadIdx.x; row < loaded.rows(); row += blockDim.x) {
    const std::uint32_t end_before = row > 0 ? staged.begin(row - 1, loaded.sides.x) : 0;
    staged.shift(row) = staged.begin(row, 0) - end_before;
  }
  __syncthreads();
  prefix_sum_in_place(staged.shifts(), loaded.rows());
}

/// Copies the particles, a row per warp.
template <class Physics>
__device__ __forceinline__ void load_particles(const PairArguments& a, const LoadedBox& loaded,
                                               const StagedBox<Physics>& staged) {
  for (std::uint32_t row = threadIdx.x / gpu::warp_width; row < loaded.rows();
       row += blockDim.x / gpu::warp_width) {
    const ParticleRange range = {staged.begin(row, 0), staged.begin(row, loaded.sides.x)};
    staged.sources.fill(a.state, range, range.first - staged.shift(row), gpu::lane(),
                        gpu::warp_width);
  }
  __syncthreads();
}

/// Adds the 27 cells around the cell (x, y, z) of the loaded box, as far as they are in the grid.
template <class Physics>
__device__ __forceinline__ void add_from_box(const PairArguments& a,
                                             const typename Physics::Coefficients& coefficients,
                                             const LoadedBox& loaded,
                                             const StagedBox<Physics>& staged, std::uint32_t x,
                                             std::uint32_t y, std::uint32_t z,
                                             CellTarget<Physics>& target) {
  const std::uint32_t low = x > 0 ? x - 1 : 0;
  const std::uint32_t end = x + 2 < loaded.sides.x ? x + 2 : loaded.sides.x;
  constexpr std::uint32_t own_row = 4;
  for (std::uint32_t k = 0; k < 9; ++k) {
    const std::uint32_t ny = y + k % 3 - 1;  // wraps below 0, to beyond the box
    const std::uint32_t nz = z + k / 3 - 1;
    if (ny >= loaded.sides.y || nz >= loaded.sides.z) continue;
    const std::uint32_t row = nz * loaded.sides.y + ny;
    const ParticleRange near = {staged.begin(row, low), staged.begin(row, end)};
    const std::uint32_t place = near.first - staged.shift(row);
    if (k == own_row) {
      add_staged<Self::among>(staged.sources, a, coefficients, near, place, target);
    } else {
      add_staged<Self::absent>(staged.sources, a, coefficients, near, place, target);
    }
  }
}

/// Reads state, cell_begin and census; writes what the physics stores. Dynamic shared memory: a
/// StagedBox.
template <class Physics>
__global__ void __launch_bounds__(512)
    all_in_sm(WithCensus<PassArguments<Physics>> a, typename Physics::Coefficients coefficients,
              SubBoxCut cut) {
  if (*a.census.largest > a.census.capacity || blockIdx.x >= *a.census.filled_count) return;
  const CellBox box = cell_box(a.grid, a.census.boxes, a.census.filled[blockIdx.x]);
  const std::uint32_t x0 = static_cast<std::uint32_t>(box.x0);
  const std::uint32_t y0 = static_cast<std::uint32_t>(box.y0);
  const std::uint32_t z0 = static_cast<std::uint32_t>(box.z0);
  LoadedBox loaded{};
  loaded.sides.x = clipped(x0, cut.targets.x, cells_along(a.grid, Axis::x), &loaded.low.x);
  loaded.sides.y = clipped(y0, cut.targets.y, cells_along(a.grid, Axis::y), &loaded.low.y);
  loaded.sides.z = clipped(z0, cut.targets.z, cells_along(a.grid, Axis::z), &loaded.low.z);
  const StagedBox<Physics> staged(gpu::dynamic_shared<unsigned char>(), cut);
  load_offsets(a, loaded, staged);
  load_particles(a, loaded, staged);
  // as many threads as the target cells have room for, whether a particle is there or not
  for (std::uint32_t t = threadIdx.x; t < cut.targets.count() * cut.cell; t += blockDim.x) {
    const std::uint32_t cell = t / cut.cell;
    const std::uint32_t x = x0 + cell % cut.targets.x - static_cast<std::uint32_t>(loaded.low.x);
    const std::uint32_t y =
        y0 + cell / cut.targets.x % cut.targets.y - static_cast<std::uint32_t>(loaded.low.y);
    const std::uint32_t z =
        z0 + cell / cut.targets.x / cut.targets.y - static_cast<std::uint32_t>(loaded.low.z);
    if (x >= loaded.sides.x || y >= loaded.sides.y || z >= loaded.sides.z) continue;
    const std::uint32_t row = z * loaded.sides.y + y;
    const std::uint32_t i = staged.begin(row, x) + t % cut.cell;
    if (i >= staged.begin(row, x + 1)) continue;
    CellTarget<Physics> target{};
    const bool has_target = is_target<Physics>(a, i);
    if (has_target) {
      target = {i, staged.sources.load(i - staged.shift(row)), {}};
      add_from_box(a, coefficients, loaded, staged, x, y, z, target);
    }
    store_target<Physics>(a, coefficients, i, has_target, target);
  }
}

namespace {

struct AllInSm {
  static constexpr const char* name = "all-in-sm";
  /// Most threads of a block; the paper allows 512.
  static constexpr std::uint32_t blocks[] = {128, 256, 512};
  static constexpr TuningParameter parameters[] = {{"block", blocks, 3, 512},
                                                   shared_memory_parameter};
  template <class Physics>
  using PreparationFor = Census<AllInSm, Physics>;

  /// The largest of p^3, (p+1) p^2, (p+2) p^2 and (p+1)^2 p cells, ghosts included, that fits; all
  /// zero where 27 do not.
  template <class Physics>
  static Sides largest_box(std::uint32_t cell, std::size_t shared_bytes) {
    const auto fits = [&](Sides staged) {
      return StagedBox<Physics>::bytes(staged, cell) <= shared_bytes;
    };
    std::uint32_t p = 2;
    while (fits({p + 1, p + 1, p + 1})) ++p;
    if (p < 3) return {0, 0, 0};
    Sides largest = {p, p, p};
    for (const Sides candidate : {Sides{p + 1, p, p}, Sides{p + 2, p, p}, Sides{p + 1, p + 1, p}})
      largest = fits(candidate) ? candidate : largest;
    return largest;
  }

  /// Takes a cell off the longest side, the last of them.
  static void shrink(Sides& sides) {
    std::uint32_t& side = sides.z >= sides.y && sides.z >= sides.x ? sides.z
                          : sides.y >= sides.x                     ? sides.y
                                                                   : sides.x;
    --side;
  }

  static uint3 sides_of(Sides box) { return {box.x, box.y, box.z}; }

  /// Makes sub-boxes as large as shared memory allows; smaller ones while the grid has fewer than
  /// multiprocessors. Returns 0 and fills `out`, an error of the device, or refuses:
  /// where 27 cells do not fit, or the fullest cell is not known.
  template <class Physics>
  static int cut(const PairArguments& a, const std::uint32_t* tuning, SubBoxCut* out) {
    std::uint32_t cell = 0;
    if (const int code = measured_capacity(a, &cell)) return code;
    gpu::DeviceLimits device{};
    if (const int error = gpu::device_limits(&device)) return error;
    const std::size_t shared_bytes = shared_budget(tuning[1], device);
    const Sides staged = largest_box<Physics>(cell, shared_bytes);
    if (staged.count() == 0) {
      return refuse("27 cells of up to " + std::to_string(cell) + " particles need " +
                    std::to_string(StagedBox<Physics>::bytes({3, 3, 3}, cell)) +
                    " bytes of shared memory, and a block has " + std::to_string(shared_bytes));
    }
    Sides targets = {std::min(staged.x - 2, cells_along(a.grid, Axis::x)),
                     std::min(staged.y - 2, cells_along(a.grid, Axis::y)),
                     std::min(staged.z - 2, cells_along(a.grid, Axis::z))};
    while (targets.count() > 1 &&
           cut_into_boxes(a.grid, sides_of(targets)).count() < device.multiprocessors)
      shrink(targets);
    *out = {targets, cell, 0};
    const std::uint64_t places = std::uint64_t{out->staged().count()} * cell;
    out->threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        tuning[0], (places + gpu::warp_width - 1) / gpu::warp_width * gpu::warp_width));
    return 0;
  }

  template <class Physics>
  static int census_box(const PairArguments& a, const std::uint32_t* tuning, uint3* sides) {
    SubBoxCut cut{};
    if (const int error = AllInSm::cut<Physics>(a, tuning, &cut)) return error;
    *sides = sides_of(cut.targets);
    return 0;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    SubBoxCut cut{};
    if (const int error = AllInSm::cut<Physics>(a, tuning, &cut)) return error;
    const WithCensus<PassArguments<Physics>> arguments = with_census(a, sides_of(cut.targets));
    const Launch launch = Launch{most_filled_boxes(arguments), cut.threads}
                              .with(gpu::Cooperation::block)
                              .with_shared(StagedBox<Physics>::bytes(cut.staged(), cut.cell))
                              .with(work_from_shared_memory<Physics>());
    return run.kernel(all_in_sm<Physics>, launch, arguments, coefficients_of<Physics>(a), cut);
  }
};

[[maybe_unused]] const bool registered_all_in_sm = register_traversal<AllInSm, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
