// forces/warp-tiles: a team of 32 lanes takes a compact group of targets, one or several a lane,
// and stages those sources in shared memory that are in reach of the box around the group, a tile
// at a time. It then either evaluates every pair, where that is as cheap as a test, or marks those
// in reach with bits, of which each lane walks through its own. Marks of one pass serve the next,
// which tests no distance at all (catalogue Z1).
//
// Against tasks: half as many candidates, since sources are dropped one by one and not by cells; a
// source that is read serves several targets; and no lane waits at a pair that is none of its own.
#include "kernels/grid/far_away.hpp"
#include "kernels/storage/source_tile.cuh"
#include "kernels/traversals/cell_pairs.cuh"
#include "kernels/traversals/staged_pairs.cuh"
#include "kernels/traversals/tasks/lane_targets.cuh"
#include "kernels/traversals/tasks/marked_batches.cuh"
#include "kernels/traversals/tasks/target_groups.cuh"
#include "kernels/traversals/tasks/tile_shares.cuh"

namespace sphlab {
namespace {

constexpr unsigned teams_of_block = 4;
constexpr unsigned tile_block = teams_of_block * gpu::team_width;

/// Whether evaluating every pair of a tile takes fewer instructions than marking those in reach
/// and finding them again.
template <class Physics>
constexpr bool evaluates_every_pair = Physics::flops_per_pair <= 20;

/// Types that a pass marks: those of the sources of all passes of its formulation, for whoever
/// takes the marks. The targets of all passes are the same.
template <class Physics>
constexpr TypeMask marked_types = source_types<Physics> | list_types<Physics>;

/// Whether all of them are sources of the physics.
template <class Physics>
constexpr bool evaluates_what_it_marks = marked_types<Physics> == source_types<Physics>;

/// The tile of a team, one after the other in the shared memory of its block.
template <class Physics>
class TeamTile {
 public:
  using Form = PairForm<Physics>;
  using Sources =
      SourceTile<Physics, typename PairForm<Physics>::Source, teams_of_block * tile_sources>;

  /// Bytes of those of a block.
  static constexpr std::size_t bytes() { return Sources::bytes() + words * sizeof(std::uint32_t); }

  __device__ explicit TeamTile(unsigned char* memory)
      : sources(memory),
        bits_(reinterpret_cast<std::uint32_t*>(memory + sources_bytes)),
        team_(threadIdx.x / gpu::team_width) {}

  /// Stages `share` of a group's list: all lanes of the team together, who must synchronise before
  /// they read. In place of what is not there, or may not be marked, is a source in nobody's reach.
  /// No branch keeps the reads of one batch from those of the next.
  __device__ __forceinline__ void stage(const PairArguments& a, const std::uint32_t* indices,
                                        TileShare share, RowAxis axis) const {
    const std::uint32_t last = batch_size - 1 - gpu::team_lane();  // as the bits lie
    const std::uint32_t* index = indices + share.place(last);
    std::uint32_t j[batches];
#pragma unroll
    for (std::uint32_t b = 0; b < batches; ++b) {
      j[b] = b * batch_size + last < share.count ? *index : 0;
      index += batch_size / clump * share.stride;
    }
    TypeMask type[batches];
#pragma unroll
    for (std::uint32_t b = 0; b < batches; ++b) {
      type[b] = source_mask<Physics>(a, j[b]);
      if (b * batch_size + last >= share.count) type[b] = 0;
    }
#pragma unroll
    for (std::uint32_t b = 0; b < batches; ++b) {
      auto particle = load<Physics>(a, j[b]);
      if ((type[b] & marked_types<Physics>) == 0) particle.x = far_away;
      const std::uint32_t place = team_ * tile_sources + b * batch_size + last;
      sources.put(place, Form::source(particle, axis), type[b]);
      if constexpr (!evaluates_what_it_marks<Physics>) {
        const std::uint32_t evaluated = gpu::team_ballot((type[b] & source_types<Physics>) != 0);
        if (gpu::team_lane() == 0) bits_[team_ * batches + b] = evaluated;
      }
    }
  }

