// list/warp-per-cell-matrix: 32 lanes per cell, which test distances as products of small matrices
// in double precision (catalogue Z1).
//
// |t - s|^2 - r^2 = (-2t, 1) . (s, |s|^2) + (|t|^2 - r^2): with eight targets as rows and eight
// sources as columns, 64 tests are one product of an 8x4 and a 4x8 matrix, which the tensor cores
// of a data-centre GPU compute in one instruction. A source is loaded once for 32 targets, nothing
// is staged in shared memory, and no lane waits for another's search. In single precision the sum
// would lose what it is asked for; in double precision, relative to the cell, its error is below
// that of the difference of two single-precision coordinates.
//
// Only the signs of the products are used: two ballots bring those of 64 tests to every lane, and a
// lane picks the eight of its own target.
#include "kernels/gpu/team.cuh"
#include "kernels/grid/linear_order.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// Targets and sources of one matrix product.
constexpr unsigned matrix_tile = 8;
/// Tiles of targets, and of sources, whose tests a lane collects before it writes.
constexpr unsigned matrix_tiles = gpu::team_width / matrix_tile;
static_assert(matrix_tiles * matrix_tile == 32,
              "a lane's tests of a window are the bits of a word");

/// The middle of a cell, the origin of the coordinates that are multiplied [m].
__device__ __forceinline__ float3 cell_centre(const Grid& grid, CellIndex cell) {
  const float side = 1.0f / grid.inverse_side;
  return {grid.origin.x + (static_cast<float>(cell.x) + 0.5f) * side,
          grid.origin.y + (static_cast<float>(cell.y) + 0.5f) * side,
          grid.origin.z + (static_cast<float>(cell.z) + 0.5f) * side};
}

/// Lane l holds coordinate l%4 of particle l/4 of eight, relative to the centre, and in the fourth
/// place of each the square of its distance from there.
class TileCoordinates {
 public:
  /// The particle whose coordinates the lane loads is `particle`; it need not exist.
  __device__ __forceinline__ TileCoordinates(const ListArguments& a, float3 centre,
                                             std::uint32_t particle, bool exists) {
    const unsigned axis = gpu::team_lane() % 4;
    if (exists && axis < 3) {
      const float origin = axis == 0 ? centre.x : axis == 1 ? centre.y : centre.z;
      coordinate_ =
          static_cast<double>(component(position(a, particle), axis)) - static_cast<double>(origin);
    }
    square_ = coordinate_ * coordinate_;
    square_ += gpu::shuffle_xor(square_, 1, gpu::team_mask());
    square_ += gpu::shuffle_xor(square_, 2, gpu::team_mask());
  }

  __device__ __forceinline__ double coordinate() const { return coordinate_; }
  __device__ __forceinline__ double square() const { return square_; }

 private:
  __device__ static __forceinline__ float component(const float4& position, unsigned axis) {
    return axis == 0 ? position.x : axis == 1 ? position.y : position.z;
  }

  double coordinate_ = 0;
  double square_;
};

/// Eight targets: a matrix of (-2t, 1), and what is added to every product of a row.
struct TargetTile {
  double factor;
  double rest;  ///< |t|^2 - r^2, or a number that makes every test fail where there is no target

  __device__ __forceinline__ void load(const ListArguments& a, float3 centre, std::uint32_t first,
                                       std::uint32_t last) {
    const std::uint32_t i = first + gpu::team_lane() / 4;
    const bool exists = i < last;
    const TileCoordinates target(a, centre, i, exists);
    const double radius = static_cast<double>(a.list_radius);
    factor = gpu::team_lane() % 4 == 3 ? 1.0 : -2.0 * target.coordinate();
    rest = exists ? target.square() - radius * radius : 1.0;
  }
};

/// The number of the source, among eight, that is column `column`: such an order that a lane finds
/// the tests of four neighbouring sources in neighbouring bits of a ballot.
__device__ __forceinline__ std::uint32_t source_of_column(unsigned column) {
  return column / 2 + column % 2 * 4;
}

/// The matrix of (s, |s|^2) of the sources [first, first + 8) below `last`; far away where there is
/// none.
__device__ __forceinline__ double source_tile(const ListArguments& a, float3 centre,
                                              std::uint32_t first, std::uint32_t last) {
  const std::uint32_t j = first + source_of_column(gpu::team_lane() / 4);
  const bool exists = j < last;
  const TileCoordinates source(a, centre, j, exists);
  if (gpu::team_lane() % 4 < 3) return source.coordinate();
  return exists ? source.square() : 1.0e30;
}

/// Which of eight sources are in reach of the target of each lane of a tile: bit k for source k.
/// The lanes of other tiles get what they must not use.
__device__ __forceinline__ std::uint32_t in_reach(const TargetTile& targets, double sources) {
  double products[2] = {targets.rest, targets.rest};
  gpu::multiply_add_8x4x8(targets.factor, sources, products);
  const std::uint32_t even = gpu::team_ballot(products[0] < 0);
  const std::uint32_t odd = gpu::team_ballot(products[1] < 0);
  const unsigned row = gpu::team_lane() % matrix_tile;
  return (even >> (4 * row) & 0xfu) | (odd >> (4 * row) & 0xfu) << 4;
}

