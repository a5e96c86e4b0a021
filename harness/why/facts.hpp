// What is known of a variant and its stages, before anything is concluded. What is absent is not
// known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/limits_file.hpp"
#include "harness/records/record.hpp"
#include "harness/why/profiled_stage.hpp"
#include "harness/why/recorded_variant.hpp"
#include "harness/why/residency.hpp"
#include "harness/why/stage_counts.hpp"

namespace sphlab {

/// How much of a measured limit of the device a stage reaches: the least time that the limit leaves
/// its work, over its measured time. Above 1 where the work cannot all have met that limit.
struct Reach {
  std::string limit;  ///< "copy", "fma", "l1" or "launch" (kernels/abi/limit.hpp)
  double share = 0;   ///< 1: all of it
};

/// A kernel of a stage, and what a multiprocessor holds of it.
struct KernelFacts {
  Record::Kernel resources;
  std::optional<Residency> residency;
};

/// One stage of a step.
struct StageFacts {
  std::string stage;
  std::string strategy;          ///< "" where the record names none
  bool is_over_pairs = false;    ///< a pass or the list: its bytes are loads of pairs
  std::string series;            ///< what its time is of: "stage, loop", "kernel, warm", ...
  std::optional<double> call_s;  ///< median of one call; absent below what the timer tells apart
  double calls_per_step = 1;
  std::optional<double> share;  ///< of the measured step
  Record::Work work;            ///< of one call
  /// By declared work, those that apply to the stage: bytes of pairs are held against the first
  /// cache, those of other stages against the memory.
  std::vector<Reach> reaches;
  /// Declared bytes over what the memory copies in the time of a call: above 1, caches served the
  /// rest.
  std::optional<double> of_memory;
  std::optional<bool> fits_l2;  ///< whether the declared bytes of a call would all fit there
  std::vector<KernelFacts> kernels;
  std::optional<StageCounts> counted;  ///< by the host executor, scaled to the work of the record
  std::optional<double> counted_pipe;  ///< share of the time that the pipe of first cache and
                                       ///< shared memory needs at least, by what was counted
  std::optional<ProfiledStage> profiled;

  /// Seconds of a step; nothing of a stage that was not called.
  std::optional<double> step_s() const {
    return call_s && calls_per_step > 0 ? std::optional(*call_s * calls_per_step) : std::nullopt;
  }
  /// Pairs that one call looks at: the candidates, or those of a list that is read.
  std::optional<double> looked_at() const {
    return work.candidate_pairs ? work.candidate_pairs : work.accepted_pairs;
  }
  /// Of `limit`; nothing where its work or the limit is not known.
  std::optional<double> reach_of(const std::string& limit) const;
};

/// A neighbour list of the variant.
struct ListFacts {
  std::string format;
  std::uint64_t bytes = 0;
  std::optional<double> used;  ///< share of its entries that are neighbours; the rest is room
};

/// A variant, all of it in one state.
struct VariantFacts {
  RecordedVariant recorded;
  std::optional<double> step_s;          ///< median
  std::vector<StageFacts> stages;        ///< in the order of execution
  std::optional<ListFacts> list;         ///< absent without one
  std::optional<double> rebuild_share;   ///< of the step: what runs with the list
  std::optional<double> relative_clock;  ///< median clock of the samples over the device's highest
  std::optional<double> fills;           ///< particles over the threads that the device holds
  std::vector<std::string> left_out;     ///< why facts that are there were left out: sentences
};

/// Where the facts that no record holds come from.
struct FactSources {
  std::optional<LimitRates> limits;
  std::map<std::string, ProfiledStage> profiles;  ///< by the id of the record
  std::vector<StageCounts> counts;
  std::vector<std::string> left_out;  ///< why some that are there were left out: sentences
};

/// Gathers what is known of a variant. Throws InputError where the limits are another device's.
VariantFacts facts_of(const RecordedVariant& recorded, const FactSources& sources);

}  // namespace sphlab
