#include "harness/why/why_json.hpp"

namespace sphlab {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* why_schema = "sphlab-why/1";

/// Keys in alphabetical order, as records have theirs.
OrderedJson plain(const nlohmann::json& value) {
  return OrderedJson::parse(value.dump());
}

template <class T>
OrderedJson or_null(const std::optional<T>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

OrderedJson residency_json(const std::optional<Residency>& residency) {
  if (!residency) return nullptr;
  return {{"warps", residency->warps},
          {"most_warps", residency->most_warps},
          {"limited_by", residency->limited_by},
          {"roomier_registers", or_null(residency->roomier_registers)}};
}

OrderedJson kernels_json(const std::vector<KernelFacts>& kernels) {
  OrderedJson list = OrderedJson::array();
  for (const KernelFacts& kernel : kernels) {
    OrderedJson json = plain(to_json(kernel.resources));
    json["residency"] = residency_json(kernel.residency);
    list.push_back(std::move(json));
  }
  return list;
}

OrderedJson accesses_json(const AccessCounts& accesses) {
  return {{"requests", accesses.requests},
          {"bytes", accesses.bytes},
          {"sectors", accesses.sectors},
          {"used", or_null(accesses.used())}};
}

OrderedJson counted_json(const std::optional<StageCounts>& counted) {
  if (!counted) return nullptr;
  return {{"source", counted->source},
          {"parameters", counted->parameters},
          {"particles", counted->particles},
          {"accepted_pairs", or_null(counted->accepted_pairs)},
          {"global_load", accesses_json(counted->loads)},
          {"global_store", accesses_json(counted->stores)},
          {"atomics", counted->atomics},
          {"shared_wavefronts", counted->shared_wavefronts},
          {"pipe_turns", counted->pipe_turns()},
          {"lanes_per_run", or_null(counted->lanes_per_run())}};
}

OrderedJson profile_json(const std::optional<ProfiledStage>& profile) {
  if (!profile) return nullptr;
  return {{"source", profile->file},
          {"profiler", profile->profiler},
          {"kernel", profile->kernel},
          {"share_of_stage", profile->share_of_stage},
          {"metrics", profile->metrics}};
}

OrderedJson reaches_json(const std::vector<Reach>& reaches) {
  OrderedJson json = OrderedJson::object();
  for (const Reach& reach : reaches) json[reach.limit] = reach.share;
  return json;
}

OrderedJson remarks_json(const std::vector<NamedRemark>& remarks) {
  OrderedJson list = OrderedJson::array();
  for (const NamedRemark& named : remarks)
    list.push_back({{"rule", named.rule},
                    {"text", named.remark.text},
                    {"remedy", named.remark.remedy.empty() ? OrderedJson(nullptr)
                                                           : OrderedJson(named.remark.remedy)}});
  return list;
}

OrderedJson text_or_null(const std::string& text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

OrderedJson stage_json(const StageDiagnosis& stage) {
  const StageFacts& facts = stage.facts;
  return {{"stage", facts.stage},
          {"strategy", text_or_null(facts.strategy)},
          {"series", facts.series},
          {"call_s", or_null(facts.call_s)},
          {"calls_per_step", facts.calls_per_step},
          {"share", or_null(facts.share)},
          {"work", plain(to_json(facts.work))},
          {"limits", reaches_json(facts.reaches)},
          {"kernels", kernels_json(facts.kernels)},
          {"counted", counted_json(facts.counted)},
          {"counted_pipe", or_null(facts.counted_pipe)},
          {"profile", profile_json(facts.profiled)},
          {"bound", name_of(stage.bound)},
          {"rule", text_or_null(stage.rule)},
          {"evidence", text_or_null(stage.evidence)},
          {"remarks", remarks_json(stage.remarks)}};
}

OrderedJson stages_json(const std::vector<StageDiagnosis>& stages) {
  OrderedJson list = OrderedJson::array();
  for (const StageDiagnosis& stage : stages) list.push_back(stage_json(stage));
  return list;
}

OrderedJson list_json(const std::optional<ListFacts>& list) {
  if (!list) return nullptr;
  return {{"format", list->format}, {"bytes", list->bytes}, {"used", or_null(list->used)}};
}

OrderedJson recorded_json(const RecordedVariant& recorded) {
  const Record& head = recorded.head();
  return {{"file", recorded.file.string()},
          {"suite", head.suite},
          {"recorded_at", head.recorded_at},
          {"revision", or_null(head.code.revision)},
          {"device", head.device.name},
          {"toolchain", head.toolchain.name},
          {"variant", head.variant},
          {"physics", head.physics},
          {"scenario", plain(to_json(head.scenario))},
          {"strategies", head.strategies},
          {"tuning", head.tuning}};
}

OrderedJson stage_difference_json(const StageDifference& stage) {
  return {{"stage", stage.stage},
          {"step_s", or_null(stage.first_s)},
          {"against_step_s", or_null(stage.second_s)}};
}

OrderedJson comparison_json(const VariantComparison& comparison) {
  OrderedJson stages = OrderedJson::array();
  for (const StageDifference& stage : comparison.stages)
    stages.push_back(stage_difference_json(stage));
  return {{"ratio", or_null(comparison.ratio)},
          {"is_within_spread", comparison.is_within_spread},
          {"stages", std::move(stages)},
          {"paragraph", comparison.paragraph},
          {"caveats", comparison.caveats}};
}

OrderedJson variant_json(const Diagnosis& diagnosis) {
  OrderedJson json = recorded_json(diagnosis.facts.recorded);
  json["step_s"] = or_null(diagnosis.facts.step_s);
  json["stages"] = stages_json(diagnosis.stages);
  json["list"] = list_json(diagnosis.facts.list);
  json["rebuild_share"] = or_null(diagnosis.facts.rebuild_share);
  json["relative_clock"] = or_null(diagnosis.facts.relative_clock);
  json["fills"] = or_null(diagnosis.facts.fills);
  json["remarks"] = remarks_json(diagnosis.remarks);
  json["paragraph"] = paragraph_of(diagnosis);
  json["absent"] = absent_facts(diagnosis);
  return json;
}

}  // namespace

nlohmann::ordered_json why_json(const Diagnosis& diagnosis) {
  OrderedJson json{{"schema", why_schema}};
  json.update(variant_json(diagnosis));
  return json;
}

nlohmann::ordered_json why_json(const Diagnosis& first, const Diagnosis& second,
                                const VariantComparison& comparison) {
  OrderedJson json = why_json(first);
  json["against"] = variant_json(second);
  json["comparison"] = comparison_json(comparison);
  return json;
}

}  // namespace sphlab
