// list/warp-per-cell-ballot: 32 lanes per cell, which test 32 sources at once against one of its
// particles; a ballot tells each lane in which slot what it found belongs (catalogue Z1).
//
// With a lane per target, as in warp-per-cell, the lanes that a cell has no particle for are idle,
// a lane that found something holds up those that did not, and each stores into a line of its own.
// With a lane per source, all are busy whatever the cell holds, nothing diverges, and what is found
// leaves in whole sectors, tile by tile.
//
// The sources wait in shared memory: those within reach of the box around the cell's targets, type
// by type, so that all of a window go into one section of the list. A source is loaded from there
// once for a tile of targets. In a periodic box they wait where the cell sees them.
#include <string>

#include "kernels/grid/bounding_box.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/shared_lists.hpp"
#include "kernels/neighbours/tile_buffer.cuh"
#include "kernels/neighbours/waiting_sources.cuh"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// Targets that are tested against a source once it is loaded.
constexpr unsigned tile_targets = 4;

/// The word by which a waiting source is told: its index, or, where the list holds relative
/// entries, its row of cells in the top four bits and its ordinal in that row.
template <class Format>
struct SourceWord {
  static constexpr bool is_relative = has_relative_entries<Format>;
  static constexpr unsigned row_shift = 28;

  __device__ static __forceinline__ std::uint32_t of(std::uint32_t j, RowOrigin origin) {
    return is_relative ? origin.row << row_shift | (j - origin.first) : j;
  }
  __device__ static __forceinline__ typename Format::Entry entry(std::uint32_t word,
                                                                 bool& encodable) {
    if constexpr (is_relative) {
      return list_entry<Format>(word & ((1u << row_shift) - 1), {word >> row_shift, 0}, encodable);
    } else {
      return word;
    }
  }
};

/// At most 32 consecutive particles of a cell, one per lane, and which of them are targets.
struct Targets {
  std::uint32_t first;
  std::uint32_t count;
  std::uint32_t wanted;     ///< bit l: the particle of lane l is a target
  std::uint32_t row_first;  ///< the first particle of the cell's own row
  BoundingBox box;
};

/// Tests the waiting sources against a tile of targets, from `begin` of the team's on, and stores
/// those in reach. Every lane of the team must call it.
template <class Format, std::uint32_t section>
__device__ __forceinline__ void search_tile(const ListArguments& a, const Targets& targets,
                                            const WaitingSources& waiting, std::uint32_t begin,
                                            TileBuffer<Format, tile_targets>& found,
                                            ListWriter<Format>& own) {
  float4 positions[tile_targets];
  std::uint32_t place[tile_targets];         // of a target's first entry of these sources
  std::uint32_t found_so_far[tile_targets];  // of these sources
#pragma unroll
  for (unsigned t = 0; t < tile_targets; ++t) {
    const bool exists = begin + t < targets.count;
    const bool wanted = exists && (targets.wanted >> (begin + t) & 1u) != 0;
    positions[t] = position(a, exists ? targets.first + begin + t : targets.first);
    positions[t].w = wanted ? a.list_radius * a.list_radius : 0.0f;  // 0: nothing is in reach
    place[t] = found.place(t, gpu::team_shuffle(own.template count<section>(), begin + t));
    found_so_far[t] = 0;
  }
  const std::uint32_t self =
      SourceWord<Format>::of(targets.first + begin, {Rows::own, targets.row_first});
  bool encodable = true;
  for (std::uint32_t first = 0; first < waiting.count(); first += gpu::team_width) {
    const float4 source = waiting[first + gpu::team_lane()];
    const std::uint32_t word = __float_as_uint(source.w);
    const std::uint32_t after_self = word - self;  // t: the source is target t itself
#pragma unroll
    for (unsigned t = 0; t < tile_targets; ++t) {
      const float x = positions[t].x - source.x;
      const float y = positions[t].y - source.y;
      const float z = positions[t].z - source.z;
      const bool in_reach = x * x + y * y + z * z < positions[t].w && after_self != t;
      const std::uint32_t all = gpu::team_ballot(in_reach);
      const std::uint32_t here = place[t] + found_so_far[t] + WaitingSources::lanes_below(all);
      if (in_reach) found.put(t, here, SourceWord<Format>::entry(word, encodable));
      found_so_far[t] += gpu::population(all);
    }
  }
  std::uint32_t count = own.template count<section>();
  const unsigned target =
      begin + TileBuffer<Format, tile_targets>::template target_of_lane<section>();
  const std::uint32_t from = gpu::team_shuffle(count, target);
#pragma unroll
  for (unsigned t = 0; t < tile_targets; ++t) {
    if (gpu::team_lane() == begin + t) count += found_so_far[t];
  }
  own.template set_count<section>(count);
  found.template store<section>(a.list, targets.first + begin, from,
                                gpu::team_shuffle(count, target));
  // if any neighbour cannot be encoded in 16 bits, the lists of all targets of this team are left
  // empty
  if (SourceWord<Format>::is_relative && gpu::team_ballot(!encodable) != 0) own.set_unencodable();
}

