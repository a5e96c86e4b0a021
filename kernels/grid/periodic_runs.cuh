// The sources around a cell of a periodic box: rows of three cells along x, of which one at a face
// of the box continues at the other side.
//
// Cells are those of the linear order, as wide as the radius, three at least along an axis on which
// the box is periodic: no cell is then met twice, and of a source no other image within reach.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/grid/cell_order.cuh"

namespace sphlab {

/// Sources, and by how much they are shifted to where a target sees them [m].
struct ImageRange : ParticleRange {
  float3 shift;
};

/// Runs around a cell, many of them empty: of each of nine rows the part in the box, and the cell
/// beyond a face.
inline constexpr std::uint32_t periodic_runs = 18;
/// The one that holds the cell itself.
inline constexpr std::uint32_t own_periodic_run = 8;

namespace detail {

/// A cell along an axis, and the shift of what is in it.
struct CellImage {
  int cell;
  float shift;
};

/// @param cell from -1 to `cells`; one outside an open axis stays there.
__device__ __forceinline__ CellImage image_of_cell(int cell, unsigned cells, float period) {
  const int count = static_cast<int>(cells);
  if (period > 0 && cell < 0) return {cell + count, -period};
  if (period > 0 && cell >= count) return {cell - count, period};
  return {cell, 0.0f};
}

}  // namespace detail

/// The sources of run `number` around a cell, below periodic_runs; together they are every source
/// once. @param a InBox, with grid and cell_begin.
template <class Arguments>
__device__ __forceinline__ ImageRange run_of_images(const Arguments& a, CellIndex own,
                                                    std::uint32_t number) {
  const int row = static_cast<int>(number / 2);
  const auto y = detail::image_of_cell(own.y + row % 3 - 1, a.grid.cells.y, a.period.y);
  const auto z = detail::image_of_cell(own.z + row / 3 - 1, a.grid.cells.z, a.period.z);
  if (number % 2 == 0) return {row_range(a, own.x, y.cell, z.cell), {0.0f, y.shift, z.shift}};
  const int beyond = own.x == 0 ? -1 : own.x + 1;
  const auto x = detail::image_of_cell(beyond, a.grid.cells.x, a.period.x);
  if (x.shift == 0) return {{0, 0}, {0.0f, 0.0f, 0.0f}};
  return {span_range(a, x.cell, x.cell, y.cell, z.cell), {x.shift, y.shift, z.shift}};
}

/// Moves a source of a run to where targets see it; one that is not shifted stays.
__device__ __forceinline__ void shift_into(const ParticleRange&, float4&) {}
__device__ __forceinline__ void shift_into(const ImageRange& run, float4& source) {
  source.x += run.shift.x;
  source.y += run.shift.y;
  source.z += run.shift.z;
}

/// Where a target is, with x, y and z, as seen from sources that are not shifted.
template <class Target>
__device__ __forceinline__ Target seen_by(const ImageRange& run, Target target) {
  target.x -= run.shift.x;
  target.y -= run.shift.y;
  target.z -= run.shift.z;
  return target;
}

}  // namespace sphlab
