// The sources around a group of targets: those of nine rows of cells that are in reach of the box
// around the targets.
#pragma once

#include "kernels/grid/bounding_box.cuh"
#include "kernels/traversals/cell_pairs.cuh"
#include "kernels/traversals/target_groups.cuh"

namespace sphlab {

/// Rows of cells around that of a group.
inline constexpr std::uint32_t group_rows = LinearOrder<1>::runs;

/// A source, if there is one, with its position, read ahead of its use.
struct FoundSource {
  bool is_there;
  std::uint32_t index;
  float4 position;
};

/// Walks through the sources of nine rows, from `strata` places at a time: any few of them that
/// follow each other in the walk are spread over all of the surroundings. So each target of the
/// group finds about as many neighbours among them as every other, which a lane that has to wait
/// for others would miss in rows one after the other.
class SourceWalk {
 public:
  /// Every lane of the team must call it. @param rows [group_rows] of the team, shared memory.
  __device__ SourceWalk(const PairArguments& a, ParticleRange group, ParticleRange* rows)
      : rows_(rows) {
    const CellIndex first = cell_index(a.grid, a.keys[group.first]);
    const CellIndex last = cell_index(a.grid, a.keys[group.last - 1]);
    const auto number = static_cast<int>(gpu::team_lane());
    if (gpu::team_lane() < group_rows) {
      rows[number] = span_range(a.grid, a.cell_begin, first.x - 1, last.x + 1,
                                first.y + number % 3 - 1, first.z + number / 3 - 1);
    }
    gpu::synchronise_team();
    std::uint32_t sources = 0;
    for (std::uint32_t row = 0; row < group_rows; ++row) sources += length(row);
    const std::uint32_t part = (sources + strata - 1) / strata;
    const std::uint32_t begin = gpu::team_lane() / lanes_each * part;
    const std::uint32_t end = begin + part < sources ? begin + part : sources;
    offset_ = begin + gpu::team_lane() % lanes_each;
    left_ = offset_ < end ? (end - offset_ + lanes_each - 1) / lanes_each : 0u;
    steps_ = (part + lanes_each - 1) / lanes_each;
    length_ = length(0);
  }

  /// How often each lane must call next() until there are no more.
  __device__ __forceinline__ std::uint32_t steps() const { return steps_; }

  __device__ __forceinline__ FoundSource next(const PairArguments& a) {
    if (left_ == 0) return {false, 0, {}};
    --left_;
    while (offset_ >= length_) {
      offset_ -= length_;
      length_ = length(++row_);
    }
    const std::uint32_t j = rows_[row_].first + offset_;
    offset_ += lanes_each;
    return {true, j, a.state.position[j]};
  }

 private:
  /// Four lanes read 64 bytes: whole sectors.
  static constexpr std::uint32_t lanes_each = 4;
  static constexpr std::uint32_t strata = gpu::team_width / lanes_each;

  __device__ __forceinline__ std::uint32_t length(std::uint32_t row) const {
    return rows_[row].last - rows_[row].first;
  }

  const ParticleRange* rows_;
  std::uint32_t row_ = 0;
  std::uint32_t offset_;  ///< of the next source from the beginning of the row
  std::uint32_t length_;  ///< of the row
  std::uint32_t left_;    ///< sources of this lane
  std::uint32_t steps_;
};

}  // namespace sphlab
