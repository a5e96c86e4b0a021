// How the sources of a group are shared out to tiles, which a team stages one after the other.
#pragma once

#include "kernels/gpu/team.cuh"

namespace sphlab {

/// Sources of a batch: their bits are a word of each lane, that of the first at the top. As many as
/// there are lanes: the words of a batch are as many as its sources.
inline constexpr std::uint32_t batch_size = gpu::team_width;

/// Sources of a tile: as many as four batches. Of the 128, 192, 256 and 512 that were tried it
/// leaves the most teams on a multiprocessor.
inline constexpr std::uint32_t tile_sources = 128;

/// Sources that follow each other in a group's list and stay together in a tile. Of single ones
/// each index would be a sector of 32 bytes to read, most of which is gone from the caches when the
/// next tile asks for its part; the more stay together, the less alike are the lanes' shares of a
/// tile. Of 1, 4 and 8, four are the fastest on an H100.
inline constexpr std::uint32_t clump = 4;

/// Which sources of a group are those of a tile: `count`, in clumps of its list that are a stride
/// apart.
struct TileShare {
  std::uint32_t first, stride, count;

  /// Where number k of them stands in the list.
  __device__ __forceinline__ std::uint32_t place(std::uint32_t k) const {
    return first + k / clump * stride + k % clump;
  }
};

/// Of the group's own particles, which a lane leaves out where they are its targets, the first tile
/// is made. Of the others each tile takes each tiles-th clump: they are spread over all of the
/// surroundings, and each target finds about as many neighbours among them as every other.
class TileShares {
 public:
  /// @param own particles of the group. @param sources of it, own ones among them.
  __device__ TileShares(std::uint32_t own, std::uint32_t sources) : own_(own) {
    const std::uint32_t others = sources - own;
    const std::uint32_t clumps = (others + clump - 1) / clump;
    tiles_ = (clumps * clump + tile_sources - 1) / tile_sources;
    clumps_each_ = tiles_ > 0 ? clumps / tiles_ : 0;
    with_one_more_ = clumps - clumps_each_ * tiles_;
    missing_ = clumps * clump - others;
  }

  /// Tiles, that of the group's own particles among them.
  __device__ __forceinline__ std::uint32_t count() const { return tiles_ + 1; }

  __device__ __forceinline__ TileShare of(std::uint32_t t) const {
    if (t == 0) return {0, clump, own_};
    const std::uint32_t clumps = clumps_each_ + (t <= with_one_more_ ? 1 : 0);
    const bool has_last = t == (with_one_more_ > 0 ? with_one_more_ : tiles_);
    return {own_ + (t - 1) * clump, tiles_ * clump, clumps * clump - (has_last ? missing_ : 0)};
  }

 private:
  std::uint32_t own_, tiles_;
  std::uint32_t clumps_each_, with_one_more_;
  std::uint32_t missing_;  ///< sources of the last clump that are not there
};

}  // namespace sphlab
