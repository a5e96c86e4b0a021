// The particles of the nine rows of cells around a cell, as a team of lanes goes through them
// together; in a periodic box their images, too.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/team.cuh"
#include "kernels/grid/far_away.hpp"
#include "kernels/grid/periodic_runs.cuh"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// The nine rows of cells around a cell: lane l of the team holds row l.
class Rows {
 public:
  using Run = ParticleRange;

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
  /// A row behind another, `count` where there is none.
  __device__ static __forceinline__ unsigned after(unsigned row) { return row + 1; }

 private:
  ParticleRange range_ = {0, 0};
};

/// The same in a periodic box: lane l of the team holds run l, and those that are empty are
/// skipped.
class ImageRows {
 public:
  using Run = ImageRange;

  /// Every lane of the team must call it.
  __device__ __forceinline__ ImageRows(const InBox<ListArguments>& a, CellIndex cell) {
    if (gpu::team_lane() < count) run_ = run_of_images(a, cell, gpu::team_lane());
    filled_ = gpu::team_ballot(run_.first < run_.last);
  }

  static constexpr unsigned count = periodic_runs;
  /// The run of the cell itself.
  static constexpr unsigned own = own_periodic_run;

  /// The particles of a run. Every lane of the team must call it.
  __device__ __forceinline__ ImageRange of(unsigned run) const {
    return {{gpu::team_shuffle(run_.first, run), gpu::team_shuffle(run_.last, run)},
            {gpu::team_shuffle(run_.shift.x, run), gpu::team_shuffle(run_.shift.y, run),
             gpu::team_shuffle(run_.shift.z, run)}};
  }
  /// The next run that holds any, `count` where none does.
  __device__ __forceinline__ unsigned after(unsigned run) const {
    const std::uint32_t later = filled_ & ~1u << run;
    return later == 0 ? count : gpu::first_lane(later);
  }

 private:
  ImageRange run_ = {};
  std::uint32_t filled_;  ///< bit l: run l holds particles
};

/// The rows that a builder goes through, by its arguments.
template <class Arguments>
using RowsIn = std::conditional_t<std::is_same_v<Arguments, InBox<ListArguments>>, ImageRows, Rows>;

/// Windows of a team's width that are loaded at once. A row of three cells of the size of the
/// smoothing kernel holds about so many particles.
constexpr unsigned windows_at_once = 2;
constexpr unsigned stride_in_row = windows_at_once * gpu::team_width;

/// A place among the particles of nine rows of cells. @tparam AnyRows Rows or ImageRows
template <class AnyRows>
class PlaceInRows {
 public:
  /// Every lane of the team must call it.
  __device__ __forceinline__ explicit PlaceInRows(const AnyRows& rows) : range_(rows.of(0)) {
    skip_empty(rows);
  }

  __device__ __forceinline__ bool done() const { return row_ == AnyRows::count; }
  /// The lane's own particle of a window.
  __device__ __forceinline__ std::uint32_t particle(unsigned window) const {
    return range_.first + first_in_row_ + window * gpu::team_width + gpu::team_lane();
  }
  __device__ __forceinline__ bool has(std::uint32_t particle) const {
    return !done() && particle < range_.last;
  }
  __device__ __forceinline__ RowOrigin origin() const { return {row_, range_.first}; }
  /// Moves a particle of the row to where targets see it.
  __device__ __forceinline__ void shift(float4& position) const { shift_into(range_, position); }

  /// Every lane of the team must call it, unless done.
  __device__ __forceinline__ void advance(const AnyRows& rows) {
    first_in_row_ += stride_in_row;
    skip_empty(rows);
  }

 private:
  __device__ __forceinline__ void skip_empty(const AnyRows& rows) {
    while (range_.first + first_in_row_ >= range_.last &&
           (row_ = rows.after(row_)) < AnyRows::count) {
      range_ = rows.of(row_);
      first_in_row_ = 0;
    }
  }

  std::uint32_t row_ = 0;
  std::uint32_t first_in_row_ = 0;
  typename AnyRows::Run range_;
};

/// One lane's sources at a place, where targets see them; out of anybody's reach where there is
/// none.
struct Sources {
  float4 position[windows_at_once];
  std::uint32_t identity[windows_at_once];

  template <class AnyRows>
  __device__ __forceinline__ Sources(const ListArguments& a, const PlaceInRows<AnyRows>& place) {
#pragma unroll
    for (unsigned w = 0; w < windows_at_once; ++w) {
      const std::uint32_t j = place.particle(w);
      position[w] = make_float4(far_away, far_away, far_away, 0.0f);
      identity[w] = 0;
      if (place.has(j)) {
        position[w] = sphlab::position(a, j);
        place.shift(position[w]);
        identity[w] = sphlab::identity(a, j);
      }
    }
  }
};

}  // namespace sphlab
