// The candidates around a cell where they lie, in groups of SIMD lanes of consecutive particles,
// and those among them that a particle has in reach.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/grid/linear_order.cuh"
#include "kernels/storage/lane_coordinates.hpp"

namespace sphlab {

/// Those of some types around a cell.
class LaneCandidates {
 public:
  void clear() { groups_.clear(); }

  /// Adds the candidates among particles [first, first + lane_count): a bit for each.
  void add(std::uint32_t first, unsigned lanes) { groups_.push_back({first, lanes}); }

  /// Numbers that select() may write.
  std::size_t capacity() const { return groups_.size() * lane_count; }

  /// Finds those in reach of particle i, itself excepted, and returns how many.
  /// @param x, y, z its coordinates in every lane. @param to [capacity()] their numbers, ascending.
  __forceinline__ std::uint32_t select(const LaneCoordinates& coordinates, Lanes x, Lanes y,
                                       Lanes z, std::uint32_t i, Lanes radius2,
                                       std::uint32_t* to) const {
    std::uint32_t* end = to;
    for (const Group& group : groups_) {
      const Pair<Lanes> pair = make_pair_distance(
          x, y, z, coordinates.coordinate(0, group.first), coordinates.coordinate(1, group.first),
          coordinates.coordinate(2, group.first), LanesMask{});
      const unsigned found =
          lanes_below(pair.r2, radius2) & group.lanes & ~lane_of(i - group.first);
      end += store_set_lanes(found, lane_numbers() + static_cast<std::int32_t>(group.first), end);
    }
    return static_cast<std::uint32_t>(end - to);
  }

 private:
  struct Group {
    std::uint32_t first;
    unsigned lanes;
  };

  /// The bit of a lane; none where there is no such lane.
  static unsigned lane_of(std::uint32_t number) { return number < 32 ? 1u << number : 0u; }

  std::vector<Group> groups_;
};

/// The candidates around a cell, those of some sets of types each by themselves.
template <std::size_t sets>
class CellCandidates {
 public:
  explicit CellCandidates(const std::array<TypeMask, sets>& types) : types_(types) {}

  template <class Arguments>
  void collect(const LaneCoordinates& coordinates, const Arguments& a, CellIndex cell) {
    for (LaneCandidates& candidates : of_set_) candidates.clear();
    const int reach = static_cast<int>(a.grid.reach);
    for (int z = cell.z - reach; z <= cell.z + reach; ++z) {
      for (int y = cell.y - reach; y <= cell.y + reach; ++y)
        add_run(coordinates, span_range(a, cell.x - reach, cell.x + reach, y, z));
    }
  }

  const LaneCandidates& of_set(std::size_t number) const { return of_set_[number]; }

 private:
  void add_run(const LaneCoordinates& coordinates, ParticleRange run) {
    for (std::uint32_t j = run.first; j < run.last; j += lane_count) {
      const std::uint32_t left = std::min<std::uint32_t>(run.last - j, lane_count);
      for (std::size_t set = 0; set < sets; ++set) {
        const unsigned lanes = coordinates.of_types(j, types_[set]) & ((1u << left) - 1);
        if (lanes != 0) of_set_[set].add(j, lanes);
      }
    }
  }

  std::array<TypeMask, sets> types_;
  std::array<LaneCandidates, sets> of_set_;
};

}  // namespace sphlab
