// The particles of the nine rows of cells around a cell, as a team of lanes goes through them
// together.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/team.cuh"
#include "kernels/grid/far_away.hpp"
#include "kernels/grid/linear_order.cuh"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// The nine rows of cells around a cell: lane l of the team holds row l.
class Rows {
 public:
  /// Every lane of the team must call it.
  __device__ __forceinline__ Rows(const ListArguments& a, CellIndex cell) {
    const int row = static_cast<int>(gpu::team_lane());
    if (row < count) {
      range_ = row_range(a, cell.x, cell.y + row % 3 - 1, cell.z + row / 3 - 1);
    }
  }

  static constexpr int count = 9;
  /// The row of the cell itself.
  static constexpr unsigned own = 4;

  /// The particles of a row. Every lane of the team must call it.
  __device__ __forceinline__ ParticleRange of(unsigned row) const {
    return {gpu::team_shuffle(range_.first, row), gpu::team_shuffle(range_.last, row)};
  }

 private:
  ParticleRange range_ = {0, 0};
};

/// Windows of a team's width that are loaded at once. A row of three cells of the size of the
/// smoothing kernel holds about so many particles.
constexpr unsigned windows_at_once = 2;
constexpr unsigned stride_in_row = windows_at_once * gpu::team_width;

/// A place among the particles of nine rows of cells.
class PlaceInRows {
 public:
  /// Every lane of the team must call it.
  __device__ __forceinline__ explicit PlaceInRows(const Rows& rows) : range_(rows.of(0)) {
    skip_empty(rows);
  }

  __device__ __forceinline__ bool done() const { return row_ == Rows::count; }
  /// The lane's own particle of a window.
  __device__ __forceinline__ std::uint32_t particle(unsigned window) const {
    return range_.first + first_in_row_ + window * gpu::team_width + gpu::team_lane();
  }
  __device__ __forceinline__ bool has(std::uint32_t particle) const {
    return !done() && particle < range_.last;
  }
  __device__ __forceinline__ RowOrigin origin() const { return {row_, range_.first}; }

  /// Every lane of the team must call it, unless done.
  __device__ __forceinline__ void advance(const Rows& rows) {
    first_in_row_ += stride_in_row;
    skip_empty(rows);
  }

 private:
  __device__ __forceinline__ void skip_empty(const Rows& rows) {
    while (range_.first + first_in_row_ >= range_.last && ++row_ < Rows::count) {
      range_ = rows.of(row_);
      first_in_row_ = 0;
    }
  }

  std::uint32_t row_ = 0;
  std::uint32_t first_in_row_ = 0;
  ParticleRange range_;
};

/// One lane's sources at a place; out of anybody's reach where there is none.
struct Sources {
  float4 position[windows_at_once];
  std::uint32_t identity[windows_at_once];

  __device__ __forceinline__ Sources(const ListArguments& a, const PlaceInRows& place) {
#pragma unroll
    for (unsigned w = 0; w < windows_at_once; ++w) {
      const std::uint32_t j = place.particle(w);
      position[w] = make_float4(far_away, far_away, far_away, 0.0f);
      identity[w] = 0;
      if (place.has(j)) {
        position[w] = sphlab::position(a, j);
        identity[w] = sphlab::identity(a, j);
      }
    }
  }
};

}  // namespace sphlab
