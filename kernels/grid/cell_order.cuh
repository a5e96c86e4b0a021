// The order of the cells as a policy (catalogue O1; paper B, 4.3.1 and 4.5.3): which cell has which
// key, and where the sources around a cell lie.
//
// A policy is a type that has
//   reach                     cells to each side in which neighbours may lie
//   key(grid, cell)           place of a cell of the grid in the order
//   cell(grid, key)           the cell at a place below grid.count
//   runs                      contiguous runs of sources around a cell, some of them empty
//   run(grid, begin, own, k)  the k-th of them, k < runs; together they hold every source once
#pragma once

#include <string>

#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// Cells along each axis in which the neighbours of one cell's particles lie.
template <int reach>
inline constexpr int cells_across = 2 * reach + 1;

/// One of the cells around `cell`, itself included; it may lie outside the grid.
template <int reach = 1>
__device__ __forceinline__ CellIndex neighbour_cell(CellIndex cell, int neighbour) {
  constexpr int across = cells_across<reach>;
  return {cell.x + neighbour % across - reach, cell.y + neighbour / across % across - reach,
          cell.z + neighbour / (across * across) - reach};
}

/// How many cells neighbour_cell() tells apart, and which of them is the cell itself.
template <int reach>
inline constexpr int cells_around = cells_across<reach>* cells_across<reach>* cells_across<reach>;
template <int reach>
inline constexpr int own_cell = cells_around<reach> / 2;

/// The linear order: a run is a row of cells along x.
template <int cells_per_radius>
struct LinearOrder {
  static constexpr int reach = cells_per_radius;
  static constexpr std::uint32_t runs = cells_across<reach> * cells_across<reach>;

  static __device__ __forceinline__ std::uint32_t key(const Grid& grid, CellIndex cell) {
    return cell_key(grid, cell);
  }
  static __device__ __forceinline__ CellIndex cell(const Grid& grid, std::uint32_t key) {
    return cell_index(grid, key);
  }
  static __device__ __forceinline__ ParticleRange run(const Grid& grid,
                                                      const std::uint32_t* cell_begin,
                                                      CellIndex own, std::uint32_t number) {
    constexpr std::uint32_t across = cells_across<reach>;
    return span_range(grid, cell_begin, own.x - reach, own.x + reach,
                      own.y + static_cast<int>(number % across) - reach,
                      own.z + static_cast<int>(number / across) - reach);
  }
};

/// The particles of one cell, none when it lies outside the grid.
template <class Order = LinearOrder<1>>
__device__ __forceinline__ ParticleRange cell_range(const Grid& grid,
                                                    const std::uint32_t* cell_begin,
                                                    CellIndex cell) {
  const bool inside =
      cell.x >= 0 && cell.y >= 0 && cell.z >= 0 && cell.x < static_cast<int>(grid.cells.x) &&
      cell.y < static_cast<int>(grid.cells.y) && cell.z < static_cast<int>(grid.cells.z);
  if (!inside) return {0, 0};
  const std::uint32_t key = Order::key(grid, cell);
  return {cell_begin[key], cell_begin[key + 1]};
}

/// The same, of the arguments of a stage.
template <class Order = LinearOrder<1>, class Arguments>
__device__ __forceinline__ ParticleRange cell_range(const Arguments& a, CellIndex cell) {
  return cell_range<Order>(a.grid, a.cell_begin, cell);
}

/// The order of the tables of the grid, along whatever curve: a run is a cell. Cells that follow
/// each other on the curve are not merged into one run.
template <int cells_per_radius>
struct RankedOrder {
  static constexpr int reach = cells_per_radius;
  static constexpr std::uint32_t runs = cells_around<reach>;

  static __device__ __forceinline__ std::uint32_t key(const Grid& grid, CellIndex cell) {
    return grid.rank_of_cell[cell_key(grid, cell)];
  }
  static __device__ __forceinline__ CellIndex cell(const Grid& grid, std::uint32_t key) {
    return cell_index(grid, grid.cell_of_rank[key]);
  }
  static __device__ __forceinline__ ParticleRange run(const Grid& grid,
                                                      const std::uint32_t* cell_begin,
                                                      CellIndex own, std::uint32_t number) {
    return cell_range<RankedOrder>(grid, cell_begin,
                                   neighbour_cell<reach>(own, static_cast<int>(number)));
  }
};

/// The cell in which particle i was at the last sort.
template <class Order = LinearOrder<1>, class Arguments>
__device__ __forceinline__ CellIndex cell_at_sort(const Arguments& a, std::uint32_t i) {
  return Order::cell(a.grid, a.keys[i]);
}

/// The sources of run `number` around a cell, below Order::runs.
template <class Order, class Arguments>
__device__ __forceinline__ ParticleRange run_of_sources(const Arguments& a, CellIndex own,
                                                        std::uint32_t number) {
  return Order::run(a.grid, a.cell_begin, own, number);
}

/// Returns use(order) with the policy of the run's grid, or refuses cells of a size for which there
/// is none.
template <class Use>
int with_cell_order(const Grid& grid, Use&& use) {
  const bool ranked = grid.rank_of_cell != nullptr;
  switch (grid.reach) {
    case 1:
      return ranked ? use(RankedOrder<1>{}) : use(LinearOrder<1>{});
    case 2:
      return ranked ? use(RankedOrder<2>{}) : use(LinearOrder<2>{});
    case 3:
      return ranked ? use(RankedOrder<3>{}) : use(LinearOrder<3>{});
    default:
      return refuse("cells of 1/" + std::to_string(grid.reach) + " of the radius are not served");
  }
}

}  // namespace sphlab
