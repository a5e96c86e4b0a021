// The search of one particle through the runs of sources around its cell: in the linear order with
// cells of the radius, nine rows.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/grid/cell_order.cuh"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// Calls take(j, origin) for every particle j within the radius of the list around particle i,
/// itself excepted, run by run. Reads state.position and cell_begin.
template <class Order = LinearOrder<1>, class Take>
__device__ __forceinline__ void for_each_in_reach(const ListArguments& a, std::uint32_t i,
                                                  Take&& take) {
  const float4 target = a.state.position[i];
  const CellIndex cell = cell_of(a.grid, target);
  const float radius2 = a.list_radius * a.list_radius;
  for (std::uint32_t run = 0; run < Order::runs; ++run) {
    const ParticleRange range = Order::run(a.grid, a.cell_begin, cell, run);
    for (std::uint32_t j = range.first; j < range.last; ++j) {
      const float4 source = a.state.position[j];
      const float x = target.x - source.x;
      const float y = target.y - source.y;
      const float z = target.z - source.z;
      if (x * x + y * y + z * z < radius2 && j != i) take(j, RowOrigin{run, range.first});
    }
  }
}

}  // namespace sphlab
