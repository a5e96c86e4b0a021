#include "harness/best/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/campaigns/record_builder.hpp"
#include "harness/records/energy_summary.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/lost_time.hpp"
#include "harness/records/optional_json.hpp"
#include "harness/records/statistics.hpp"
#include "harness/records/student_interval.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr int answer_schema_version = 1;

/// Cost by which variants are ranked.
double cost_of(const Ranked& ranked) {
  return ranked.energy ? *ranked.energy->joules_per_step : ranked.step.median;
}

Ranked describe(Trials& trials, const Space& space, Point point, const RecordContext& context,
                Objective objective, const LimitRates& rates) {
  const Contender& contender = trials.prepared_contender(point);
  Ranked ranked;
  ranked.point = point;
  ranked.choice = space.at(point).choice;
  ranked.name = ranked.choice.variant.name();
  ranked.traversal = space.at(point).traversal;
  ranked.step = median_interval(contender.samples.step);
  ranked.mipps = 1e-6 * static_cast<double>(context.scenario->particles()) / ranked.step.median;
  ranked.bytes = contender.simulation->bytes_allocated();
  if (contender.missed) ranked.missed = contender.missed->fraction();
  ranked.stated_error = contender.simulation->stated_error();
  ranked.blocks = times_by_block(contender.samples.step).size();
  if (objective == Objective::energy) {
    const std::string counter = energy_source(trials.runtime()).counter;
    ranked.energy = summarise_energy(counter, contender.samples.energy,
                                     context.scenario->particles(), std::nullopt);
  }
  if (!rates.per_second.empty())
    ranked.share_of_limits = limit_share(build_records(contender, context), rates);
  return ranked;
}

/// Widens the ratio by all that the load can have added on one side or the other.
void widen_by_load(Interval& ratio, const ContenderSamples& first, const ContenderSamples& each) {
  ratio.low *= least_share(each.step, each.load);
  ratio.high /= least_share(first.step, first.load);
}

json interval_json(const Interval& interval) {
  return {{"median", interval.median},
          {"low", interval.low},
          {"high", interval.high},
          {"confidence", interval_confidence}};
}

/// JSON of the energy; null where variants were not ranked by it.
json energy_json(const std::optional<Record::Energy>& energy) {
  if (!energy) return nullptr;
  return {{"counter", energy->counter},
          {"joules_per_step", *energy->joules_per_step},
          {"low_j", *energy->low_j},
          {"high_j", *energy->high_j},
          {"confidence", student_confidence},
          {"joules_per_million_particle_steps", *energy->joules_per_million_particle_steps},
          {"power_w", *energy->power_w},
          {"runs", energy->samples->joules.size()}};
}

json ranked_json(const Ranked& ranked, std::size_t rank) {
  return {{"rank", rank},
          {"name", ranked.name},
          {"traversal", ranked.traversal},
          {"variant", variant_json(ranked.choice)},
          {"step_s", interval_json(ranked.step)},
          {"energy", energy_json(ranked.energy)},
          {"ratio_to_first", ranked.ratio ? interval_json(*ranked.ratio) : json()},
          {"ties_with_first", ranked.ties},
          {"blocks", ranked.blocks},
          {"mipps", ranked.mipps},
          {"bytes", ranked.bytes},
          {"missed_pairs", ranked.missed ? json(*ranked.missed) : json()},
          {"stated_error", ranked.stated_error > 0 ? json(ranked.stated_error) : json()},
          {"share_of_limits", ranked.share_of_limits}};
}

/// How a point left the race, or how far it came.
const char* fate_of(const Tried& tried, const Trials& trials) {
  if (tried.failed)
    return tried.blocks > 0 && !trials.contender(tried.point).refused ? "invalid" : "refused";
  if (tried.ranked) return "ranked";
  if (tried.blocks == 0) return "not measured";
  return "slower";
}

json tried_json(const Tried& tried, const Trials& trials, const Space& space) {
  const std::string& trouble = trials.trouble(tried.point);
  return {{"name", space.at(tried.point).choice.variant.name()},
          {"variant", variant_json(space.at(tried.point).choice)},
          {"last_rung", tried.rung},
          {"blocks", tried.blocks},
          {"step_s", tried.blocks > 0 ? json(tried.seconds) : json()},
          {"verified", tried.verified},
          {"fate", fate_of(tried, trials)},
          {"reason", trouble.empty() ? json() : json(trouble)}};
}

json spent_json(const TrialSeconds& spent) {
  return {{"preparing", spent.preparing},
          {"timing", spent.timing},
          {"verifying", spent.verifying},
          {"ordering", spent.ordering}};
}

