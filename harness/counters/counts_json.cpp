#include "harness/counters/counts_json.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "harness/scenarios/configuration_hash.hpp"

namespace sphlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "sphlab-counts/1";

bool is_global(AccessKind kind) {
  return kind == AccessKind::global_load || kind == AccessKind::global_store ||
         kind == AccessKind::global_atomic;
}

Json requests_json(AccessKind kind, const RequestCounts& counts) {
  Json json{{"requests", counts.requests}, {"lanes", counts.lanes}, {"bytes", counts.bytes}};
  if (is_global(kind)) {
    json["sectors"] = counts.sectors;
    json["lines"] = counts.lines;
  } else {
    json["wavefronts"] = counts.wavefronts;
  }
  return json;
}

Json instructions_json(const std::vector<InstructionCounts>& instructions) {
  Json list = Json::array();
  for (const InstructionCounts& instruction : instructions) {
    Json json{{"kind", name_of(instruction.kind)}, {"address", instruction.address}};
    json.update(requests_json(instruction.kind, instruction.counts));
    list.push_back(std::move(json));
  }
  return list;
}

Json launch_json(const CountedLaunch& launch) {
  const KernelCounts& counts = launch.counts;
  Json json{{"entry", counts.entry},
            {"grid", counts.grid},
            {"block", counts.block},
            {"dynamic_shared_bytes", counts.dynamic_shared_bytes},
            {"warps", counts.warps},
            {"runs", counts.runs},
            {"run_lanes", counts.run_lanes},
            {"branches", counts.branches},
            {"divergent_branches", counts.divergent_branches},
            {"barriers", counts.barriers},
            {"collectives", counts.collectives}};
  for (std::uint32_t k = 0; k < access_kinds; ++k) {
    const auto kind = static_cast<AccessKind>(k);
    json[name_of(kind)] = requests_json(kind, counts.totals[k]);
  }
  return json;
}

/// Adds the pairs to stages whose work they are. A traversal of a list meets no candidates.
void add_pairs(const CountedStage& stage, bool has_list, const PairCounts& pairs, Json& json) {
  if (!stage.is_pass && stage.stage != "list") return;
  json["accepted_pairs"] = pairs.accepted_by(stage.stage);
  if (stage.stage == "list" || !has_list) json["candidate_pairs"] = pairs.candidate;
}

Json head_json(const CountedRun& run, const CountedStage& stage) {
  return {{"schema", schema},
          {"id", counts_id(run, stage)},
          {"scenario", run.scenario.name},
          {"parameters", run.scenario.parameters},
          {"particles", run.scenario.particles()},
          {"cycles", run.cycles},
          {"toolchain", run.pack.pack->toolchain},
          {"compiler", run.pack.pack->compiler},
          {"variant", run.variant.name()},
          {"stage", stage.stage},
          {"strategy", stage.strategy},
          {"tuning", stage.tuning}};
}

}  // namespace

const char* name_of(AccessKind kind) {
  static constexpr std::array<const char*, access_kinds> names{"global_load",   "global_store",
                                                               "global_atomic", "shared_load",
                                                               "shared_store",  "shared_atomic"};
  return names[static_cast<std::size_t>(kind)];
}

std::string counts_id(const CountedRun& run, const StageInUse& stage) {
  return configuration_hash({{"configuration", run.scenario.configuration_hash},
                             {"cycles", run.cycles},
                             {"variant", run.variant.name()},
                             {"stage", stage.stage},
                             {"tuning", stage.tuning}},
                            run.scenario.parameters);
}

std::vector<Json> counts_json(const CountedRun& run, const CountedVariant& counted,
                              bool with_instructions) {
  const bool has_list = run.variant.stages.contains("list");
  std::vector<Json> lines;
  for (const CountedStage& stage : counted.stages) {
    for (std::size_t k = 0; k < stage.launches.size(); ++k) {
      Json line = head_json(run, stage);
      line["launch"] = k;
      add_pairs(stage, has_list, counted.pairs, line);
      line.update(launch_json(stage.launches[k]));
      if (with_instructions) {
        line["instructions"] = instructions_json(stage.launches[k].instructions);
      }
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace sphlab
