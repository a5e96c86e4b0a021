#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "harness/why/numbers.hpp"
#include "harness/why/rules.hpp"

namespace sphlab {
namespace {

using Said = std::optional<Remark>;

/// The size at which the host has counted: shares there are not those of a large problem.
std::string counted_text(const StageCounts& counted) {
  return fmt::format("(counted on {} particles)", grouped(counted.particles));
}

/// Candidates for each pair in reach; nothing where none are tested, or none is in reach.
std::optional<double> candidates_a_pair(const StageFacts& stage) {
  const Record::Work& work = stage.work;
  if (!work.candidate_pairs || work.accepted_pairs.value_or(0) <= 0) return std::nullopt;
  return *work.candidate_pairs / *work.accepted_pairs;
}

bool is_rebuilt_seldom(const VariantFacts& variant) {
  const auto& life = variant.recorded.head().list_life;
  return life && life->rebuilds_per_step.value_or(1) < 1;
}

Said many_tests(const StageInVariant& of) {
  const StageFacts& stage = of.stage;
  const auto tested = candidates_a_pair(stage);
  if (!tested || *tested < many_candidates) return std::nullopt;
  const bool is_repeated = stage.stage != "list" && is_rebuilt_seldom(of.variant);
  return Remark{
      fmt::format("{} tests {} candidates for each pair in reach", stage.stage,
                  ratio_text(*tested)),
      is_repeated ? "a list would test candidates once a rebuild and not in every pass" : ""};
}

/// The traversal that tests and evaluates in loops of their own (docs/gpu-ladder.md).
constexpr const char* compacted = "rows-compacted";

/// Of a pass whose lanes evaluate pairs where they find them, among many that are none.
std::string remedy_of_idle_lanes(const StageFacts& stage) {
  const bool tests_many = candidates_a_pair(stage).value_or(1) >= many_candidates;
  if (!tests_many || stage.stage == "list" || stage.strategy == compacted) return "";
  return fmt::format("tests and evaluations in loops of their own keep more lanes busy, as {} does",
                     compacted);
}

Said idle(const StageFacts& stage, double lanes, const std::string& what) {
  if (lanes >= idle_lanes) return std::nullopt;
  return Remark{fmt::format("in {} {:.1f} of 32 lanes work in {}", stage.stage, lanes, what),
                remedy_of_idle_lanes(stage)};
}

/// Nothing where idle lanes are what the stage is bound by: their number has been told.
Said idle_lanes_of(const StageInVariant& of) {
  const StageFacts& stage = of.stage;
  if (of.bound == Bottleneck::divergence) return std::nullopt;
  if (stage.profiled) {
    const auto lanes = stage.profiled->metric("active_lanes");
    return lanes ? idle(stage, *lanes, "an instruction (profile)") : std::nullopt;
  }
  if (!stage.counted) return std::nullopt;
  const auto lanes = stage.counted->lanes_per_run();
  if (!lanes) return std::nullopt;
  const std::string what =
      fmt::format("a run of straight-line code {}", counted_text(*stage.counted));
  return idle(stage, *lanes, what);
}

/// Where the accesses of one kind are a part of all that is worth telling.
Said scattered(const StageFacts& stage, const AccessCounts StageCounts::*kind, const char* what) {
  if (!stage.counted) return std::nullopt;
  const AccessCounts& accesses = (*stage.counted).*kind;
  const double all = stage.counted->loads.sectors + stage.counted->stores.sectors;
  const auto used = accesses.used();
  if (!used || *used >= scattered_share || accesses.sectors < scattered_part * all)
    return std::nullopt;
  return Remark{fmt::format("{} of {} use {} of the 32-byte sectors that they touch {}", what,
                            stage.stage, percent_text(*used), counted_text(*stage.counted)),
                ""};
}

Said scattered_loads(const StageInVariant& of) {
  return scattered(of.stage, &StageCounts::loads, "loads");
}

Said scattered_stores(const StageInVariant& of) {
  return scattered(of.stage, &StageCounts::stores, "stores");
}

/// Sectors that a build of a list writes, and the entries in them.
struct Written {
  double sectors;
  double entries;
  const char* source;
};

std::optional<Written> written_by(const StageFacts& stage) {
  if (stage.profiled && stage.work.accepted_pairs) {
    if (const auto sectors = stage.profiled->metric("global_store_sectors"))
      return Written{*sectors, *stage.work.accepted_pairs, "profile"};
  }
  if (stage.counted && stage.counted->accepted_pairs)
    return Written{stage.counted->stores.sectors, *stage.counted->accepted_pairs, "counted"};
  return std::nullopt;
}

Said sparse_entries(const StageInVariant& of) {
  const auto written = of.stage.stage == "list" ? written_by(of.stage) : std::nullopt;
  if (!written || written->sectors <= 0) return std::nullopt;
  const double entries = written->entries / written->sectors;
  if (entries >= few_entries) return std::nullopt;
  return Remark{fmt::format("list writes a sector of 32 bytes for every {:.1f} entries ({})",
                            entries, written->source),
                "formats in chunks write more entries a sector"};
}

Said spilled(const StageInVariant& of) {
  const StageFacts& stage = of.stage;
  std::uint64_t most = 0;
  for (const KernelFacts& kernel : stage.kernels)
    most = std::max(most, kernel.resources.spill_bytes.value_or(0));
  if (most == 0) return std::nullopt;
  return Remark{fmt::format("{} spills {} bytes of registers a thread", stage.stage, most),
                fmt::format("fewer values held at once in {} would end the spills", stage.stage)};
}

/// The kernel of a stage of which a multiprocessor holds least.
const KernelFacts* least_resident(const StageFacts& stage) {
  const KernelFacts* least = nullptr;
  for (const KernelFacts& kernel : stage.kernels) {
    if (!kernel.residency) continue;
    if (least == nullptr || kernel.residency->occupancy() < least->residency->occupancy())
      least = &kernel;
  }
  return least;
}

std::string remedy_of(const KernelFacts& kernel, const std::string& stage) {
  const Residency& residency = *kernel.residency;
  if (residency.roomier_registers) {
    return fmt::format("with {} registers a thread in place of {} more warps of {} would fit",
                       *residency.roomier_registers, *kernel.resources.registers, stage);
  }
  if (residency.limited_by == std::vector<std::string>{"shared memory"}) {
    return fmt::format("less shared memory than {} bytes a block would let more warps of {} fit",
                       grouped(static_cast<double>(*kernel.resources.shared_bytes)), stage);
  }
  return "";
}

/// Where a part of the device is busy, more warps wait for it.
bool more_warps_could_help(Bottleneck bound) {
  return bound == Bottleneck::latency || bound == Bottleneck::unknown;
}

Said few_warps(const StageInVariant& of) {
  const StageFacts& stage = of.stage;
  const KernelFacts* kernel = least_resident(stage);
  if (kernel == nullptr || kernel->residency->occupancy() >= low_occupancy) return std::nullopt;
  const Residency& residency = *kernel->residency;
  return Remark{
      fmt::format("a multiprocessor holds {} of {} warps of {}, limited by {}", residency.warps,
                  residency.most_warps, stage.stage, fmt::join(residency.limited_by, " and ")),
      more_warps_could_help(of.bound) ? remedy_of(*kernel, stage.stage) : ""};
}

constexpr std::array rules_of_stages = {StageRule{"many-tests", many_tests},
                                        StageRule{"idle-lanes", idle_lanes_of},
                                        StageRule{"scattered-loads", scattered_loads},
                                        StageRule{"scattered-stores", scattered_stores},
                                        StageRule{"sparse-entries", sparse_entries},
                                        StageRule{"spills", spilled},
                                        StageRule{"few-warps", few_warps}};

}  // namespace

std::span<const StageRule> stage_rules() {
  return rules_of_stages;
}

}  // namespace sphlab