  /// The bits of those of a batch that are sources of the physics, or in nobody's reach.
  __device__ __forceinline__ std::uint32_t evaluated(std::uint32_t first) const {
    if constexpr (evaluates_what_it_marks<Physics>) return ~0u;
    return bits_[team_ * batches + first / batch_size];
  }

  __device__ __forceinline__ typename Sources::Place place(std::uint32_t number) const {
    return sources.place(team_ * tile_sources + number);
  }

  Sources sources;

 private:
  static constexpr std::uint32_t batches = tile_sources / batch_size;
  static constexpr std::size_t sources_bytes = Sources::bytes();
  static constexpr std::size_t words =
      evaluates_what_it_marks<Physics> ? 0 : teams_of_block * batches;

  std::uint32_t* bits_;  ///< [words] of each batch
  std::uint32_t team_;
};

/// The bits of a lane's own particles among those of a batch of the tile that they are in.
template <unsigned targets_each>
__device__ __forceinline__ std::uint32_t own_bits(std::uint32_t first) {
  constexpr std::uint32_t targets = ~(~0u >> targets_each);  // side by side
  const std::uint32_t place = gpu::team_lane() * targets_each - first;
  return place < batch_size ? targets >> place : 0;
}

/// Adds every source of a batch to a lane's targets. Returns the bits of those in reach.
/// @tparam marks whether anybody asks for the bits.
template <class Physics, unsigned targets_each, bool marks>
__device__ __forceinline__ std::uint32_t add_batch(
    const TeamTile<Physics>& tile, std::uint32_t first, std::uint32_t own,
    const typename Physics::Coefficients& coefficients, float radius2,
    LaneTargets<Physics, targets_each>& targets) {
  const auto place = tile.place(first);
  const std::uint32_t added = tile.evaluated(first) & ~own;
  std::uint32_t word = 0;
  if (gpu::team_ballot(added != ~0u) == 0) {
// all of them: no loop to count, and reads far ahead of their use
#pragma unroll 32
    for (std::uint32_t k = 0; k < batch_size; ++k) {
      const float outside = targets.add_every(coefficients, radius2, tile.sources.load(place + k),
                                              tile.sources.type(place + k), true);
      if (marks) word = append_sign(word, outside);
    }
    return word;
  }
  for (std::uint32_t k = 0; k < batch_size; ++k) {
    const bool included = (added & first_bit >> k) != 0;
    const float outside = targets.add_every(coefficients, radius2, tile.sources.load(place + k),
                                            tile.sources.type(place + k), included);
    word = append_sign(word, outside);
  }
  return word & ~own;
}

/// The bits of those of a batch that are in reach of any of a lane's targets.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ std::uint32_t test_batch(
    const TeamTile<Physics>& tile, std::uint32_t first, std::uint32_t own, float radius2,
    const LaneTargets<Physics, targets_each>& targets) {
  const auto place = tile.place(first);
  std::uint32_t word = 0;
#pragma unroll 8
  for (std::uint32_t k = 0; k < batch_size; ++k)
    word = append_sign(word, targets.least_outside(tile.sources.load(place + k), radius2));
  return word & ~own;
}

/// Adds the marked sources of a tile to a lane's targets: each lane its own ones.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_marked(const TeamTile<Physics>& tile, MarkedBatches marked,
                                           const typename Physics::Coefficients& coefficients,
                                           float radius2,
                                           LaneTargets<Physics, targets_each>& targets) {
  auto last = tile.place(marked.number() * batch_size + batch_size - 1);  // the lowest bit's
  std::uint32_t word = marked.word();
  while (word != 0) {
    const std::uint32_t bit = 31u - static_cast<std::uint32_t>(__clz(static_cast<int>(word)));
    word ^= 1u << bit;
    targets.add_near(coefficients, radius2, tile.sources.load(last - bit),
                     tile.sources.type(last - bit));
    if (word == 0) {
      last += marked.pop() * batch_size;
      word = marked.word();
    }
  }
}

