// forces/warp-tiles: a team of 32 lanes takes a compact group of targets, one or several a lane,
// and stages those sources in shared memory that are in reach of the box around the group, a tile
// at a time. It then either evaluates every pair, where that is as cheap as a test, or marks those
// in reach with bits, of which each lane walks through its own. Marks of one pass serve the next,
// which tests no distance at all (catalogue Z1).
//
// Against tasks: half as many candidates, since sources are dropped one by one and not by cells; a
// source that is read serves several targets; and no lane waits at a pair that is none of its own.
#include "kernels/traversals/cell_pairs.cuh"
#include "kernels/traversals/lane_targets.cuh"
#include "kernels/traversals/source_tile.cuh"
#include "kernels/traversals/staged_sources.cuh"
#include "kernels/traversals/target_groups.cuh"

namespace sphlab {
namespace {

constexpr unsigned teams_of_block = 4;
constexpr unsigned tile_block = teams_of_block * gpu::team_width;

/// Sources of a batch: their bits are a word of each lane, that of the first at the top. As many as
/// there are lanes: the words of a batch are as many as its sources.
constexpr std::uint32_t batch_size = gpu::team_width;
constexpr std::uint32_t first_bit = 1u << 31;

/// Sources of a tile: as many as four batches. Of the 128, 256 and 512 that were tried it leaves
/// the most teams on a multiprocessor.
constexpr std::uint32_t tile_sources = 128;

/// A particle's number in a tile where it is in another.
constexpr std::uint32_t nowhere = 0xffffffffu;

/// Whether evaluating every pair of a tile takes fewer instructions than marking those in reach
/// and finding them again.
template <class Physics>
constexpr bool evaluates_every_pair = Physics::flops_per_pair <= 20;

/// Types that a pass marks: those of the sources of all passes of its formulation, for whoever
/// takes the marks. The targets of all passes are the same.
template <class Physics>
constexpr TypeMask marked_types = source_types<Physics> | list_types<Physics>;

/// A batch with sources that a lane has marked.
struct MarkedBatch {
  std::uint32_t word;  ///< their bits: not 0
  std::uint32_t skip;  ///< sources from the last of the batch before to the last of this one
};

/// The tile of a team, one after the other in the shared memory of its block.
template <class Physics>
class TeamTile {
 public:
  using Sources = SourceTile<Physics, teams_of_block * tile_sources>;

  /// Bytes of those of a block, a multiple of 16.
  static constexpr std::size_t bytes() {
    constexpr std::size_t marked = (batches + 1) * tile_block * sizeof(MarkedBatch);
    return Sources::bytes() + 2 * teams_of_block * batches * sizeof(std::uint32_t) +
           (evaluates_every_pair<Physics> ? 0 : marked);
  }

  __device__ explicit TeamTile(unsigned char* memory)
      : sources(memory),
        bits_(reinterpret_cast<std::uint32_t*>(memory + sources_bytes)),
        team_(threadIdx.x / gpu::team_width) {}

  /// Stages `count` particles, the indices[0], indices[stride], ...: all lanes of the team
  /// together, who must synchronise before they read.
  __device__ __forceinline__ void stage(const PairArguments& a, const std::uint32_t* indices,
                                        std::uint32_t stride, std::uint32_t count) const {
#pragma unroll
    for (std::uint32_t first = 0; first < tile_sources; first += batch_size) {
      if (first >= count) break;
      const std::uint32_t k = first + (batch_size - 1 - gpu::team_lane());  // as the bits lie
      TypeMask type = 0;
      if (k < count) {
        const std::uint32_t j = indices[std::size_t{k} * stride];
        type = asks_for_type<Physics> ? mask_of(type_of(a.state.identity[j])) : all_types;
        if ((type & marked_types<Physics>) != 0) {
          sources.put(team_ * tile_sources + k, Physics::load(a.state, j, a.state.position[j]),
                      type);
        }
      }
      const std::uint32_t marked = gpu::team_ballot((type & marked_types<Physics>) != 0);
      const std::uint32_t evaluated = gpu::team_ballot((type & source_types<Physics>) != 0);
      if (gpu::team_lane() != 0) continue;
      bits_of(first)[0] = marked;
      bits_of(first)[1] = evaluated;
    }
  }

  /// The bits of those of a batch that are there, and may be marked. @param first of the batch.
  __device__ __forceinline__ std::uint32_t staged(std::uint32_t first) const {
    return bits_of(first)[0];
  }
  /// The bits of those among them that are sources of the physics.
  __device__ __forceinline__ std::uint32_t evaluated(std::uint32_t first) const {
    return bits_of(first)[1];
  }

