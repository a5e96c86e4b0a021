// forces/omp-list-records: OpenMP over particles, SIMD over the neighbours of a particle, as
// omp-list, of lists that need no decoding: whole indices, one behind the other. What they name is
// loaded record by record and transposed in registers.
//
// What a particle adds up does not depend on who computes it.
#include <algorithm>
#include <bit>

#include "kernels/traversals/lists/list_traversal.cuh"
#include "kernels/traversals/omp_threads.hpp"
#include "kernels/traversals/record_pairs.hpp"

namespace sphlab {
namespace {

/// How many particles ahead lists are asked for: each is a stretch of memory of its own, which
/// begins behind slots that nobody reads.
constexpr std::size_t prefetched_particles = 2;

/// The entries of one section of a particle's list, in an order of the list's own.
struct Entries {
  const std::uint32_t* first;
  std::uint32_t count;

  /// Entries before the end marker, which is looked for in batches.
  /// @param upward from the first slot of the section, else down from the one before `slot`.
  static std::uint32_t count_before_end(const std::uint32_t* slot, bool upward) {
    for (std::uint32_t count = 0;; count += list_batch) {
      LaneInts<list_batch> batch;
      std::memcpy(&batch, upward ? slot + count : slot - count - list_batch, sizeof batch);
      const unsigned ends =
          detail::set_lanes<list_batch>(batch == static_cast<std::int32_t>(list_end));
      if (ends != 0) {
        return count + static_cast<std::uint32_t>(
                           upward ? std::countr_zero(ends)
                                  : std::countl_zero(static_cast<std::uint8_t>(ends)));
      }
    }
  }
};

template <class Format, std::uint32_t section>
Entries entries_of(const ListView& list, std::uint32_t i) {
  constexpr std::uint32_t part = list_part(Format::format(), section);
  const auto* slots = static_cast<const std::uint32_t*>(list.parts[part]) +
                      list_particle_offset(Format::format(), list.capacity, i);
  if constexpr (list_goes_up(Format::format(), section))
    return {slots, Entries::count_before_end(slots, true)};
  const auto* end = slots + part_slots<Format>(ListSlots{list.capacity, list.first_part}, part);
  const std::uint32_t count = Entries::count_before_end(end, false);
  return {end - count, count};
}

/// Computes particles from their lists.
template <class Format, class Physics>
class ListPasses {
 public:
  using Coefficients = typename Physics::Coefficients;
  using Particle = typename Physics::template Particle<Lanes>;
  using Sum = typename Physics::template Sum<Lanes>;

  ListPasses(const PassArguments<Physics>& a, const Coefficients& coefficients,
             const ParticleRecords<Physics>& records)
      : a_(a), coefficients_(coefficients), records_(records) {}

  void compute(std::uint32_t i) const {
    compute_target<Physics>(a_, coefficients_, records_, i,
                            [&]<class Group>(std::size_t, const Particle& target, Sum& sum) {
                              add_sections<Group>(SectionsOf<Format, Group>{}, i, target, sum);
                            });
  }

 private:
  template <class Group, std::uint32_t... sections>
  void add_sections(ListSections<sections...>, std::uint32_t i, const Particle& target,
                    Sum& sum) const {
    (add_entries<Group>(entries_of<Format, sections>(a_.list, i), target, sum), ...);
  }

  template <class Group>
  void add_entries(Entries entries, const Particle& target, Sum& sum) const {
    std::array<std::uint32_t, lane_count> last{};
    for (std::uint32_t first = 0; first < entries.count; first += lane_count) {
      const std::uint32_t* sources = entries.first + first;
      __builtin_prefetch(sources + prefetched_particles * a_.list.capacity);
      const std::uint32_t left = entries.count - first;
      if (left < lane_count) {  // what lies behind the end is no particle
        std::copy_n(sources, left, last.begin());
        sources = last.data();
      }
      add_sources<Physics, Group>(records_, coefficients_, target, sources, lanes_before(left),
                                  sum);
    }
  }

  const PassArguments<Physics>& a_;
  const Coefficients coefficients_;
  const ParticleRecords<Physics> records_;
};

/// Memory for the records, which each pass writes.
template <class Physics>
struct RecordsPreparation {
  static constexpr const char* name = "records";

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = sizeof(float) * ParticleRecords<Physics>::floats(a.particles);
    return 0;
  }
};

struct OmpListRecords {
  static constexpr const char* name = "omp-list-records";
  static constexpr std::uint32_t chunks[] = {64, 512, 4096};

  template <class>
  struct Tuning {
    static constexpr TuningParameter parameters[] = {{"particles-per-chunk", chunks, 3, 512},
                                                     thread_parameter};
  };

  template <class Physics>
  using PreparationFor = RecordsPreparation<Physics>;

  template <class Format, class>
  static constexpr bool serves() {
    constexpr ListFormat format = Format::format();
    return format.contents != ListContents::unified && format.chunk == 0 &&
           format.entry == ListEntry::index;
  }

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = check_threads(tuning[1])) return error;
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      return run.loop(work<Physics>(), [&] {
        compute<Format, decltype(physics)>(a, coefficients, threads_of(tuning[1]),
                                           static_cast<int>(tuning[0]));
      });
    });
  }

 private:
  template <class Physics>
  static constexpr DeclaredWork work() {
    constexpr double record = sizeof(float) * ParticleRecords<Physics>::width;
    return {Physics::flops_per_pair, 0, sizeof(std::uint32_t) + record, 0,
            Physics::bytes_per_target + record};
  }

  template <class Format, class Physics>
  static void compute(const PassArguments<Physics>& a,
                      const typename Physics::Coefficients& coefficients, int threads, int chunk) {
    const std::uint32_t end = live(a);
    const ParticleRange all = targets(a);
    const auto stretch = static_cast<std::uint32_t>(chunk);
    const ParticleRecords<Physics> records(static_cast<float*>(a.workspace));
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
      for (std::uint32_t first = 0; first < end; first += stretch)
        records.fill(a, first, std::min(first + stretch, end));
      const ListPasses<Format, Physics> passes(a, coefficients, records);
#pragma omp for schedule(dynamic, chunk)
      for (std::uint32_t i = all.first; i < all.last; ++i) passes.compute(i);
    }
  }
};

[[maybe_unused]] const bool registered_omp_list_records = register_list_traversal<OmpListRecords>();

}  // namespace
}  // namespace sphlab
