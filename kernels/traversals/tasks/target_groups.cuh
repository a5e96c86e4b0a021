// Groups of targets with their sources, a preparation of traversals: each warp's worth of
// consecutive particles of one row of cells along x, whatever cells they are in, and a list of the
// particles in reach of the box around them. No lane is idle because a cell holds fewer particles
// than a warp has lanes, and the sources are as few as the box is small.
//
// Where empty cells lie between the particles of a group, those of the two ends of a tank say, each
// part has a box of its own, and nothing between them is a source. Where a row of cells holds few
// particles beside full ones, at the surface of a fluid, the box is wide all the same, and its
// sources are more than those of other groups. Such a group may find no room; its traversal then
// searches the cells around each of its targets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/gpu/team.cuh"
#include "kernels/grid/grid_rows.cuh"
#include "kernels/strategy/launches.hpp"
#include "kernels/strategy/refusal.hpp"
#include "kernels/traversals/tasks/tile_shares.cuh"

namespace sphlab {

/// What the preparation makes, in its workspace. All pointers are device pointers.
struct GroupArrays {
  ParticleRange* particles;     ///< [most_groups()] the first begin[rows] are there
  std::uint32_t* begin;         ///< [rows + 1] first group of each row of cells
  std::uint32_t* fullest;       ///< [1] most sources of a group since it was 0
  std::uint32_t* source_count;  ///< [most_groups()]; of more than capacity, none is listed
  std::uint32_t* sources;       ///< [most_groups()][capacity] their indices: the group's own, then
                                ///< the others, ascending in each row
  std::uint32_t* marks;         ///< [most_groups()][mark_words] for passes to leave to others
};

/// The arguments of a pass and the groups of its targets.
template <class Arguments>
struct WithGroups : Arguments {
  GroupArrays groups;
  std::uint32_t group_size;  ///< targets of a group at most
  std::uint32_t capacity;    ///< sources of a group for which there is room; 0: not yet measured
  std::uint32_t mark_words;  ///< of a group
};

/// Reads cell_begin; writes begin: how many groups there are of each row, and 0 behind the last.
__global__ void count_groups(WithGroups<PairArguments> a);

/// Reads cell_begin, keys and begin; writes the groups' particles.
__global__ void fill_groups(WithGroups<PairArguments> a);

/// A team a group. Reads state, keys, cell_begin and the groups' particles; writes their sources.
/// *fullest must be 0 before the first of a run.
__global__ void find_sources(WithGroups<PairArguments> a);

/// Groups of whatever particles there may be: in no row are two of them not full.
inline std::uint32_t most_groups(const PairArguments& a, std::uint32_t group_size) {
  return a.particles / group_size + std::min(a.particles, rows_of_cells(a.grid));
}

/// Words of a group's marks: for each 32 sources of a tile one a lane, the last of which they may
/// not fill. The group's own sources are a tile by themselves.
inline std::uint32_t mark_words_for(std::uint32_t capacity) {
  const std::uint32_t tiles = 1 + (capacity + tile_sources - 1) / tile_sources;
  return capacity + tiles * gpu::team_width;
}

/// Where the parts of the workspace lie, in words from its beginning.
class GroupLayout {
 public:
  /// There are marks where one pass follows another.
  GroupLayout(const PairArguments& a, std::uint32_t group_size)
      : group_size_(group_size),
        groups_(most_groups(a, group_size)),
        rows_(rows_of_cells(a.grid)),
        capacity_(a.capacity.values[0]),
        mark_words_(a.follows || a.is_followed ? mark_words_for(capacity_) : 0) {}

  std::size_t bytes() const { return (marks() + groups_ * mark_words_) * sizeof(std::uint32_t); }

  template <class Arguments>
  WithGroups<Arguments> of(const Arguments& a) const {
    auto* words = static_cast<std::uint32_t*>(a.workspace);
    return {a,
            {static_cast<ParticleRange*>(a.workspace), words + begin(), words + begin() + rows_ + 1,
             words + counts(), words + sources(), words + marks()},
            group_size_,
            capacity_,
            mark_words_};
  }

