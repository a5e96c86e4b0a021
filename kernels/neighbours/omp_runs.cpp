// list/omp-runs: the list of a CPU that sorts seldom: OpenMP over cells, SIMD over the particles of
// each run of cells around one, where they lie. Cells of half of the radius and of a third of it
// have fewer candidates, and too few targets to make up for a copy of them; omp-per-particle copies
// those around cells of the radius.
//
// What is found is stored as it was packed, many entries at a time: into lists of whole indices
// that lie one behind the other.
#include <algorithm>
#include <vector>

#include "kernels/neighbours/lane_candidates.hpp"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {
namespace {

/// The types of a list's sections, in their order.
template <class Format>
constexpr std::array<TypeMask, Format::sections> section_types() {
  std::array<TypeMask, Format::sections> types{};
  for (std::uint32_t number = 0; number < particle_type_count; ++number) {
    const auto type = static_cast<ParticleType>(number);
    if (Format::types & mask_of(type))
      types[list_section(Format::format(), Format::types, type)] = mask_of(type);
  }
  return types;
}

/// What a thread lists the particles of cells with; it lives from cell to cell to keep its memory.
template <class Format>
class CellLists {
 public:
  CellLists(const ListArguments& a, const LaneCoordinates& coordinates)
      : a_(a), coordinates_(coordinates) {}

  void list(std::uint32_t key) {
    const ParticleRange particles = particles_of_cell(a_, key);
    if (particles.first == particles.last) return;
    candidates_.collect(coordinates_, a_, cell_index(a_.grid, key));
    for (std::uint32_t i = particles.first; i < particles.last; ++i) list_particle(i);
  }

 private:
  void list_particle(std::uint32_t i) {
    ListWriter<Format> writer(a_.list, i);
    if ((coordinates_.type(i) & a_.targets) != 0)
      list_sections(i, writer, std::make_integer_sequence<std::uint32_t, Format::sections>{});
    writer.finish();
  }

  template <std::uint32_t... sections>
  void list_sections(std::uint32_t i, ListWriter<Format>& writer,
                     std::integer_sequence<std::uint32_t, sections...>) {
    std::array<std::uint32_t, Format::parts> used{};
    (writer.template set_count<sections>(
         list_section_of(i, sections, used[list_part(Format::format(), sections)])),
     ...);
  }

  /// Stores the entries of a section, where there is room for them, and returns how many they are.
  /// @param used slots of its part, to which it adds.
  std::uint32_t list_section_of(std::uint32_t i, std::uint32_t section, std::uint32_t& used) {
    const LaneCandidates& candidates = candidates_.of_set(section);
    if (found_.size() < candidates.capacity()) found_.resize(candidates.capacity());
    const float4 r = position(a_, i);
    const std::uint32_t count =
        candidates.select(coordinates_, Lanes(r.x), Lanes(r.y), Lanes(r.z), i,
                          Lanes(a_.list_radius * a_.list_radius), found_.data());
    used += count;
    if (used <= part_slots<Format>(a_.list, list_part(Format::format(), section)))
      store(i, section, count);
    return count;
  }

  /// The first of what was found.
  void store(std::uint32_t i, std::uint32_t section, std::uint32_t count) {
    const std::uint32_t part = list_part(Format::format(), section);
    std::uint32_t* const slots = part_entries<Format>(a_.list, part) +
                                 list_particle_offset(Format::format(), a_.list.capacity, i);
    if (list_goes_up(Format::format(), section)) {
      std::copy_n(found_.begin(), count, slots);
    } else {
      std::reverse_copy(found_.begin(), found_.begin() + count,
                        slots + part_slots<Format>(a_.list, part) - count);
    }
  }

  const ListArguments& a_;
  const LaneCoordinates coordinates_;
  CellCandidates<Format::sections> candidates_{section_types<Format>()};
  std::vector<std::uint32_t> found_;
};

/// Particles that are copied at a time.
constexpr std::uint32_t copied_at_a_time = 1024;

template <class Format>
void list_cells(const ListArguments& a, int chunk) {
  const std::uint32_t end = live(a);
  std::vector<float> memory(LaneCoordinates::floats(end));
  const LaneCoordinates coordinates(memory.data(), end);
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (std::uint32_t first = 0; first < end; first += copied_at_a_time) {
      const std::uint32_t last = std::min(first + copied_at_a_time, end);
      coordinates.fill(a, first, last);
      coordinates.fill_types(a, first, last);
    }
    CellLists<Format> lists(a, coordinates);
#pragma omp for schedule(dynamic, chunk)
    for (std::uint32_t key = 0; key < a.grid.count; ++key) lists.list(key);
  }
}

struct OmpRuns : ListStage {
  // a pack whose matrix has none of its formats uses nothing of these
  [[maybe_unused]] static constexpr const char* name = "omp-runs";
  [[maybe_unused]] static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr std::uint32_t chunks[] = {1, 16, 256};
  [[maybe_unused]] static constexpr TuningParameter parameters[] = {
      {"cells-per-chunk", chunks, 3, 16}};

  template <class Format>
  static constexpr bool serves() {
    constexpr ListFormat format = Format::format();
    return format.contents != ListContents::unified && format.chunk == 0 &&
           format.entry == ListEntry::index;
  }

  template <class Format, class Run>
  static int launches(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    const DeclaredWork work{.flops_per_candidate = 8,
                            .bytes_per_pair = ListBytes<Format>::per_entry,
                            .bytes_per_candidate = 12,
                            .bytes_per_particle = ListBytes<Format>::per_particle + 32};
    return run.loop(work, [&] { list_cells<Format>(a, static_cast<int>(tuning[0])); });
  }
};

[[maybe_unused]] const bool registered_omp_runs = register_list_stage<OmpRuns>();

}  // namespace
}  // namespace sphlab
