// forces/warp-tiles: a team of 32 lanes takes a compact group of targets, several a lane. It drops
// the sources out of reach of the box around them, stages the others in shared memory, and then
// either evaluates every pair, where that is as cheap as a test, or marks the pairs in reach with
// bits, of which each lane then walks through its own (catalogue Z1).
//
// Against tasks: half as many candidates, since sources are dropped one by one and not by cells; a
// source that is read serves several targets; and no lane waits at a pair that is none of its own.
#include "kernels/traversals/group_sources.cuh"
#include "kernels/traversals/lane_targets.cuh"
#include "kernels/traversals/source_tile.cuh"

namespace sphlab {
namespace {

constexpr unsigned teams_of_block = 4;
constexpr unsigned tile_block = teams_of_block * gpu::team_width;

/// Bits of a batch of 32 sources, the first of them at the top.
constexpr std::uint32_t batch = 32;
constexpr std::uint32_t first_bit = 1u << 31;

/// A particle's place in the tile where it is not in the tile.
constexpr std::uint32_t nowhere = 0xffffffffu;

/// Whether evaluating every pair of a tile takes fewer instructions than marking those in reach
/// and finding them again.
template <class Physics>
constexpr bool evaluates_every_pair = Physics::flops_per_pair <= 20;

/// A team's part of the shared memory of its block.
template <class Physics, unsigned targets_each>
struct TileMemory {
  static constexpr std::uint32_t group_size = targets_each * gpu::team_width;

  std::uint32_t capacity;  ///< sources of a tile, a multiple of 32
  unsigned char* memory;

  /// Bytes of it, a multiple of 16.
  static std::size_t bytes(std::uint32_t capacity) {
    const std::size_t marks =
        evaluates_every_pair<Physics> ? 0 : (capacity / batch + 1) * gpu::team_width * 4;
    return SourceTile<Physics>::bytes(capacity) + marks + group_size * 4 +
           (group_rows * sizeof(ParticleRange) + 15) / 16 * 16;
  }

  __device__ __forceinline__ SourceTile<Physics> tile() const { return {memory, capacity}; }
  /// [group_size] place of each target of the group among the sources, or nowhere.
  __device__ __forceinline__ std::uint32_t* own_places() const {
    return reinterpret_cast<std::uint32_t*>(memory + SourceTile<Physics>::bytes(capacity));
  }
  /// [group_rows]
  __device__ __forceinline__ ParticleRange* rows() const {
    return reinterpret_cast<ParticleRange*>(own_places() + group_size);
  }
  /// [capacity / 32 + 1][team_width]
  __device__ __forceinline__ std::uint32_t* marks() const {
    return own_places() + group_size + (group_rows * sizeof(ParticleRange) + 15) / 16 * 4;
  }
};

/// Adds every source of a tile to a lane's targets.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_every_pair(const TileMemory<Physics, targets_each>& room,
                                               std::uint32_t count,
                                               const std::uint32_t (&own)[targets_each],
                                               const typename Physics::Coefficients& coefficients,
                                               float radius2,
                                               LaneTargets<Physics, targets_each>& targets) {
  const SourceTile<Physics> tile = room.tile();
  bool own_among = false;
#pragma unroll
  for (unsigned k = 0; k < targets_each; ++k) own_among = own_among || own[k] != nowhere;
  if (gpu::team_ballot(own_among) == 0) {
#pragma unroll 4
    for (std::uint32_t place = 0; place < count; ++place) {
      targets.template add<true>(coefficients, radius2, tile.particle(place), tile.type(place),
                                 true);
    }
    return;
  }
  for (std::uint32_t place = 0; place < count; ++place) {
    bool is_other = true;
#pragma unroll
    for (unsigned k = 0; k < targets_each; ++k) is_other = is_other && place != own[k];
    targets.template add<true>(coefficients, radius2, tile.particle(place), tile.type(place),
                               is_other);
  }
}

/// Marks the sources of a tile that are in reach of any of a lane's targets. Returns how many.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ std::uint32_t mark(const TileMemory<Physics, targets_each>& room,
                                              std::uint32_t count,
                                              const std::uint32_t (&own)[targets_each],
                                              float radius2,
                                              const LaneTargets<Physics, targets_each>& targets) {
  const SourceTile<Physics> tile = room.tile();
  std::uint32_t* marks = room.marks() + gpu::team_lane();
  std::uint32_t marked = 0;
  for (std::uint32_t first = 0; first < count; first += batch, marks += gpu::team_width) {
    std::uint32_t word = 0;
#pragma unroll 8
    for (std::uint32_t k = 0; k < batch; ++k)
      word = word << 1 | (targets.any_within(radius2, tile.particle(first + k)) ? 1u : 0u);
    const std::uint32_t beyond = first + batch > count ? first + batch - count : 0u;
    word = targets.any() ? word >> beyond << beyond : 0u;
#pragma unroll
    for (unsigned k = 0; k < targets_each; ++k) {
      if (own[k] - first < batch) word &= ~(first_bit >> (own[k] - first));
    }
    *marks = word;
    marked += gpu::population(word);
  }
  return marked;
}