  __device__ __forceinline__ typename Sources::Place place(std::uint32_t number) const {
    return sources.place(team_ * tile_sources + number);
  }

  /// Room for the batches that the calling lane has marked, team_width apart, and for one more. Not
  /// there where every pair is evaluated.
  __device__ __forceinline__ MarkedBatch* marked() const {
    return reinterpret_cast<MarkedBatch*>(bits_ + 2 * teams_of_block * batches) +
           team_ * (batches + 1) * gpu::team_width + gpu::team_lane();
  }

  Sources sources;

 private:
  static constexpr std::uint32_t batches = tile_sources / batch_size;
  static constexpr std::size_t sources_bytes = Sources::bytes();

  __device__ __forceinline__ std::uint32_t* bits_of(std::uint32_t first) const {
    return bits_ + 2 * (team_ * batches + first / batch_size);
  }

  std::uint32_t* bits_;  ///< two words of each batch
  std::uint32_t team_;
};

/// The bits of a lane's own particles among those of a batch. @param own their places in the tile.
template <unsigned targets_each>
__device__ __forceinline__ std::uint32_t own_bits(const std::uint32_t (&own)[targets_each],
                                                  std::uint32_t first) {
  std::uint32_t bits = 0;
#pragma unroll
  for (unsigned k = 0; k < targets_each; ++k) {
    if (own[k] - first < batch_size) bits |= first_bit >> (own[k] - first);
  }
  return bits;
}

/// Adds every source of a batch to a lane's targets. Returns the bits of those in reach.
/// @tparam marks whether anybody asks for the bits.
template <class Physics, unsigned targets_each, bool marks>
__device__ __forceinline__ std::uint32_t add_batch(
    const TeamTile<Physics>& tile, std::uint32_t first, std::uint32_t own,
    const typename Physics::Coefficients& coefficients, float radius2,
    LaneTargets<Physics, targets_each>& targets) {
  const auto place = tile.place(first);
  const std::uint32_t staged = tile.staged(first);
  const std::uint32_t added = tile.evaluated(first) & ~own;
  std::uint32_t word = 0;
  if (gpu::team_ballot(added != ~0u) == 0) {
#pragma unroll 8
    for (std::uint32_t k = 0; k < batch_size; ++k) {
      const float least = targets.add_every(coefficients, radius2, tile.sources.particle(place + k),
                                            tile.sources.type(place + k), true);
      if (marks) word = word << 1 | sign_bit(least - radius2);
    }
    return word;
  }
  for (std::uint32_t k = 0; k < batch_size; ++k) {
    const std::uint32_t bit = first_bit >> k;
    if ((staged & bit) == 0) continue;
    const float least = targets.add_every(coefficients, radius2, tile.sources.particle(place + k),
                                          tile.sources.type(place + k), (added & bit) != 0);
    if (least < radius2) word |= bit;
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
    word =
        word << 1 | sign_bit(targets.least_distance2(tile.sources.particle(place + k)) - radius2);
  return word & tile.staged(first) & ~own;
}

/// Adds the marked sources of a tile to a lane's targets: each lane its own ones.
/// @param marked how many bits the lane's batches have.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_marked(const TeamTile<Physics>& tile, std::uint32_t marked,
                                           const typename Physics::Coefficients& coefficients,
                                           float radius2,
                                           LaneTargets<Physics, targets_each>& targets) {
  const MarkedBatch* batches = tile.marked();
  auto last = tile.place(0) - 1;  // the source of the lowest bit, here of a batch before the first
  std::uint32_t word = 0;
  for (MarkedBatch next = *batches; marked > 0; --marked) {
    if (word == 0) {
      word = next.word;
      last += next.skip;
      batches += gpu::team_width;
      next = *batches;  // ahead of its use; behind the last batch it has none
    }
    const std::uint32_t bit = 31u - static_cast<std::uint32_t>(__clz(static_cast<int>(word)));
    word ^= 1u << bit;
    targets.add_near(coefficients, radius2, tile.sources.particle(last - bit),
                     tile.sources.type(last - bit));
  }
}

/// Evaluates every pair of a tile. @param own places of the lane's own particles. @param words
/// where the lane leaves its marks for another pass, where `marks`.
template <class Physics, unsigned targets_each, bool marks>
__device__ __forceinline__ void add_every_pair(const TeamTile<Physics>& tile, std::uint32_t count,
                                               const std::uint32_t (&own)[targets_each],
                                               std::uint32_t* words,
                                               const typename Physics::Coefficients& coefficients,
                                               float radius2,
                                               LaneTargets<Physics, targets_each>& targets) {
  for (std::uint32_t first = 0; first < count; first += batch_size) {
    const std::uint32_t word = add_batch<Physics, targets_each, marks>(
        tile, first, own_bits(own, first), coefficients, radius2, targets);
    if (marks) words[first] = targets.any() ? word : 0u;  // team_width words a batch
  }
}

/// Marks the pairs of a tile in reach, or takes the marks that another pass has left, and adds
/// them.
/// @param words where the lane leaves its marks, or finds them.
template <class Physics, unsigned targets_each, bool marks>
__device__ __forceinline__ void add_pairs_in_reach(
    const TeamTile<Physics>& tile, std::uint32_t count, const std::uint32_t (&own)[targets_each],
    std::uint32_t* words, bool leaves, const typename Physics::Coefficients& coefficients,
    float radius2, LaneTargets<Physics, targets_each>& targets) {
  MarkedBatch* batches = tile.marked();
  std::uint32_t marked = 0;
  std::uint32_t skip = 0;
  for (std::uint32_t first = 0; first < count; first += batch_size) {
    std::uint32_t word = 0;
    if constexpr (marks) {
      word = test_batch(tile, first, own_bits(own, first), radius2, targets);
      if (!targets.any()) word = 0;
      if (leaves) words[first] = word;
    } else {
      word = words[first];
    }
    word &= tile.evaluated(first);
    marked += gpu::population(word);
    skip += batch_size;
    if (word == 0) continue;
    *batches = {word, skip};
    batches += gpu::team_width;
    skip = 0;
  }
  add_marked(tile, marked, coefficients, radius2, targets);
}

/// The targets of a group without a list of sources, by the cells around each.
template <class Physics>
__device__ void compute_by_cells(const PassArguments<Physics>& a,
                                 const typename Physics::Coefficients& coefficients,
                                 ParticleRange group) {
  for (std::uint32_t i = group.first + gpu::team_lane(); i < group.last; i += gpu::team_width)
    compute_particle<Physics>(a, coefficients, i, cell_index(a.grid, a.keys[i]));
}

/// Reads state and groups; writes what the physics stores, and marks.
/// @tparam marks whether the pass is to mark: for itself, or for one that follows.
template <class Physics, unsigned targets_each, bool marks>
__global__ void __launch_bounds__(tile_block)
    warp_tiles(WithGroups<PassArguments<Physics>> a, typename Physics::Coefficients coefficients) {
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
  LaneTargets<Physics, targets_each> targets(a, first_target, group.last);

  // tile t takes the sources t, t + tiles, ...: each is spread over all of the surroundings, and
  // each target finds about as many neighbours in it as every other
  const std::uint32_t tiles = (sources + tile_sources - 1) / tile_sources;
  for (std::uint32_t t = 0; t < tiles; ++t) {
    const std::uint32_t count = (sources - t + tiles - 1) / tiles;
    tile.stage(a, indices + t, tiles, count);
    std::uint32_t own[targets_each];
#pragma unroll
    for (unsigned k = 0; k < targets_each; ++k) {
      const std::uint32_t i = first_target + k;
      const std::uint32_t of_group = i < group.last ? a.groups.own_number[i] : 0u;
      own[k] = i < group.last && of_group % tiles == t ? of_group / tiles : nowhere;
    }
    gpu::synchronise_team();
    if constexpr (evaluates_every_pair<Physics>) {
      add_every_pair<Physics, targets_each, marks>(tile, count, own, words, coefficients, radius2,
                                                   targets);
    } else {
      add_pairs_in_reach<Physics, targets_each, marks>(tile, count, own, words, a.is_followed,
                                                       coefficients, radius2, targets);
    }
    words += (count + batch_size - 1) / batch_size * gpu::team_width;
    gpu::synchronise_team();  // all have read: the next sources may be staged
  }
  targets.add_own(a, coefficients, radius2);
  targets.store(a, coefficients);
}

struct WarpTiles {
  static constexpr const char* name = "warp-tiles";
  /// Sources are looked for at the rebuild.
  static constexpr bool narrows = true;
  static constexpr std::uint32_t each[] = {1, 2};
  static constexpr TuningParameter parameters[] = {{"targets-per-lane", each, 2, 2}};
  template <class Physics>
  using PreparationFor = TargetGroups<WarpTiles, Physics::targets>;

  static std::uint32_t group_size(const std::uint32_t* tuning) {
    return tuning[0] * gpu::team_width;
  }
  static constexpr std::uint32_t sources_of_tile = tile_sources;

  template <class Physics, class Run>
  static int plan(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
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

[[maybe_unused]] const bool registered = register_traversal<WarpTiles, PairPhysics>();

}  // namespace
}  // namespace sphlab
