#include "harness/verify/pair_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/interrupt.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/checks_particles.hpp"
#include "harness/verify/checks_state.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/oracle_cells.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/perturbed_state.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

/// The physics that counts the pairs of another.
const char* pair_count_of(const std::string& physics) {
  return physics_kind(physics).is_periodic ? periodic_pair_count_physics : pair_count_physics;
}

/// With a type that the count knows.
std::uint32_t counted_identity(std::uint32_t identity) {
  return make_identity(is_any_fluid(identity) ? ParticleType::fluid : ParticleType::boundary,
                       id_of(identity));
}

Scenario counting(const Scenario& scenario, const ParticleState& state) {
  Scenario counted = scenario;
  counted.physics = pair_count_of(scenario.physics);
  counted.time_stepping = TimeStepping::none;
  counted.given_fields.clear();
  counted.initial = {state.position, state.velocity, state.identity, {}, state.time, state.period};
  for (std::uint32_t& identity : counted.initial.identity) identity = counted_identity(identity);
  scatter(counted.initial, scenario);
  return counted;
}

std::string forces_of(const Simulation& simulation) {
  return strategy_of_stage(simulation, forces_pass);
}

/// What reads the same list or cells, and steps nothing.
Variant counting(const Simulation& simulation) {
  Variant counted = simulation.variant();
  counted.stages[forces_pass].name = forces_of(simulation);
  if (counted.rebuild) counted.rebuild->trigger = RebuildTrigger::interval;
  if (counted.rebuild && !counted.rebuild->interval) counted.rebuild->interval = 1;
  std::erase_if(counted.stages, [](const auto& stage) {
    const StageTime time = row_of(stage.first).time;
    return time == StageTime::step || (time == StageTime::pass && stage.first != forces_pass);
  });
  return counted;
}

}  // namespace

PairCounter::PairCounter(const Scenario& scenario, const ParticleState& state,
                         double most_candidates)
    : physics_(scenario.physics),
      counted_(counting(scenario, state)),
      most_candidates_(most_candidates) {}

bool PairCounter::counts_within_radius() const {
  const auto potential = potential_physics(physics_);
  return !potential || potential->tests_distance;
}

std::string PairCounter::uncountable(const Simulation& simulation, const LoadedPack& pack) const {
  const std::vector<std::string> names =
      strategy_names(*pack.pack, {Stage::pass, counted_.physics, simulation.variant().list_format});
  const std::string traversal = forces_of(simulation);
  if (std::find(names.begin(), names.end(), traversal) != names.end()) return "";
  return fmt::format("pack {} has no '{}' that counts its pairs, with physics '{}'",
                     pack.pack->toolchain, traversal, counted_.physics);
}

void PairCounter::count(Runtime& runtime, const LoadedPack& pack, const LoadedPack* host_pack,
                        const Simulation& simulation, LabelledChecks& checks) {
  Simulation counter(runtime, pack, counted_, counting(simulation), host_pack);
  counter.rebuild();
  counter.forces();
  counter.check_overflow();
  const RunState run = counter.run_state();
  const std::size_t live = counted_.particles() - run.lost;
  const ParticleState state = counter.download();
  // what is expected stands by the ids: of particles that a variant has mixed up it would be wrong
  // for every other
  if (const Check carried = particles_carried(counted_.initial, state); !carried.passed)
    return checks.add(carried);
  const JudgedParticles judged =
      judged_of(live, candidate_pairs(state, live, counter.list_setup().grid, all_types));
  const auto expected = [&] {
    return pairs_of_particles(state, judged, static_cast<float>(counted_.influence_radius));
  };
  const auto judge = [&](const PairsOfParticles& pairs) {
    checks.add(of_sample(pairs_counted(state, judged, counter.download_rates(), pairs), judged));
  };
  if (judged.is_sample()) return judge(expected());
  if (!of_all_) of_all_ = expected();
  judge(*of_all_);
}

/// Returns all, which are counted once for all variants; or a small sample, which depends on the
/// order of the particles and is each variant's own.
JudgedParticles PairCounter::judged_of(std::size_t live, std::uint64_t candidates) const {
  auto judged = JudgedParticles::by_candidates(live, candidates, most_candidates_);
  if (!judged.is_sample()) return judged;
  return JudgedParticles::by_candidates(
      live, candidates, std::min(most_candidates_, JudgedParticles::most_candidates_later));
}

PairsOfParticles pairs_of_particles(const ParticleState& state, const JudgedParticles& judged,
                                    float radius) {
  const double certainly =
      static_cast<double>(radius) * radius - borderline_width(radius, state.period);
  const CellSearch search(state, judged, borderline_reach(radius, state.period));
  PairsOfParticles pairs{std::vector<std::uint32_t>(state.size(), 0),
                         std::vector<std::uint32_t>(state.size(), 0)};
  over_items(judged.count(), [&](std::size_t k) {
    const std::size_t i = judged[k];
    std::uint32_t possible = 0, certain = 0;
    search.visit(i, [&](std::uint32_t, double, double, double, double r2) {
      ++possible;
      if (r2 < certainly) ++certain;
    });
    const std::uint32_t id = id_of(state.identity[i]);
    pairs.possible[id] = possible;
    pairs.certain[id] = certain;
  });
  stop_if_requested();
  return pairs;
}

Check pairs_counted(const ParticleState& state, const JudgedParticles& judged,
                    const std::vector<float4>& counts, const PairsOfParticles& expected) {
  const FaultyParticles faulty = faulty_particles(judged.count(), [&](std::size_t k) {
    const std::size_t i = judged[k];
    const std::uint32_t id = id_of(state.identity[i]);
    const float4& n = counts[i];
    const bool may_be = n.x >= static_cast<float>(expected.certain[id]) &&
                        n.x <= static_cast<float>(expected.possible[id]);
    return !(may_be && n.y == n.x && n.z == n.x && n.w == n.x);
  });
  if (faulty.count == 0) return none_check("pairs counted", 0, "");
  const std::size_t first = judged[faulty.first];
  return none_check("pairs counted", faulty.count,
                    fmt::format("{} accepts {:g} pairs, and {} are within the radius",
                                particle_label(state, first), counts[first].x,
                                expected.certain[id_of(state.identity[first])]));
}

}  // namespace sphlab