/// Evaluates every pair of a tile. @param has_own whether the group's own particles are in it.
/// @param words where the lane leaves its marks for another pass, where `marks`.
template <class Physics, unsigned targets_each, bool marks>
__device__ __forceinline__ void add_every_pair(const TeamTile<Physics>& tile, std::uint32_t count,
                                               bool has_own, std::uint32_t* words,
                                               const typename Physics::Coefficients& coefficients,
                                               float radius2,
                                               LaneTargets<Physics, targets_each>& targets) {
  for (std::uint32_t first = 0; first < count; first += batch_size) {
    const std::uint32_t word = add_batch<Physics, targets_each, marks>(
        tile, first, has_own ? own_bits<targets_each>(first) : 0, coefficients, radius2, targets);
    if (marks) words[first] = targets.any() ? word : 0u;  // team_width words a batch
  }
}

/// Marks the pairs of a tile in reach, and adds them.
/// @param words where the lane leaves its marks for another pass, where it `leaves` them.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_pairs_in_reach(
    const TeamTile<Physics>& tile, std::uint32_t count, bool has_own, std::uint32_t* words,
    bool leaves, const typename Physics::Coefficients& coefficients, float radius2,
    LaneTargets<Physics, targets_each>& targets) {
  MarkedBatches marked;
#pragma unroll 1
  for (std::uint32_t number = (count + batch_size - 1) / batch_size; number-- > 0;) {
    const std::uint32_t first = number * batch_size;
    const std::uint32_t own = has_own ? own_bits<targets_each>(first) : 0;
    const std::uint32_t word = targets.any() ? test_batch(tile, first, own, radius2, targets) : 0;
    if (leaves) words[first] = word;
    marked.push(word & tile.evaluated(first), number);
  }
  add_marked(tile, marked, coefficients, radius2, targets);
}

/// Adds the pairs of a tile that another pass has marked.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_found(const TeamTile<Physics>& tile, const FoundMarks& found,
                                          const typename Physics::Coefficients& coefficients,
                                          float radius2,
                                          LaneTargets<Physics, targets_each>& targets) {
  MarkedBatches marked;
#pragma unroll
  for (std::uint32_t number = MarkedBatches::most; number-- > 0;)
    marked.push(found.words[number] & tile.evaluated(number * batch_size), number);
  add_marked(tile, marked, coefficients, radius2, targets);
}

/// The targets of a group without a list of sources, by the cells around each.
template <class Physics>
__device__ void compute_by_cells(const PassArguments<Physics>& a,
                                 const typename Physics::Coefficients& coefficients,
                                 ParticleRange group) {
  for (std::uint32_t i = group.first + gpu::team_lane(); i < group.last; i += gpu::team_width)
    compute_particle<Physics>(a, coefficients, i, cell_at_sort(a, i));
}

