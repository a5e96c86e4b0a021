// Groups of targets, a preparation of traversals: each warp's worth of consecutive particles of one
// row of cells along x, whatever cells they are in. No lane is idle because a cell holds fewer than
// a warp, and the sources of a group are those of nine rows.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/gpu/team.cuh"
#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/launch_plan.hpp"

namespace sphlab {

/// What the preparation makes, in its workspace. All pointers are device pointers.
struct GroupArrays {
  std::uint32_t* begin;      ///< [rows + 1] first group of each row of cells
  ParticleRange* particles;  ///< [most_groups()] the first begin[rows] are there
  std::uint32_t* sources;    ///< [most_groups()] how many sources the last pass has looked at
};

/// The arguments of a pass and the groups of its targets.
template <class Arguments>
struct WithGroups : Arguments {
  GroupArrays groups;
  std::uint32_t group_size;  ///< targets of a group at most
};

/// Reads cell_begin; writes begin: how many groups there are of each row, and 0 behind the last.
__global__ void count_groups(WithGroups<PairArguments> a);

/// Reads cell_begin, keys and begin; writes the groups.
__global__ void fill_groups(WithGroups<PairArguments> a);

__host__ __device__ __forceinline__ std::uint32_t rows_of_cells(const Grid& grid) {
  return grid.cells.y * grid.cells.z;
}

/// Groups of whatever particles there may be: in no row are two of them not full.
inline std::uint32_t most_groups(const PairArguments& a, std::uint32_t group_size) {
  const std::uint32_t rows = rows_of_cells(a.grid);
  return a.particles / group_size + (a.particles < rows ? a.particles : rows);
}

/// The groups in the workspace of the arguments.
template <class Arguments>
WithGroups<Arguments> with_groups(const Arguments& a, std::uint32_t group_size) {
  const std::uint32_t most = most_groups(a, group_size);
  auto* particles = static_cast<ParticleRange*>(a.workspace);
  auto* sources = reinterpret_cast<std::uint32_t*>(particles + most);
  return {a, {sources + most, particles, sources}, group_size};
}

/// The preparation of a traversal for a physics whose targets are of these types. The traversal has
///   targets_of_group(tuning)    targets of a group at most
template <class Traversal, TypeMask targets>
struct TargetGroups {
  static constexpr const char* name = "groups";

  static int workspace(const PairArguments& a, const std::uint32_t* tuning, std::size_t* bytes) {
    const std::size_t most = most_groups(a, Traversal::targets_of_group(tuning));
    *bytes = most * (sizeof(ParticleRange) + sizeof(std::uint32_t)) +
             (rows_of_cells(a.grid) + std::size_t{1}) * sizeof(std::uint32_t);
    return 0;
  }

  template <class Run>
  static int plan(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto arguments = with_groups(a, Traversal::targets_of_group(tuning));
    const std::uint32_t counts = rows_of_cells(a.grid) + 1;
    if (const int error = run.kernel(count_groups, per_item(counts, block), arguments))
      return error;
    if (const int error = run.primitive([&] {
          const DevicePrimitives& device = *a.primitives;
          return device.exclusive_scan(device.scratch, device.scratch_bytes, arguments.groups.begin,
                                       arguments.groups.begin, counts);
        })) {
      return error;
    }
    return run.kernel(fill_groups, per_item(a.particles, block), arguments);
  }

 private:
  static constexpr unsigned block = 128;
};

}  // namespace sphlab
