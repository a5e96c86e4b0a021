#include "harness/campaigns/kept_section.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "harness/records/content_hash.hpp"

namespace sphlab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RoundsDone, blocks, stages_alone, calls_alone, runs, energy)

namespace {

using nlohmann::json;

json to_json(const std::map<std::string, Record::Samples>& series) {
  json by_stage = json::object();
  for (const auto& [stage, samples] : series) by_stage[stage] = to_json(samples);
  return by_stage;
}

std::map<std::string, Record::Samples> series_from_json(const json& by_stage) {
  std::map<std::string, Record::Samples> series;
  for (const auto& [stage, samples] : by_stage.items()) series[stage] = samples_from_json(samples);
  return series;
}

json to_json(const Repetition& repetition) {
  return {{"evaluations", repetition.evaluations},
          {"total_times", repetition.total_times},
          {"not_converged", repetition.not_converged},
          {"last_error", repetition.last_error}};
}

Repetition repetition_from_json(const json& kept) {
  Repetition repetition{};
  kept.at("evaluations").get_to(repetition.evaluations);
  kept.at("total_times").get_to(repetition.total_times);
  kept.at("not_converged").get_to(repetition.not_converged);
  const json& error = kept.at("last_error");  // null where it was not finite
  repetition.last_error =
      error.is_null() ? std::numeric_limits<float>::infinity() : error.get<float>();
  return repetition;
}

json to_json(const ContenderSamples& samples) {
  json calls = json::object();
  for (const auto& [stage, of_stage] : samples.asynchronous)
    calls[stage] = {{"calls", of_stage.calls}, {"samples", to_json(of_stage.samples)}};
  return {{"step", to_json(samples.step)},
          {"stages", to_json(samples.stages)},
          {"flushed", to_json(samples.flushed)},
          {"warm", to_json(samples.warm)},
          {"asynchronous", calls},
          {"runs", {{"steps", samples.runs.steps}, {"samples", to_json(samples.runs.samples)}}},
          {"energy", to_json(samples.energy)},
          {"load", to_json(samples.load)},
          {"load_alone", to_json(samples.load_alone)},
          {"load_of_calls", to_json(samples.load_of_calls)},
          {"load_of_runs", to_json(samples.load_of_runs)},
          {"mark_cost_s", samples.mark_cost},
          {"device_s", samples.device_seconds},
          {"wall_s", samples.wall_seconds},
          {"steps_done", samples.steps_done},
          {"rebuilds", samples.rebuilds},
          {"repetition", to_json(samples.repetition)}};
}

ContenderSamples contender_samples_from_json(const json& kept) {
  ContenderSamples samples;
  samples.step = samples_from_json(kept.at("step"));
  samples.stages = series_from_json(kept.at("stages"));
  samples.flushed = series_from_json(kept.at("flushed"));
  samples.warm = series_from_json(kept.at("warm"));
  for (const auto& [stage, of_stage] : kept.at("asynchronous").items()) {
    samples.asynchronous[stage] = {of_stage.at("calls").get<std::uint32_t>(),
                                   samples_from_json(of_stage.at("samples"))};
  }
  samples.runs = {kept.at("runs").at("steps").get<std::uint64_t>(),
                  samples_from_json(kept.at("runs").at("samples"))};
  samples.energy = energy_samples_from_json(kept.at("energy"));
  samples.load = load_from_json(kept.at("load"));
  samples.load_alone = load_from_json(kept.at("load_alone"));
  samples.load_of_calls = load_from_json(kept.at("load_of_calls"));
  samples.load_of_runs = load_from_json(kept.at("load_of_runs"));
  kept.at("mark_cost_s").get_to(samples.mark_cost);
  kept.at("device_s").get_to(samples.device_seconds);
  kept.at("wall_s").get_to(samples.wall_seconds);
  kept.at("steps_done").get_to(samples.steps_done);
  kept.at("rebuilds").get_to(samples.rebuilds);
  samples.repetition = repetition_from_json(kept.at("repetition"));
  return samples;
}

json to_json(const KeptContender& contender) {
  json sweep = json::array();
  for (const Record::SweepPoint& point : contender.tuning.sweep) sweep.push_back(to_json(point));
  return {{"status", contender.status},
          {"tuned", contender.tuning.tuned},
          {"sweep", sweep},
          {"samples", to_json(contender.samples)}};
}

KeptContender contender_from_json(const json& kept) {
  KeptContender contender;
  kept.at("status").get_to(contender.status);
  kept.at("tuned").get_to(contender.tuning.tuned);
  for (const json& point : kept.at("sweep"))
    contender.tuning.sweep.push_back(sweep_point_from_json(point));
  contender.samples = contender_samples_from_json(kept.at("samples"));
  return contender;
}

json to_json(const Variant& variant) {
  json stages = json::object();
  for (const auto& [stage, choice] : variant.stages)
    stages[stage] = {{"name", choice.name}, {"tuning", choice.tuning}};
  return {{"name", variant.name()}, {"stages", stages}};
}

}  // namespace

std::string contender_key(const Contender& contender, const Scenario& scenario,
                          const MeasuringPolicy& policy) {
  json cache = json::array();
  for (const CacheMode mode : policy.cache) cache.push_back(cache_mode_name(mode));
  return content_hash({{"scenario", scenario.name},
                       {"parameters", scenario.parameters},
                       {"configuration", scenario.configuration_hash},
                       {"variant", to_json(contender.choice->variant)},
                       {"swept", contender.choice->swept},
                       {"toolchain", contender.pack->pack->toolchain},
                       {"warmup_cycles", policy.warmup_cycles},
                       {"cycles_per_block", policy.cycles_per_block},
                       {"relocate", policy.relocate},
                       {"asynchronous_calls", policy.asynchronous_calls},
                       {"asynchronous_seconds", policy.asynchronous_seconds},
                       {"run_steps", policy.run_steps},
                       {"energy_seconds", policy.energy_seconds},
                       {"stages_alone", policy.stages_alone},
                       {"cache", cache}});
}

json to_json(const KeptSection& section) {
  json contenders = json::object();
  for (const auto& [key, contender] : section.contenders) contenders[key] = to_json(contender);
  json kept = section.rounds;
  kept.update({{"state", section.state},
               {"state_hash", section.state_hash},
               {"next_order", section.next_order},
               {"contenders", contenders}});
  return kept;
}

KeptSection kept_section_from_json(const json& kept) {
  KeptSection section;
  kept.at("state").get_to(section.state);
  kept.at("state_hash").get_to(section.state_hash);
  kept.at("next_order").get_to(section.next_order);
  kept.get_to(section.rounds);
  for (const auto& [key, contender] : kept.at("contenders").items())
    section.contenders[key] = contender_from_json(contender);
  return section;
}

}  // namespace sphlab
