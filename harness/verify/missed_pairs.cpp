#include "harness/verify/missed_pairs.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/interrupt.hpp"
#include "harness/stepping/divergence.hpp"
#include "harness/verify/checks_particles.hpp"
#include "harness/verify/neighbour_table.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

/// Adds the entries of one section, up to its end marker. One that stands twice is one neighbour.
void add_section(const DownloadedList& list, std::uint32_t section, std::size_t particle,
                 NeighbourTable& listed) {
  for (std::uint32_t k = 0; k < list.section_slots(section); ++k) {
    const std::uint32_t entry = list.entry(section, static_cast<std::uint32_t>(particle), k);
    if (entry == list_end) return;
    if (listed.find(entry) == nullptr) listed.add(entry, 0);
  }
  throw std::invalid_argument(fmt::format(
      "missed_pairs: a section of the list of particle {} has no end marker", particle));
}

/// All entries of a particle.
void read_row(const DownloadedList& list, std::size_t particle, NeighbourTable& listed) {
  listed.clear();
  for (std::uint32_t section = 0; section < list_sections(list.format, list.types); ++section)
    add_section(list, section, particle, listed);
}

}  // namespace

double MissedPairs::fraction() const {
  return pairs == 0 ? 0 : static_cast<double>(missed) / static_cast<double>(pairs);
}

MissedPairs missed_pairs(const ParticleState& state, const JudgedParticles& judged,
                         const DownloadedList& list, float radius, TypeMask targets) {
  const double certain =
      static_cast<double>(radius) * radius - borderline_width(radius, state.period);
  const CellSearch search(state, judged, radius);
  std::uint64_t pairs = 0;
  std::uint64_t missed = 0;
#pragma omp parallel num_threads(all_threads()) reduction(+ : pairs, missed)
  {
    NeighbourTable listed(judged.live());
#pragma omp for schedule(dynamic, targets_at_a_time)
    for (std::size_t k = 0; k < judged.count(); ++k) {
      const std::size_t i = judged[k];
      if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
      read_row(list, i, listed);
      search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
        if (r2 >= certain) return;
        ++pairs;
        if (listed.find(j) == nullptr) ++missed;
      });
    }
  }
  stop_if_requested();
  return {judged.over_all(pairs), judged.over_all(missed)};
}

std::optional<MissedPairs> missed_at_end_of_cycle(Simulation& simulation, const Scenario& scenario,
                                                  DownloadedList& buffer, const SampleSize& size) {
  if (scenario.time_stepping == TimeStepping::none || simulation.bytes_of_list() == 0)
    return std::nullopt;
  const EndOfCycle end = end_of_cycle(simulation, scenario);
  simulation.download_list(buffer);
  return missed_pairs(end.state, size.of(end.live), buffer,
                      static_cast<float>(scenario.influence_radius),
                      target_types(scenario.physics));
}

EndOfCycle end_of_cycle(Simulation& simulation, const Scenario& scenario) {
  simulation.run_cycles(1);
  EndOfCycle end{{}, scenario.particles() - simulation.going_state().lost};
  simulation.download_last_force_state(end.state);
  if (const Check finite = state_finite(end.state); !finite.passed) throw Diverged(finite.detail);
  return end;
}

Check none_missed(const MissedPairs& missed) {
  return none_check("missed pairs", missed.missed,
                    fmt::format("of {} pairs, at the end of a cycle: the list is rebuilt too late",
                                missed.pairs));
}

}  // namespace sphlab