/// Adds the marked sources of a tile to a lane's targets: each lane its own ones.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_marked(const TileMemory<Physics, targets_each>& room,
                                           std::uint32_t marked,
                                           const typename Physics::Coefficients& coefficients,
                                           float radius2,
                                           LaneTargets<Physics, targets_each>& targets) {
  const SourceTile<Physics> tile = room.tile();
  const std::uint32_t* marks = room.marks() + gpu::team_lane();
  std::uint32_t last = batch - 1;  // place of the source of the word's lowest bit
  std::uint32_t word = *marks;
  std::uint32_t next = marks[gpu::team_width];
  for (; marked > 0; --marked) {
    while (word == 0) {
      word = next;
      last += batch;
      marks += gpu::team_width;
      next = marks[gpu::team_width];
    }
    const std::uint32_t bit = 31u - static_cast<std::uint32_t>(__clz(static_cast<int>(word)));
    word ^= 1u << bit;
    const std::uint32_t place = last - bit;
    targets.template add<false>(coefficients, radius2, tile.particle(place), tile.type(place),
                                true);
  }
}

/// Adds the sources of a tile to the targets of a team, all lanes of which must call it.
template <class Physics, unsigned targets_each>
__device__ __forceinline__ void add_tile(const TileMemory<Physics, targets_each>& room,
                                         std::uint32_t count,
                                         const typename Physics::Coefficients& coefficients,
                                         float radius2,
                                         LaneTargets<Physics, targets_each>& targets) {
  std::uint32_t own[targets_each];
#pragma unroll
  for (unsigned k = 0; k < targets_each; ++k) {
    std::uint32_t* place = room.own_places() + gpu::team_lane() * targets_each + k;
    own[k] = *place;
    *place = nowhere;
  }
  if constexpr (evaluates_every_pair<Physics>) {
    add_every_pair(room, count, own, coefficients, radius2, targets);
  } else {
    add_marked(room, mark(room, count, own, radius2, targets), coefficients, radius2, targets);
  }
}

