#include "harness/best/energy_final.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/schedule.hpp"

namespace sphlab {
namespace {

/// Ticks of the counter that a run waits for, and its first cycles [s].
constexpr double beside_a_run_s = 0.25;
constexpr double of_a_variant_s = energy_rounds * (energy_run_s + beside_a_run_s);
constexpr double share_of_budget = 1.0 / 3;
constexpr std::size_t fewest_variants = 2;

static_assert(energy_rounds % 2 == 0, "a schedule has them in pairs, forth and back");

void rank_no_more(SearchOutcome& outcome, Point point) {
  std::erase(outcome.ranked, point);
  for (Tried& tried : outcome.tried) tried.failed = tried.failed || tried.point == point;
}

void run_rounds(Trials& trials, SearchOutcome& outcome, std::uint64_t seed,
                const OnSearch& on_search) {
  EnergyMeter meter(trials.runtime());
  const std::vector<Point> points = outcome.ranked;
  AbbaSchedule schedule(points.size(), seed);
  const std::size_t turns = energy_rounds * points.size();
  std::vector<std::size_t> order;
  for (std::size_t turn = 0; turn < turns; ++turn) {
    const std::size_t of_round = turn % (2 * points.size());
    if (of_round == 0) order = schedule.next_round();
    const Point point = points[order[of_round]];
    on_search(static_cast<double>(turn) / static_cast<double>(turns),
              fmt::format("energy: {}", trials.label(point)));
    if (!trials.count_energy(point, turn / points.size(), energy_run_s, meter))
      rank_no_more(outcome, point);
  }
}

}  // namespace

SearchPolicy before_energy_final(const SearchPolicy& policy) {
  if (policy.exhaustive) return policy;
  const double runs = share_of_budget * policy.budget_s / of_a_variant_s;
  if (runs < static_cast<double>(fewest_variants)) {
    throw Error(ExitCode::usage,
                fmt::format("a budget of {:.3g} s is too small to count the energy of {} variants: "
                            "give at least --budget {:.0f}s",
                            policy.budget_s, fewest_variants,
                            std::ceil(fewest_variants * of_a_variant_s / share_of_budget)));
  }
  SearchPolicy before = policy;
  before.top =
      std::clamp(static_cast<std::size_t>(runs), std::min(fewest_variants, policy.top), policy.top);
  before.budget_s -= static_cast<double>(before.top) * of_a_variant_s;
  return before;
}

void count_energy(Trials& trials, SearchOutcome& outcome, std::uint64_t seed,
                  const OnSearch& on_search) {
  if (outcome.interrupted || outcome.ranked.empty()) return;
  try {
    run_rounds(trials, outcome, seed, on_search);
  } catch (const Interrupted&) {
    outcome.interrupted = true;
  } catch (const EnergyCounterFailure& failure) {
    throw Error(ExitCode::not_available,
                fmt::format("the energy cannot be counted: {}", failure.what()));
  }
}

bool has_energies(const Trials& trials, const SearchOutcome& outcome) {
  return std::all_of(outcome.ranked.begin(), outcome.ranked.end(), [&](Point point) {
    return trials.contender(point).samples.energy.joules.size() == energy_rounds;
  });
}

}  // namespace sphlab
