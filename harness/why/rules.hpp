// The rules by which facts become a diagnosis. docs/why.md tells them and their thresholds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "harness/why/facts.hpp"

namespace sphlab {

/// What a stage waits for.
enum class Bottleneck : std::uint8_t {
  unknown,
  memory,      ///< of the device
  l2,          ///< cache
  beyond_l1,   ///< L2 and memory together: no limit of L2 is measured that would part them
  l1,          ///< the pipe of first cache and shared memory
  issue,       ///< of instructions
  arithmetic,  ///< pipes
  divergence,  ///< issue of instructions that most lanes have no part in
  latency,     ///< nothing is busy: too few warps, or chains of operations that wait for each other
  launch       ///< of kernels
};

/// "memory", "L2", "L1", ... as tables and documents have it.
const char* name_of(Bottleneck bound);

/// From this share of its peak on a part of the device is what a stage waits for. Below it in all
/// parts, it waits for latency: Nsight Compute's guide draws the line there.
inline constexpr double busy_share = 0.60;
/// Blocks of a launch over those that the device holds at once, below which it is not full.
inline constexpr double full_device = 0.9;
/// Below so many active lanes of 32 an instruction more of its lanes idle than work.
inline constexpr double mostly_idle_lanes = 16;
/// Below so many a quarter idles: worth a remark.
inline constexpr double idle_lanes = 24;
/// Candidates tested for a pair in reach, from which on tests are worth a remark.
inline constexpr double many_candidates = 2;
/// Share of the bytes of touched sectors that is asked for, below which accesses are scattered.
inline constexpr double scattered_share = 0.5;
/// Entries in a written sector, of which 8 or 16 fit, below which a build of a list is told of.
inline constexpr double few_entries = 2;
/// Part of all sectors that accesses of one kind must have for that.
inline constexpr double scattered_part = 0.25;
/// Resident warps over those possible, below which occupancy is worth a remark.
inline constexpr double low_occupancy = 0.5;
/// Share of a step, from which on the rebuilds are worth a remark.
inline constexpr double high_rebuild_share = 0.25;
/// Share of a list's entries that are neighbours, below which its room is worth a remark.
inline constexpr double low_list_use = 0.5;
/// Share of a step that the sum of its stages misses, from which on gaps are worth a remark.
inline constexpr double high_gap = 0.05;
/// Clock over the device's highest, below which it is worth a remark.
inline constexpr double low_clock = 0.95;

/// Tells what a stage is bound by.
struct BottleneckRule {
  const char* name;
  Bottleneck bound;
  /// The number that says so, as "86 % of the issue slots are busy"; nothing where it does not.
  std::optional<std::string> (*evidence)(const StageFacts& stage);
};

/// In the order in which they are asked: the first that fires decides. What a profiler has counted
/// comes before what follows from declared work, and this before what the host has counted.
std::span<const BottleneckRule> bottleneck_rules();

/// What is worth saying beside that, and what could be changed where a fact supports it.
struct Remark {
  std::string text;    ///< a sentence without its end
  std::string remedy;  ///< likewise; "" where no fact supports one
};

/// What a remark on a stage is made of.
struct StageInVariant {
  const StageFacts& stage;
  const VariantFacts& variant;
  Bottleneck bound;  ///< that was found of the stage
};

struct StageRule {
  const char* name;
  std::optional<Remark> (*remark)(const StageInVariant& of);
};
std::span<const StageRule> stage_rules();

struct VariantRule {
  const char* name;
  std::optional<Remark> (*remark)(const VariantFacts& variant);
};
std::span<const VariantRule> variant_rules();

}  // namespace sphlab