/// Reads state and groups; writes what the physics stores, and marks.
/// @tparam marks whether the pass is to mark: for itself, or for one that follows.
template <class Physics, unsigned targets_each, bool marks>
__global__ void __launch_bounds__(tile_block)
    warp_tiles(WithGroups<PassArguments<Physics>> a, typename Physics::Coefficients coefficients) {
  if (is_over<Physics>(a)) return;
  const std::uint32_t number = blockIdx.x * teams_of_block + threadIdx.x / gpu::team_width;
  if (number >= a.groups.begin[rows_of_cells(a.grid)]) return;
  const ParticleRange group = a.groups.particles[number];
  const std::uint32_t sources = a.groups.source_count[number];
  if (sources > a.capacity) return compute_by_cells<Physics>(a, coefficients, group);
  const TeamTile<Physics> tile(gpu::dynamic_shared<unsigned char>());
  const std::uint32_t first_target = group.first + gpu::team_lane() * targets_each;
  const std::uint32_t* indices = a.groups.sources + std::size_t{number} * a.capacity;
  std::uint32_t* words = a.groups.marks + std::size_t{number} * a.mark_words + gpu::team_lane();
  const float radius2 = a.influence_radius * a.influence_radius;
  const RowAxis axis = axis_of_row(a.grid, cell_at_sort(a, group.first));
  LaneTargets<Physics, targets_each> targets(a, first_target, group.last, axis, radius2);

  const TileShares shares(group.last - group.first, sources);
  for (std::uint32_t t = 0; t < shares.count(); ++t) {
    const TileShare share = shares.of(t);
    const auto stage = [&] {
      tile.stage(a, indices, share, axis);
      gpu::synchronise_team();
    };
    if constexpr (evaluates_every_pair<Physics>) {
      stage();
      add_every_pair<Physics, targets_each, marks>(tile, share.count, t == 0, words, coefficients,
                                                   radius2, targets);
    } else if constexpr (marks) {
      stage();
      add_pairs_in_reach(tile, share.count, t == 0, words, a.is_followed, coefficients, radius2,
                         targets);
    } else {
      const FoundMarks found(words, share.count);  // on their way while sources are staged
      stage();
      add_found(tile, found, coefficients, radius2, targets);
    }
    words += (share.count + batch_size - 1) / batch_size * gpu::team_width;
    gpu::synchronise_team();  // all have read: the next sources may be staged
  }
  targets.add_own(a, coefficients, axis, radius2);
  targets.store(a, coefficients);
}

struct WarpTiles {
  static constexpr const char* name = "warp-tiles";
  /// Sources are looked for at the rebuild.
  static constexpr bool narrows = true;
  static constexpr bool ends_repetitions = true;
  static constexpr std::uint32_t each[] = {1, 2};
  static constexpr TuningParameter parameters[] = {{"targets-per-lane", each, 2, 2}};
  template <class Physics>
  using PreparationFor = TargetGroups<WarpTiles, Physics::targets>;

  static std::uint32_t group_size(const std::uint32_t* tuning) {
    return tuning[0] * gpu::team_width;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    // what is cheap to evaluate marks for others, what is not for itself, unless another has
    const bool marks = evaluates_every_pair<Physics> ? a.is_followed : !a.follows;
    switch (tuning[0]) {
      case 1:
        return run_with<Physics, 1>(a, tuning, marks, run);
      case 2:
        return run_with<Physics, 2>(a, tuning, marks, run);
      default:
        return tuning_unknown;
    }
  }

 private:
  /// With the marks of another pass, no candidate is looked at but those marked.
  template <class Physics>
  static constexpr DeclaredWork work(bool marks) {
    if (marks || evaluates_every_pair<Physics>) return work_from_shared_memory<Physics>();
    return {Physics::flops_per_pair, 0, Physics::bytes_per_source, 0, Physics::bytes_per_target};
  }

  template <class Physics, unsigned targets_each, class Run>
  static int run_with(const PassArguments<Physics>& a, const std::uint32_t* tuning, bool marks,
                      Run& run) {
    const std::uint32_t most = most_groups(a, group_size(tuning));
    const Launch launch = Launch{blocks_for(most, teams_of_block), tile_block}
                              .with(gpu::Cooperation::block)
                              .with_shared(TeamTile<Physics>::bytes())
                              .with(work<Physics>(marks));
    return run.kernel(
        marks ? warp_tiles<Physics, targets_each, true> : warp_tiles<Physics, targets_each, false>,
        launch, PreparationFor<Physics>::layout(a, tuning).of(a), coefficients_of<Physics>(a));
  }
};

[[maybe_unused]] const bool registered_warp_tiles = register_traversal<WarpTiles, PairPhysics>();

}  // namespace
}  // namespace sphlab