json search_json(const Question& question, const Trials& trials, const Space& space,
                 const SearchOutcome& outcome) {
  json tried = json::array();
  for (const Tried& each : outcome.tried) tried.push_back(tried_json(each, trials, space));
  json left_out = json::array();
  for (const LeftOut& each : space.left_out())
    left_out.push_back({{"traversal", each.traversal}, {"stated_error", each.stated_error}});
  return {{"budget_s", question.policy.exhaustive ? json() : json(question.policy.budget_s)},
          {"exhaustive", question.policy.exhaustive},
          {"seconds", question.seconds},
          {"seconds_on_way", trials.seconds_on_way()},
          {"seconds_before_ranking", outcome.searched_s},
          {"seconds_spent", spent_json(trials.spent())},
          {"seed", question.policy.seed},
          {"traversals", outcome.traversals},
          {"traversals_not_reached", outcome.traversals_left},
          {"left_out", left_out},
          {"rungs", outcome.rungs},
          {"rounds_ranked", outcome.rounds},
          {"interrupted", outcome.interrupted},
          {"tried", tried}};
}

/// JSON of the load; null where the machine was not watched.
json busy_json(const LoadSeen& load) {
  if (load.blocks == 0) return nullptr;
  return {{"blocks", load.blocks},
          {"busy_blocks", load.busy},
          {"largest_lost_share", load.largest},
          {"first_is_told", !hides_the_first(load)}};
}

}  // namespace

bool hides_the_first(const LoadSeen& load) {
  constexpr double share_that_misleads = 0.1;
  return static_cast<double>(load.busy) > share_that_misleads * static_cast<double>(load.blocks);
}

LoadSeen load_of(const Trials& trials, const std::vector<Ranked>& ranking) {
  LoadSeen load;
  load.add(trials.load_of_search());
  for (const Ranked& ranked : ranking) load.add(trials.contender(ranked.point).samples.load);
  return load;
}

std::size_t near_and_not_ranked(const SearchOutcome& outcome) {
  double first = std::numeric_limits<double>::infinity();
  for (const Tried& tried : outcome.tried) {
    if (tried.ranked && tried.may_be_right()) first = std::min(first, tried.seconds);
  }
  const double near = first * (1 + 3 * outcome.noise);
  return static_cast<std::size_t>(
      std::count_if(outcome.tried.begin(), outcome.tried.end(), [&](const Tried& tried) {
        return !tried.ranked && tried.may_be_right() && tried.seconds <= near;
      }));
}

std::vector<Ranked> ranking(Trials& trials, const Space& space, const SearchOutcome& outcome,
                            const RecordContext& context, Objective objective,
                            const LimitRates& rates) {
  std::vector<Ranked> ranked;
  for (const Point point : outcome.ranked)
    ranked.push_back(describe(trials, space, point, context, objective, rates));
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return cost_of(a) < cost_of(b); });
  for (Ranked& each : ranked) {
    const ContenderSamples& of_first = trials.contender(ranked.front().point).samples;
    const ContenderSamples& of_each = trials.contender(each.point).samples;
    if (objective == Objective::energy) {
      each.ratio = energy_ratio(of_first.energy, of_each.energy);
    } else {
      if (std::min(ranked.front().blocks, each.blocks) < fewest_blocks) continue;
      each.ratio = ratio_interval(of_first.step, of_each.step);
      if (&each != &ranked.front()) widen_by_load(*each.ratio, of_first, of_each);
    }
    each.ties = &each != &ranked.front() && each.ratio->low <= 1;
  }
  return ranked;
}

const Ranked* second_traversal(const std::vector<Ranked>& ranking) {
  const auto second = std::find_if(ranking.begin(), ranking.end(), [&](const Ranked& each) {
    return each.traversal != ranking.front().traversal;
  });
  return second == ranking.end() ? nullptr : &*second;
}

json answer_json(const Question& question, const Trials& trials, const Space& space,
                 const SearchOutcome& outcome, const std::vector<Ranked>& ranking) {
  json document = session_json(question.setup, utc_now());
  document["schema_version"] = answer_schema_version;
  document["scenario"] = {{"name", question.scenario.name},
                          {"particles", question.scenario.particles()},
                          {"parameters", question.scenario.parameters},
                          {"configuration_hash", question.scenario.configuration_hash},
                          {"state", question.state.label}};
  document["objective"] = objective_name(question.objective);
  document["physics"] = question.scenario.physics;
  document["ranking"] = json::array();
  for (std::size_t k = 0; k < ranking.size(); ++k)
    document["ranking"].push_back(ranked_json(ranking[k], k + 1));
  const Ranked* second = second_traversal(ranking);
  document["second_traversal"] = json();
  if (second != nullptr && second->ratio) {
    document["second_traversal"] = {{"name", second->name},
                                    {"ratio_to_first", interval_json(*second->ratio)}};
  }
  document["load"] = busy_json(load_of(trials, ranking));
  document["search"] = search_json(question, trials, space, outcome);
  return document;
}

}  // namespace sphlab