 private:
  std::size_t begin() const { return 2 * groups_; }
  std::size_t counts() const { return begin() + rows_ + 2; }
  std::size_t sources() const { return counts() + groups_; }
  std::size_t marks() const { return sources() + groups_ * capacity_; }

  std::uint32_t group_size_;
  std::size_t groups_, rows_;
  std::uint32_t capacity_, mark_words_;
};

/// What the host counts of groups.
struct GroupCounts {
  double groups = 0;
  double without_room = 0;     ///< groups whose sources are not listed
  double candidate_pairs = 0;  ///< that a traversal looks at, without the targets themselves
};

/// Waits for the device; returns 0 or an error of it.
int count_groups_on_host(const WithGroups<PairArguments>& a, TypeMask targets, GroupCounts* counts);

/// The preparation of a traversal for a physics whose targets are of these types. The traversal has
///   group_size(tuning)     targets of a group at most
template <class Traversal, TypeMask targets>
struct TargetGroups {
  static constexpr const char* name = "groups";
  static constexpr bool shared = true;

  /// Where it lies, and the arguments of a pass with it.
  static GroupLayout layout(const PairArguments& a, const std::uint32_t* tuning) {
    return {a, Traversal::group_size(tuning)};
  }

  static int workspace(const PairArguments& a, const std::uint32_t* tuning, std::size_t* bytes) {
    *bytes = layout(a, tuning).bytes();
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    const auto arguments = layout(a, tuning).of(a);
    const DevicePrimitives& device = *a.primitives;
    const GroupArrays& groups = arguments.groups;
    const std::uint32_t counts = rows_of_cells(a.grid) + 1;
    if (const int error = run.kernel(count_groups, per_item(counts, block), arguments))
      return error;
    if (const int error = run.primitive([&] {
          return device.exclusive_scan(device.scratch, device.scratch_bytes, groups.begin,
                                       groups.begin, counts);
        })) {
      return error;
    }
    if (const int error = run.kernel(fill_groups, per_item(a.particles, block), arguments))
      return error;
    const std::uint32_t most = most_groups(a, arguments.group_size);
    const Launch launch = per_item(most * gpu::team_width, block).with(gpu::Cooperation::block);
    return run.kernel(find_sources, launch, arguments);
  }

  /// A group whose particles move may come to have a quarter more.
  static int measure(const PairArguments& a, const std::uint32_t* tuning,
                     MeasuredCapacity* capacity) {
    std::uint32_t fullest = 0;
    if (const int error = download_fullest(a, tuning, &fullest)) return error;
    const std::uint32_t most = std::max(1u, a.moves ? fullest + fullest / 4 : fullest);
    capacity->values[0] = (most + 31) / 32 * 32;
    return 0;
  }

  static int notes(const PairArguments& a, const std::uint32_t* tuning, PreparationNote* notes,
                   std::uint32_t* count) {
    const auto arguments = layout(a, tuning).of(a);
    GroupCounts counts;
    if (const int error = count_groups_on_host(arguments, targets, &counts)) return error;
    std::size_t bytes = 0;
    if (const int error = workspace(a, tuning, &bytes)) return error;
    notes[0] = {"groups", counts.groups};
    notes[1] = {"groups_without_room", counts.without_room};
    notes[2] = {"group_capacity", static_cast<double>(arguments.capacity)};
    notes[3] = {"workspace_bytes", static_cast<double>(bytes)};
    notes[4] = {candidate_pairs_note, counts.candidate_pairs};
    *count = 5;
    return 0;
  }

 private:
  static constexpr unsigned block = 128;

  static int download_fullest(const PairArguments& a, const std::uint32_t* tuning,
                              std::uint32_t* fullest) {
    return a.primitives->download(fullest, layout(a, tuning).of(a).groups.fullest, sizeof *fullest);
  }
};

}  // namespace sphlab