/// Tests the waiting sources against all targets, and drops them.
template <class Format, std::uint32_t section>
__device__ __forceinline__ void search_waiting(const ListArguments& a, const Targets& targets,
                                               WaitingSources& waiting,
                                               TileBuffer<Format, tile_targets>& found,
                                               ListWriter<Format>& own) {
  waiting.close();
  for (std::uint32_t begin = 0; begin < targets.count; begin += tile_targets) {
    search_tile<Format, section>(a, targets, waiting, begin, found, own);
  }
  waiting.clear();
}

/// Puts those of a lane's sources among the waiting that belong to the section and lie in reach of
/// the targets' box, and notes the types of all in reach. Every lane of
/// the team must call it.
template <class Format, std::uint32_t section, class AnyRows>
__device__ __forceinline__ void sift(const ListArguments& a, const Sources& sources,
                                     const PlaceInRows<AnyRows>& place, const BoundingBox& box,
                                     WaitingSources& waiting, std::uint32_t& types_met) {
  const float reach2 = reach2_of_box(a.list_radius * a.list_radius);
#pragma unroll
  for (unsigned w = 0; w < windows_at_once; ++w) {
    const std::uint32_t section_of_source =
        list_section(Format::format(), Format::types, type_of(sources.identity[w]));
    const bool near = box.distance2(sources.position[w]) < reach2;
    if (near) types_met |= sources.identity[w];
    waiting.push(sources.position[w], SourceWord<Format>::of(place.particle(w), place.origin()),
                 near && section_of_source == section);
  }
}

/// Fills one section of the lists of all targets.
/// @param types_met the identities, or-ed, of the sources that the lane met in reach of the
/// targets' box: enough to know which types it did not meet.
template <class Format, std::uint32_t section, class AnyRows>
__device__ __forceinline__ void search_section(const ListArguments& a, const AnyRows& rows,
                                               const Targets& targets, WaitingSources& waiting,
                                               TileBuffer<Format, tile_targets>& found,
                                               std::uint32_t& types_met, ListWriter<Format>& own) {
  constexpr auto type = static_cast<ParticleType>(section);
  static_assert(section == 0 || list_section(Format::format(), Format::types, type) == section);
  const bool met = (static_cast<std::uint32_t>(type_of(types_met)) & section) == section;
  if (section > 0 && gpu::team_ballot(met) == 0) return;
  PlaceInRows<AnyRows> next(rows);
  while (!next.done()) {
    Sources sources_of_next(a, next);
    do {
      const PlaceInRows<AnyRows> place = next;
      const Sources sources = sources_of_next;
      next.advance(rows);
      sources_of_next = Sources(a, next);  // on their way while these are looked at
      sift<Format, section>(a, sources, place, targets.box, waiting, types_met);
    } while (!next.done() && waiting.fits_next());
    search_waiting<Format, section>(a, targets, waiting, found, own);
  }
}

template <class Format, class AnyRows, std::uint32_t... sections>
__device__ __forceinline__ void search_sections(const ListArguments& a, const AnyRows& rows,
                                                const Targets& targets, WaitingSources& waiting,
                                                TileBuffer<Format, tile_targets>& found,
                                                ListWriter<Format>& own,
                                                std::integer_sequence<std::uint32_t, sections...>) {
  std::uint32_t types_met = 0;
  (search_section<Format, sections>(a, rows, targets, waiting, found, types_met, own), ...);
}

/// Fills the lists of the particles of a cell.
template <class Format>
__device__ __forceinline__ void search_cell(const BuilderArguments<Format>& a, std::uint32_t cell,
                                            ParticleRange particles, WaitingSources& waiting,
                                            TileBuffer<Format, tile_targets>& found) {
  const RowsIn<BuilderArguments<Format>> rows(a, cell_index(a.grid, cell));
  for (std::uint32_t first = particles.first; first < particles.last; first += gpu::team_width) {
    const std::uint32_t i = first + gpu::team_lane();
    const bool exists = i < particles.last;
    const float4 at = position(a, exists ? i : first);
    const std::uint32_t own_identity = identity(a, exists ? i : first);
    const bool is_target = exists && (mask_of(type_of(own_identity)) & a.targets) != 0;
    const std::uint32_t wanted = gpu::team_ballot(is_target);
    ListWriter<Format> own(a.list, i);
    if (wanted != 0) {
      const std::uint32_t left = particles.last - first;
      const Targets targets = {first, left < gpu::team_width ? left : gpu::team_width, wanted,
                               rows.of(rows.own).first,
                               bounding_box<gpu::team_width>(at, is_target, gpu::team_mask())};
      search_sections<Format>(a, rows, targets, waiting, found, own,
                              std::make_integer_sequence<std::uint32_t, Format::sections>{});
    }
    if (exists) own.finish();
  }
}

