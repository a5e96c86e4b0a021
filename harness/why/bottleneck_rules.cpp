#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "harness/why/rules.hpp"

namespace sphlab {
namespace {

using Evidence = std::optional<std::string>;

constexpr double percent = 100;
/// Counted requests of another compiler may be some more than the device's.
constexpr double most_counted = 1.1;

/// A share of a part of the device, 0 to 1, by a profiler's counter in per cent.
std::optional<double> profiled_share(const StageFacts& stage, const char* metric) {
  if (!stage.profiled) return std::nullopt;
  const auto value = stage.profiled->metric(metric);
  return value ? std::optional(*value / percent) : std::nullopt;
}

bool is_busy(const std::optional<double>& share) {
  return share && *share >= busy_share;
}

/// Within what a limit can be reached to: above 1 the work did not meet it.
bool is_busy_limit(const std::optional<double>& reach) {
  return is_busy(reach) && *reach <= 1;
}

Evidence told(const char* what, const std::optional<double>& share, const char* source) {
  return fmt::format("{} {:.0f} % {}", what, percent * share.value_or(0), source);
}

/// What its multiprocessors are busy with is then no limit: those without a block idle.
Evidence profiled_not_full(const StageFacts& stage) {
  const auto waves = stage.profiled ? stage.profiled->metric("waves") : std::nullopt;
  if (!waves || *waves >= full_device) return std::nullopt;
  return fmt::format(
      "its blocks fill {:.0f} % of the device (profile), too few to hide what each of them waits "
      "for",
      percent * *waves);
}

Evidence profiled_memory(const StageFacts& stage) {
  const auto memory = profiled_share(stage, "dram_throughput");
  if (!is_busy(memory)) return std::nullopt;
  return told("the device's memory is", memory, "busy (profile)");
}

Evidence profiled_l1(const StageFacts& stage) {
  const auto pipe = profiled_share(stage, "lsu_wavefronts_busy");
  if (!is_busy(pipe) || *pipe < profiled_share(stage, "issue_slots_busy").value_or(0))
    return std::nullopt;
  return told("the data pipe of first cache and shared memory is", pipe, "busy (profile)");
}

Evidence profiled_divergence(const StageFacts& stage) {
  const auto issue = profiled_share(stage, "issue_slots_busy");
  if (!is_busy(issue)) return std::nullopt;
  const auto lanes = stage.profiled->metric("active_lanes");
  if (!lanes || *lanes >= mostly_idle_lanes) return std::nullopt;
  return fmt::format(
      "{:.0f} % of the issue slots are busy, with instructions in which {:.1f} of 32 lanes work "
      "(profile)",
      percent * *issue, *lanes);
}

Evidence profiled_issue(const StageFacts& stage) {
  const auto issue = profiled_share(stage, "issue_slots_busy");
  if (!is_busy(issue)) return std::nullopt;
  return fmt::format("{:.0f} % of the issue slots are busy (profile)", percent * *issue);
}

Evidence profiled_arithmetic(const StageFacts& stage) {
  const auto pipes = profiled_share(stage, "compute_throughput");
  if (!is_busy(pipes)) return std::nullopt;
  return told("the busiest pipe of the multiprocessors is", pipes, "busy (profile)");
}

/// Whether the busiest unit of memory is neither the memory itself nor the pipe of the first cache,
/// which have counters of their own.
bool is_between(const StageFacts& stage, double busiest) {
  constexpr double clearly = 0.02;
  return busiest > profiled_share(stage, "dram_throughput").value_or(0) + clearly &&
         busiest > profiled_share(stage, "lsu_wavefronts_busy").value_or(0) + clearly;
}

Evidence profiled_l2(const StageFacts& stage) {
  const auto unit = profiled_share(stage, "memory_throughput");
  if (!is_busy(unit) || !is_between(stage, *unit)) return std::nullopt;
  return told("a unit between first cache and memory is", unit, "busy (profile)");
}

struct BusyPart {
  const char* name;
  double share;
};

/// Nothing where the profile does not tell all of them.
std::optional<BusyPart> busiest_part(const StageFacts& stage) {
  constexpr std::array parts = {std::pair("compute_throughput", "a pipe of the multiprocessors"),
                                std::pair("issue_slots_busy", "the issue slots"),
                                std::pair("memory_throughput", "a unit of memory or caches")};
  BusyPart busiest{"", -1};
  for (const auto& [metric, name] : parts) {
    const auto share = profiled_share(stage, metric);
    if (!share) return std::nullopt;
    if (*share > busiest.share) busiest = {name, *share};
  }
  return busiest;
}

Evidence profiled_latency(const StageFacts& stage) {
  const auto busiest = busiest_part(stage);
  if (!busiest || busiest->share >= busy_share) return std::nullopt;
  return fmt::format("nothing is busy all the time, most of all {}, {:.0f} % (profile)",
                     busiest->name, percent * busiest->share);
}

Evidence declared_launch(const StageFacts& stage) {
  const auto launches = stage.reach_of("launch");
  if (!is_busy(launches)) return std::nullopt;
  return fmt::format("launching {} takes {:.0f} % of the time",
                     stage.kernels.size() == 1 ? "its kernel" : "its kernels",
                     percent * std::min(1.0, *launches));
}

Evidence declared_memory(const StageFacts& stage) {
  const auto copy = stage.reach_of("copy");
  if (!is_busy_limit(copy) || stage.fits_l2.value_or(true)) return std::nullopt;
  return told("its declared bytes take", copy,
              "of what the memory copies in that time, and are more than L2 holds");
}

/// What fits into L2 may lie there, and what is more than the memory copies did.
Evidence declared_beyond_l1(const StageFacts& stage) {
  const auto copy = stage.reach_of("copy");
  if (!is_busy(copy)) return std::nullopt;
  const char* const where = *copy > 1 ? "of what the memory copies in that time: L2 serves the rest"
                                      : "of what the memory copies in that time, and fit into L2";
  return told("its declared bytes are", copy, where);
}

Evidence declared_arithmetic(const StageFacts& stage) {
  const auto flops = stage.reach_of("fma");
  if (!is_busy_limit(flops)) return std::nullopt;
  return told("its declared FLOP take", flops, "of what the device computes in that time");
}

Evidence counted_l1(const StageFacts& stage) {
  if (!is_busy(stage.counted_pipe) || *stage.counted_pipe > most_counted) return std::nullopt;
  return told("its counted requests take", stage.counted_pipe,
              "of the turns of first cache and shared memory");
}

constexpr std::array rules = {
    BottleneckRule{"profiled-not-full", Bottleneck::latency, profiled_not_full},
    BottleneckRule{"profiled-memory", Bottleneck::memory, profiled_memory},
    BottleneckRule{"profiled-l1", Bottleneck::l1, profiled_l1},
    BottleneckRule{"profiled-divergence", Bottleneck::divergence, profiled_divergence},
    BottleneckRule{"profiled-issue", Bottleneck::issue, profiled_issue},
    BottleneckRule{"profiled-arithmetic", Bottleneck::arithmetic, profiled_arithmetic},
    BottleneckRule{"profiled-l2", Bottleneck::l2, profiled_l2},
    BottleneckRule{"profiled-latency", Bottleneck::latency, profiled_latency},
    BottleneckRule{"declared-launch", Bottleneck::launch, declared_launch},
    BottleneckRule{"declared-memory", Bottleneck::memory, declared_memory},
    BottleneckRule{"declared-beyond-l1", Bottleneck::beyond_l1, declared_beyond_l1},
    BottleneckRule{"declared-arithmetic", Bottleneck::arithmetic, declared_arithmetic},
    BottleneckRule{"counted-l1", Bottleneck::l1, counted_l1}};

constexpr std::array bound_names = {"not known", "memory",     "L2",         "L2/memory", "L1",
                                    "issue",     "arithmetic", "divergence", "latency",   "launch"};

}  // namespace

const char* name_of(Bottleneck bound) {
  return bound_names.at(static_cast<std::size_t>(bound));
}

std::span<const BottleneckRule> bottleneck_rules() {
  return rules;
}

}  // namespace sphlab