/// Tests the 32 sources from `first` on against the lane's target: bit k for source first + k.
__device__ __forceinline__ std::uint32_t test_window(const ListArguments& a, float3 centre,
                                                     const TargetTile (&targets)[matrix_tiles],
                                                     std::uint32_t used_tiles, std::uint32_t first,
                                                     std::uint32_t last) {
  const unsigned own_tile = gpu::team_lane() / matrix_tile;
  std::uint32_t found = 0;
#pragma unroll
  for (unsigned step = 0; step < matrix_tiles; ++step) {
    if (first + step * matrix_tile < last) {
      const double sources = source_tile(a, centre, first + step * matrix_tile, last);
#pragma unroll
      for (unsigned t = 0; t < matrix_tiles; ++t) {
        if (t < used_tiles) {
          const std::uint32_t bits = in_reach(targets[t], sources);
          if (t == own_tile) found |= bits << (matrix_tile * step);
        }
      }
    }
  }
  return found;
}

/// The types of 32 particles, as two words of bits: each lane brings that of one.
class WindowTypes {
 public:
  __device__ __forceinline__ WindowTypes(const ListArguments& a, std::uint32_t first,
                                         std::uint32_t last) {
    const std::uint32_t j = first + gpu::team_lane();
    const std::uint32_t type = j < last ? static_cast<std::uint32_t>(type_of(a, j)) : 0;
    low_ = gpu::team_ballot((type & 1u) != 0);
    high_ = gpu::team_ballot((type & 2u) != 0);
  }

  __device__ __forceinline__ ParticleType of(unsigned k) const {
    return static_cast<ParticleType>((low_ >> k & 1u) | (high_ >> k & 1u) << 1);
  }

 private:
  std::uint32_t low_, high_;
};

/// Tests the particles of the nine rows of cells around `cell` against 32 targets from `i` of the
/// first lane on, and appends those in reach.
template <class Writer>
__device__ __forceinline__ void search_rows(const ListArguments& a, CellIndex cell, float3 centre,
                                            const TargetTile (&targets)[matrix_tiles],
                                            std::uint32_t used_tiles, std::uint32_t i,
                                            bool is_target, Writer& writer) {
  for (std::uint32_t row = 0; row < 9; ++row) {
    const ParticleRange range = row_range(a, cell.x, cell.y + static_cast<int>(row % 3) - 1,
                                          cell.z + static_cast<int>(row / 3) - 1);
    for (std::uint32_t first = range.first; first < range.last; first += gpu::team_width) {
      const WindowTypes types(a, first, range.last);
      std::uint32_t found = test_window(a, centre, targets, used_tiles, first, range.last);
      if (!is_target) found = 0;
      while (found != 0) {
        const unsigned k = gpu::first_lane(found);
        found &= found - 1;
        if (first + k != i) writer.append(types.of(k), first + k, {row, range.first});
      }
    }
  }
}

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
template <class Format>
__global__ void list_warp_per_cell_matrix(ListArguments a) {
  const std::uint32_t cell = (blockIdx.x * blockDim.x + threadIdx.x) / gpu::team_width;
  if (cell >= a.grid.count) return;
  const CellIndex index = cell_index(a.grid, cell);
  const float3 centre = cell_centre(a.grid, index);
  const ParticleRange particles = particles_of_cell(a, cell);
  for (std::uint32_t first = particles.first; first < particles.last; first += gpu::team_width) {
    const std::uint32_t i = first + gpu::team_lane();
    const bool exists = i < particles.last;
    const bool is_target = exists && is_of(a, i, a.targets);
    ListWriter<Format> writer(a.list, i);
    if (gpu::team_ballot(is_target) != 0) {
      TargetTile targets[matrix_tiles];
#pragma unroll
      for (unsigned t = 0; t < matrix_tiles; ++t)
        targets[t].load(a, centre, first + t * matrix_tile, particles.last);
      const std::uint32_t count = particles.last - first;
      search_rows(a, index, centre, targets, (count + matrix_tile - 1) / matrix_tile, i, is_target,
                  writer);
    }
    if (exists) writer.finish();
  }
}

namespace {

struct WarpPerCellMatrix : ListStage {
  static constexpr const char* name = "warp-per-cell-matrix";
  /// The format that most are built in, and the one that is read fastest: no other builder is
  /// beaten in any.
  template <class Format>
  static constexpr bool serves() {
    return is_common_list_format(Format::format()) ||
           Format::format() == ListFormat{ListContents::split, 4, ListEntry::index};
  }

  /// Of a product: eight operations per test. Coordinates and type of a candidate serve 32 targets.
  template <class Format>
  static constexpr DeclaredWork work() {
    return {.flops_per_candidate = 8,
            .bytes_per_pair = ListBytes<Format>::per_entry,
            .bytes_per_candidate = 20.0 / gpu::team_width,
            .bytes_per_particle = ListBytes<Format>::per_particle};
  }

  template <class Format, class Run>
  static int launches(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch{blocks_for(a.grid.count, tuning[0] / gpu::team_width), tuning[0]};
    return run.kernel(list_warp_per_cell_matrix<Format>,
                      launch.with(gpu::Cooperation::block).with(work<Format>()), a);
  }
};

[[maybe_unused]] const bool registered_warp_per_cell_matrix =
    register_list_stage<WarpPerCellMatrix>();

}  // namespace
}  // namespace sphlab