/// Shared memory of a team [bytes].
template <class Format>
SPHLAB_HOST_DEVICE constexpr std::size_t team_bytes(std::uint32_t staged, const ListArrays& list) {
  return staged * sizeof(float4) +
         TileBuffer<Format, tile_targets>::bytes(most_part_slots<Format>(list));
}

/// Reads state.position, state.identity, keys (sorted) and cell_begin; writes list for the types of
/// `targets`. A team takes the cells that begin among 32 consecutive particles: those that are
/// filled, and about as many as any other team.
/// Dynamic shared memory: team_bytes per team.
/// @param staged sources that may wait, a multiple of the team's width.
template <class Format>
__global__ void list_warp_per_cell_ballot(BuilderArguments<Format> a, std::uint32_t staged) {
  const unsigned team_of_block = threadIdx.x / gpu::team_width;
  unsigned char* shared =
      gpu::dynamic_shared<unsigned char>() + team_of_block * team_bytes<Format>(staged, a.list);
  WaitingSources waiting(reinterpret_cast<float4*>(shared), staged);
  TileBuffer<Format, tile_targets> found(shared + staged * sizeof(float4), a.list);
  const std::uint32_t i = target_of_thread(a);
  const bool exists = i < targets(a).last;
  const std::uint32_t cell = exists ? a.keys[i] : 0;
  const bool begins = exists && (i == 0 || a.keys[i - 1] != cell);
  const std::uint32_t end = begins ? particles_of_cell(a, cell).last : 0;
  for (std::uint32_t left = gpu::team_ballot(begins); left != 0; left &= left - 1) {
    const unsigned lane = gpu::first_lane(left);
    search_cell<Format>(a, gpu::team_shuffle(cell, lane),
                        {gpu::team_shuffle(i, lane), gpu::team_shuffle(end, lane)}, waiting, found);
  }
}

namespace {

struct WarpPerCellBallot : ListStage {
  static constexpr const char* name = "warp-per-cell-ballot";
  static constexpr std::uint32_t blocks[] = {32, 64, 128};
  static constexpr std::uint32_t staged[] = {320, 384, 448};
  static constexpr TuningParameter parameters[] = {{"block", blocks, 3, 32},
                                                   {"staged", staged, 3, 384}};

  /// Whether an entry tells its cell is known once those before it are, and here lanes find entries
  /// at once.
  template <class Format>
  static constexpr bool serves() {
    return !has_cell_entries<Format>;
  }

  template <class Format>
  static constexpr bool serves_periodic() {
    return is_built_periodic<Format>;
  }

  /// A candidate's 16 bytes come out of shared memory, once for a tile. A particle's key is read,
  /// too.
  template <class Format>
  static constexpr DeclaredWork work() {
    return {.flops_per_candidate = 8,
            .bytes_per_pair = ListBytes<Format>::per_entry,
            .bytes_per_candidate = 1.0 * sizeof(float4) / tile_targets,
            .bytes_per_particle = ListBytes<Format>::per_particle + sizeof(std::uint32_t)};
  }

  template <class Format>
  static std::size_t shared_bytes(const ListArguments& a, const std::uint32_t* tuning) {
    return tuning[0] / gpu::team_width * team_bytes<Format>(tuning[1], a.list);
  }

  /// Not 0 where the lists are too long.
  template <class Format>
  static int refused(const ListArguments& a, const std::uint32_t* tuning) {
    if (!ListRow<Format>::serves(a.list)) {
      return refuse("the chunks of a list of " + std::to_string(a.list.stride) +
                    " particles lie 4 GiB apart or more");
    }
    return refuse_beyond_shared(tuning[0], shared_bytes<Format>(a, tuning),
                                most_part_slots<Format>(a.list));
  }

  template <class Format, class Run>
  static int launches(const InBox<ListArguments>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = refused<Format>(a, tuning)) return error;
    const Launch launch = per_item(a.particles, tuning[0])
                              .with_shared(shared_bytes<Format>(a, tuning))
                              .with(gpu::Cooperation::block)
                              .with(work<Format>());
    if constexpr (serves_periodic<Format>()) {
      if (is_periodic(a.period))
        return run.kernel(list_warp_per_cell_ballot<InPeriodicBox<Format>>, launch, a, tuning[1]);
    }
    return run.kernel(list_warp_per_cell_ballot<Format>, launch, a, tuning[1]);
  }
};

[[maybe_unused]] const bool registered_warp_per_cell_ballot =
    register_list_stage<WarpPerCellBallot>();

}  // namespace
}  // namespace sphlab
