// What a team found for a tile of targets, in shared memory on its way to the list.
#pragma once

#include "kernels/gpu/team.cuh"
#include "kernels/neighbours/list_row.cuh"

namespace sphlab {

/// Room for `slots` entries per target. Entries are found a few at a time, which would
/// be stores of a few bytes each to as many places; they leave in whole sectors, as far as the
/// format of the list lays the targets of a tile, or the entries of one, side by side.
template <class Format, unsigned tile>
class TileBuffer {
 public:
  using Entry = typename Format::Entry;

  /// Shared memory of a buffer, padded for alignment to that of vectors of 16 bytes.
  SPHLAB_HOST_DEVICE static constexpr std::size_t bytes(std::uint32_t slots) {
    return (tile * slots * sizeof(Entry) + 15) / 16 * 16;
  }

  /// @param shared bytes(most_part_slots<Format>(list)) of it, not owned.
  __device__ __forceinline__ TileBuffer(void* shared, const ListArrays& list)
      : entries_(static_cast<Entry*>(shared)), slots_(most_part_slots<Format>(list)) {}

  /// Where the k-th entry of target t stands.
  __device__ __forceinline__ std::uint32_t place(unsigned t, std::uint32_t k) const {
    return t * slots_ + k;
  }
  /// Keeps an entry of target t, unless the list has no room for it. @param place as place() gives
  __device__ __forceinline__ void put(unsigned t, std::uint32_t place, Entry entry) {
    if (place < (t + 1) * slots_) entries_[place] = entry;
  }

  /// The target whose entries a lane stores.
  template <std::uint32_t section>
  __device__ static __forceinline__ unsigned target_of_lane() {
    return LaneShare<vector_of(section)>::target();
  }

  /// Stores the entries [from, to) of a section of each target, as far as the list has room. Every
  /// lane of the team must call it, with the range of its own target.
  /// @param particle that of target 0; the others follow it.
  template <std::uint32_t section>
  __device__ __forceinline__ void store(const ListArrays& list, std::uint32_t particle,
                                        std::uint32_t from, std::uint32_t to) {
    gpu::synchronise_team();
    using Lane = LaneShare<vector_of(section)>;
    const unsigned t = Lane::target();
    constexpr std::uint32_t part = list_part(Format::format(), section);
    const std::uint32_t slots = part_slots<Format>(list, part);
    const std::uint32_t end = to < slots ? to : slots;
    const ListRow<Format> row(list, part, particle);
    std::uint32_t k = from / Lane::step * Lane::step + Lane::place();
    auto* slot = reinterpret_cast<unsigned char*>(
        row.slot(t, list_slot(Format::format(), section, k, slots)));
    const std::uint64_t stride = list_goes_up(Format::format(), section)
                                     ? row.distance(Lane::step)
                                     : -row.distance(Lane::step);
    for (; k < end; k += Lane::step, slot += stride) {
      const Entry* found = entries_ + place(t, k);
      if (Lane::vector > 1 && k >= from && k + Lane::vector <= end) {
        *reinterpret_cast<uint4*>(slot) = *reinterpret_cast<const uint4*>(found);
      } else {
        for (std::uint32_t e = 0; e < Lane::vector; ++e) {
          if (k + e >= from && k + e < end) reinterpret_cast<Entry*>(slot)[e] = found[e];
        }
      }
    }
    gpu::synchronise_team();
  }

 private:
  /// Entries that a lane stores at once: 16 bytes of them, where they stand in their order.
  SPHLAB_HOST_DEVICE static constexpr std::uint32_t vector_of(std::uint32_t section) {
    const bool is_vector = list_vector(Format::format()) * sizeof(Entry) == sizeof(uint4);
    return is_vector && list_goes_up(Format::format(), section) ? list_vector(Format::format()) : 1;
  }

  /// What the lanes of a team store at once: vectors of some entries, those of a chunk next to one
  /// another, then those of the next target.
  template <std::uint32_t entries>
  struct LaneShare {
    static constexpr std::uint32_t vector = entries;
    /// Lanes side by side that store for one target.
    static constexpr unsigned lanes =
        Format::format().chunk == 0 ? gpu::team_width / tile : Format::format().chunk / vector;
    /// Entries of one target that the team stores at once.
    static constexpr std::uint32_t step = gpu::team_width / tile * vector;
    static_assert(Format::format().chunk == 0 || step % Format::format().chunk == 0,
                  "the team stores whole chunks");

    __device__ static __forceinline__ unsigned target() { return gpu::team_lane() / lanes % tile; }
    /// The first of the lane's entries, among those of its target.
    __device__ static __forceinline__ std::uint32_t place() {
      return (gpu::team_lane() / (lanes * tile) * lanes + gpu::team_lane() % lanes) * vector;
    }
  };

  Entry* entries_;
  std::uint32_t slots_;
};

}  // namespace sphlab
