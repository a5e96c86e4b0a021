#include <nlohmann/json.hpp>
#include <set>

#include "harness/records/content_hash.hpp"
#include "harness/records/record.hpp"

namespace sphlab {
namespace {

std::set<std::string> swept_stages(const Record& record) {
  std::set<std::string> stages;
  for (const Record::SweepPoint& point : record.tuning_sweep) stages.insert(point.stage);
  return stages;
}

/// null where a record says nothing of it.
nlohmann::json rebuild_of(const Record& record) {
  if (!record.list_life) return nullptr;
  const Record::ListLife& rebuild = *record.list_life;
  nlohmann::json interval;
  if (rebuild.interval) interval = *rebuild.interval;
  return {{"trigger", rebuild.trigger}, {"interval", interval}, {"expansion", rebuild.expansion}};
}

/// State as an id holds it, without the steps to a time: these are an outcome.
nlohmann::json state_of(const Record& record) {
  const Record::State& state = record.scenario.state;
  nlohmann::json step;
  if (!state.label.starts_with('t')) step = state.step;
  return {{"label", state.label}, {"step", step}};
}

/// All that ran but the stage and how it was looked at.
nlohmann::json experiment(const Record& record) {
  nlohmann::json side;
  if (!record.side.empty()) side = record.side;
  nlohmann::json all = {
      {"suite", record.suite},
      {"device", record.device.slug},
      {"runtime", record.runtime.name},
      {"toolchain", to_json(record.toolchain)},
      {"scenario",
       {{"name", record.scenario.name},
        {"parameters", record.scenario.parameters},
        {"configuration_hash", record.scenario.configuration_hash}}},
      {"state", state_of(record)},
      {"physics", record.physics},
      {"strategies", record.strategies},
      {"cells_per_radius", record.cells_per_radius},
      {"tuning", record.tuning},
      {"swept", swept_stages(record)},
      {"list_life", rebuild_of(record)},
      {"side", side},
  };
  if (!record.choices.empty()) all["choices"] = record.choices;
  if (record.host_toolchain) all["host_toolchain"] = to_json(*record.host_toolchain);
  return all;
}

std::string id_of(const Record& record) {
  return content_hash({content_hash(experiment(record)), record.stage, record.scope, record.cache});
}

/// Whether the sweep of `stage` tried several values of `parameter`.
bool is_swept(const Record& record, const std::string& stage, const std::string& parameter) {
  std::set<std::uint32_t> tried;
  for (const Record::SweepPoint& point : record.tuning_sweep) {
    const auto value = point.tuning.find(parameter);
    if (point.stage == stage && value != point.tuning.end()) tried.insert(value->second);
  }
  return tried.size() > 1;
}

/// Without the values that a sweep chose.
Record as_requested(const Record& record) {
  Record requested = record;
  for (auto& [stage, tuning] : requested.tuning) {
    std::erase_if(tuning, [&, name = stage](const auto& entry) {
      return is_swept(record, name, entry.first);
    });
  }
  return requested;
}

}  // namespace

std::string record_id(const Record& record) {
  return id_of(record);
}

std::string requested_id(const Record& record) {
  return id_of(as_requested(record));
}

std::string requested_step_id(const Record& record) {
  Record step = as_requested(record);
  step.stage = "step";
  step.scope = "step";
  step.cache = "loop";
  return id_of(step);
}

}  // namespace sphlab