/// Reads state, keys (the cells at the last sort), cell_begin and groups; writes what the physics
/// stores, and how many sources each group had.
template <class Physics, unsigned targets_each>
__global__ void __launch_bounds__(tile_block)
    warp_tiles(WithGroups<PassArguments<Physics>> a, typename Physics::Coefficients coefficients,
               std::uint32_t capacity, std::uint32_t team_bytes) {
  const std::uint32_t team = threadIdx.x / gpu::team_width;
  const std::uint32_t number = blockIdx.x * teams_of_block + team;
  if (number >= a.groups.begin[rows_of_cells(a.grid)]) return;
  const TileMemory<Physics, targets_each> room = {
      capacity, gpu::dynamic_shared<unsigned char>() + team * team_bytes};
  const SourceTile<Physics> tile = room.tile();
  const ParticleRange group = a.groups.particles[number];
  const float radius2 = a.influence_radius * a.influence_radius;
  LaneTargets<Physics, targets_each> targets(a, group.first + gpu::team_lane() * targets_each,
                                             group.last);
  const BoundingBox box = targets.box();
#pragma unroll
  for (unsigned k = 0; k < targets_each; ++k)
    room.own_places()[gpu::team_lane() * targets_each + k] = nowhere;

  SourceWalk walk(a, group, room.rows());
  FoundSource source = walk.next(a);
  std::uint32_t count = 0;
  std::uint32_t sources = 0;
  for (std::uint32_t left = walk.steps(); left > 0; --left) {
    bool near = source.is_there && box.distance2(source.position) < reach2_of_box(radius2);
    TypeMask type = all_types;
    if (asks_for_type<Physics> && near) {
      type = mask_of(type_of(a.state.identity[source.index]));
      near = (type & source_types<Physics>) != 0;
    }
    const std::uint32_t kept = gpu::team_ballot(near);
    if (near) {
      const std::uint32_t place = count + gpu::population(kept & ((1u << gpu::team_lane()) - 1));
      const std::uint32_t j = source.index;
      tile.put(place, Physics::load(a.state, j, source.position), type);
      if (j - group.first < group.last - group.first) room.own_places()[j - group.first] = place;
    }
    source = walk.next(a);
    const std::uint32_t found = gpu::population(kept);
    count += found;
    sources += found;
    if (left > 1 && count + gpu::team_width <= capacity) continue;
    gpu::synchronise_team();
    add_tile(room, count, coefficients, radius2, targets);
    count = 0;
    gpu::synchronise_team();  // all have read: the next sources may be staged
  }
  targets.add_own(a, coefficients, radius2);
  targets.store(a, coefficients);
  if (gpu::team_lane() == 0) a.groups.sources[number] = sources;
}

struct WarpTiles {
  static constexpr const char* name = "warp-tiles";
  static constexpr std::uint32_t each[] = {1, 2, 4};
  static constexpr std::uint32_t tiles[] = {128, 256, 512};
  static constexpr TuningParameter parameters[] = {{"targets-per-lane", each, 3, 2},
                                                   {"tile-sources", tiles, 3, 256}};
  template <class Physics>
  using PreparationFor = TargetGroups<WarpTiles, Physics::targets>;

  static std::uint32_t targets_of_group(const std::uint32_t* tuning) {
    return tuning[0] * gpu::team_width;
  }

  template <class Physics, class Run>
  static int plan(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    switch (tuning[0]) {
      case 1:
        return run_with<Physics, 1>(a, tuning, run);
      case 2:
        return run_with<Physics, 2>(a, tuning, run);
      case 4:
        return run_with<Physics, 4>(a, tuning, run);
      default:
        return tuning_unknown;
    }
  }

 private:
  template <class Physics, unsigned targets_each, class Run>
  static int run_with(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const std::uint32_t capacity = tuning[1];
    const std::size_t team_bytes = TileMemory<Physics, targets_each>::bytes(capacity);
    const std::uint32_t size = targets_of_group(tuning);
    const Launch launch = Launch{blocks_for(most_groups(a, size), teams_of_block), tile_block}
                              .with(gpu::Cooperation::block)
                              .with_shared(teams_of_block * team_bytes)
                              .with(work_from_global_memory<Physics>());
    return run.kernel(warp_tiles<Physics, targets_each>, launch, with_groups(a, size),
                      coefficients_of<Physics>(a), capacity,
                      static_cast<std::uint32_t>(team_bytes));
  }
};

[[maybe_unused]] const bool registered = register_traversal<WarpTiles, PairPhysics>();

}  // namespace
}  // namespace sphlab
