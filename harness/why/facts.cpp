#include "harness/why/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/error.hpp"
#include "harness/packs/pack_library.hpp"
#include "harness/records/statistics.hpp"
#include "harness/why/stage_kind.hpp"

namespace sphlab {
namespace {

constexpr double turn_bytes = 128;  // that first cache or shared memory hands out at once
constexpr std::uint32_t counted_warp = 32;

std::optional<double> above_zero(const std::optional<double>& value) {
  return value && *value > 0 ? value : std::nullopt;
}

std::optional<double> rate_of(const std::optional<LimitRates>& limits, const std::string& name) {
  if (!limits) return std::nullopt;
  const auto found = limits->per_second.find(name);
  return found == limits->per_second.end() ? std::nullopt : std::optional(found->second);
}

/// Work over what the limit does in `seconds`.
std::optional<double> share_of_limit(const std::optional<double>& work,
                                     const std::optional<double>& rate,
                                     const std::optional<double>& seconds) {
  if (!above_zero(work) || !rate || !seconds) return std::nullopt;
  return *work / (*rate * *seconds);
}

void add_reach(StageFacts& facts, const std::string& limit, const std::optional<double>& work,
               const std::optional<LimitRates>& limits) {
  if (const auto share = share_of_limit(work, rate_of(limits, limit), facts.call_s))
    facts.reaches.push_back({limit, *share});
}

void hold_against_limits(StageFacts& facts, const std::optional<LimitRates>& limits) {
  if (facts.is_over_pairs) {
    add_reach(facts, "fma", facts.work.flops, limits);
    add_reach(facts, "l1", facts.work.bytes, limits);
  } else {
    add_reach(facts, "copy", facts.work.bytes, limits);
  }
  add_reach(facts, "launch", static_cast<double>(facts.kernels.size()), limits);
  facts.of_memory = share_of_limit(facts.work.bytes, rate_of(limits, "copy"), facts.call_s);
}

std::vector<KernelFacts> kernels_of(const Record& record) {
  std::vector<KernelFacts> kernels;
  const Multiprocessor* limits = find_multiprocessor(record.device.architecture.value_or(""));
  for (const Record::Kernel& kernel : record.kernels) {
    kernels.push_back({kernel, limits == nullptr ? std::nullopt : residency_of(*limits, kernel)});
  }
  return kernels;
}

/// How often the work that was counted goes into that of a record.
std::optional<double> scale_of(const StageCounts& counted, const StageFacts& facts,
                               double particles) {
  if (!facts.is_over_pairs) return particles / counted.particles;
  if (!facts.work.accepted_pairs || counted.accepted_pairs.value_or(0) <= 0) return std::nullopt;
  return *facts.work.accepted_pairs / *counted.accepted_pairs;
}

void add_counted(StageFacts& facts, const Record& record, const FactSources& sources) {
  if (record.toolchain.warp_width != counted_warp) return;
  const auto found =
      std::find_if(sources.counts.begin(), sources.counts.end(), [&](const StageCounts& counted) {
        return counted.stage == facts.stage && counted.variant == record.variant &&
               counted.scenario == record.scenario.name && counted.particles > 0;
      });
  if (found == sources.counts.end()) return;
  facts.counted = *found;
  const auto scale = scale_of(*found, facts, static_cast<double>(record.scenario.particles));
  if (!scale) return;
  facts.counted_pipe = share_of_limit(turn_bytes * found->pipe_turns() * *scale,
                                      rate_of(sources.limits, "l1"), facts.call_s);
}

/// The profile of one of the stage's records, if there is one and it is of this kernel.
void add_profile(StageFacts& facts, const Record& record, const FactSources& sources,
                 VariantFacts& variant) {
  for (const auto& [id, stage] : variant.recorded.stage_of_id) {
    const auto found = sources.profiles.find(id);
    if (stage != facts.stage || found == sources.profiles.end()) continue;
    const std::string mismatch = profile_mismatch(found->second, record);
    if (mismatch.empty()) {
      facts.profiled = found->second;
    } else {
      variant.left_out.push_back(mismatch);
    }
  }
}

StageFacts stage_facts(const Record& record, const FactSources& sources, VariantFacts& variant) {
  StageFacts facts;
  facts.stage = record.stage;
  if (const auto strategy = record.strategies.find(record.stage);
      strategy != record.strategies.end())
    facts.strategy = strategy->second;
  facts.is_over_pairs = is_pass(record.stage) || record.stage == "list";
  facts.series = record.scope + ", " + record.cache;
  facts.call_s = above_zero(record.summary.median_s);
  facts.calls_per_step = record.calls_per_step;
  if (facts.step_s() && variant.step_s) facts.share = *facts.step_s() / *variant.step_s;
  facts.work = record.work;
  if (facts.work.bytes && record.device.l2_bytes)
    facts.fits_l2 = *facts.work.bytes <= static_cast<double>(*record.device.l2_bytes);
  facts.kernels = kernels_of(record);
  hold_against_limits(facts, sources.limits);
  add_counted(facts, record, sources);
  add_profile(facts, record, sources, variant);
  return facts;
}

std::optional<ListFacts> list_of(const VariantFacts& variant) {
  const Record& head = variant.recorded.head();
  const auto bytes = head.resources.bytes_of_list;
  if (bytes.value_or(0) == 0) return std::nullopt;
  ListFacts list;
  const auto format = head.strategies.find("list-format");
  list.format = format == head.strategies.end() ? default_list_format : format->second;
  list.bytes = *bytes;
  const double entry_bytes = list.format.ends_with("-16") ? 2 : 4;
  for (const StageFacts& stage : variant.stages) {
    if (stage.stage == "forces" && stage.work.accepted_pairs)
      list.used = *stage.work.accepted_pairs * entry_bytes / static_cast<double>(*bytes);
  }
  return list;
}

std::optional<double> rebuild_share(const std::vector<StageFacts>& stages) {
  std::optional<double> sum;
  for (const StageFacts& stage : stages) {
    if (stage.share && runs_at_rebuild(stage.stage)) sum = sum.value_or(0) + *stage.share;
  }
  return sum;
}

std::optional<double> relative_clock(const Record& record) {
  std::vector<double> clocks;
  for (const std::optional<double>& clock : record.samples.clock_mhz) {
    if (clock) clocks.push_back(*clock);
  }
  if (clocks.empty() || record.device.max_clock_mhz.value_or(0) <= 0) return std::nullopt;
  return median(std::move(clocks)) / *record.device.max_clock_mhz;
}

/// Particles over the threads that the device holds at once.
std::optional<double> fills(const Record& record) {
  const Multiprocessor* limits = find_multiprocessor(record.device.architecture.value_or(""));
  if (limits == nullptr || record.device.compute_units.value_or(0) == 0) return std::nullopt;
  const double threads =
      static_cast<double>(*record.device.compute_units) * limits->warps * limits->warp;
  return static_cast<double>(record.scenario.particles) / threads;
}

void require_same_device(const Record& record, const FactSources& sources) {
  if (!sources.limits || sources.limits->device == record.device.name) return;
  throw InputError(
      fmt::format("the limits are of {}, but the records of {}; name that device's "
                  "with --limits, or measure them there with 'sphlab limits'",
                  sources.limits->device, record.device.name));
}

}  // namespace

std::optional<double> StageFacts::reach_of(const std::string& limit) const {
  for (const Reach& reach : reaches) {
    if (reach.limit == limit) return reach.share;
  }
  return std::nullopt;
}

VariantFacts facts_of(const RecordedVariant& recorded, const FactSources& sources) {
  const Record& head = recorded.head();
  require_same_device(head, sources);
  VariantFacts facts;
  facts.recorded = recorded;
  facts.left_out = sources.left_out;
  if (recorded.step) facts.step_s = above_zero(recorded.step->summary.median_s);
  for (const Record& record : recorded.stages)
    facts.stages.push_back(stage_facts(record, sources, facts));
  facts.list = list_of(facts);
  facts.rebuild_share = rebuild_share(facts.stages);
  facts.relative_clock = relative_clock(head);
  facts.fills = fills(head);
  return facts;
}

}  // namespace sphlab
