#include "harness/why/stage_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/error.hpp"
#include "harness/why/json_lines.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr const char* counts_schema = "sphlab-counts/1";
constexpr double sector_bytes = 32;
constexpr double sectors_a_turn = 4;

void require_counts_schema(const json& line) {
  const json& schema = line.at("schema");
  if (schema == counts_schema) return;
  throw InputError(
      fmt::format("schema: {}, but this sphlab reads \"{}\"; count again with 'sphlab "
                  "count'",
                  excerpt(schema), counts_schema));
}

StageCounts head_of(const json& line, const std::string& source) {
  StageCounts stage;
  stage.source = source;
  line.at("scenario").get_to(stage.scenario);
  line.at("parameters").get_to(stage.parameters);
  line.at("particles").get_to(stage.particles);
  line.at("variant").get_to(stage.variant);
  line.at("stage").get_to(stage.stage);
  if (line.contains("accepted_pairs"))
    stage.accepted_pairs = line.at("accepted_pairs").get<double>();
  return stage;
}

bool is_same_run(const StageCounts& a, const StageCounts& b) {
  return a.stage == b.stage && a.variant == b.variant && a.scenario == b.scenario &&
         a.parameters == b.parameters;
}

void add_accesses(const json& counted, AccessCounts& accesses) {
  accesses.requests += counted.at("requests").get<double>();
  accesses.bytes += counted.at("bytes").get<double>();
  accesses.sectors += counted.at("sectors").get<double>();
}

void add_launch(const json& line, StageCounts& stage) {
  add_accesses(line.at("global_load"), stage.loads);
  add_accesses(line.at("global_store"), stage.stores);
  stage.atomics += line.at("global_atomic").at("requests").get<double>();
  for (const char* kind : {"shared_load", "shared_store", "shared_atomic"})
    stage.shared_wavefronts += line.at(kind).at("wavefronts").get<double>();
  stage.runs += line.at("runs").get<double>();
  stage.run_lanes += line.at("run_lanes").get<double>();
}

double turns_of(const AccessCounts& accesses) {
  return std::max(accesses.requests, accesses.sectors / sectors_a_turn);
}

}  // namespace

std::optional<double> AccessCounts::used() const {
  return sectors > 0 ? std::optional(bytes / (sector_bytes * sectors)) : std::nullopt;
}

std::optional<double> StageCounts::lanes_per_run() const {
  return runs > 0 ? std::optional(run_lanes / runs) : std::nullopt;
}

double StageCounts::pipe_turns() const {
  return turns_of(loads) + turns_of(stores) + atomics + shared_wavefronts;
}

void StageCountsReader::add(const json& line) {
  require_counts_schema(line);
  const StageCounts head = head_of(line, source_);
  auto same = std::find_if(stages_.begin(), stages_.end(),
                           [&](const StageCounts& stage) { return is_same_run(stage, head); });
  if (same == stages_.end()) same = stages_.insert(stages_.end(), head);
  add_launch(line, *same);
}

std::vector<StageCounts> read_counts(const std::filesystem::path& file) {
  StageCountsReader stages(file.string());
  for_each_json_line(file, [&](const json& line) { stages.add(line); });
  return stages.stages();
}

}  // namespace sphlab
