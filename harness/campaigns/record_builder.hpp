// Turns a contender's samples into records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/campaigns/contender.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/turns.hpp"
#include "harness/records/record.hpp"
#include "harness/records/recording_setup.hpp"

namespace sphlab {

/// Why there are fewer samples than the policy asks for.
inline constexpr const char* used_up_reason = "the budget was used up";

/// Content that all records of one campaign, scenario and state share.
struct RecordContext {
  std::string suite;
  RecordingSetup setup;
  const Scenario* scenario = nullptr;
  const SavedState* state = nullptr;
  std::string state_hash;
  MeasuringPolicy policy;
  std::uint64_t blocks_done = 0;
  std::string stop_reason;
  RoundsDone rounds_done = {};                        ///< of samples, which a budget may have ended
  std::optional<EnergySource> energy = std::nullopt;  ///< where energy is asked for
  std::optional<Record::CarryOver> carry_over = std::nullopt;
};

/// Describes this build on this machine for records: the runtime's device and, on the host, the
/// OpenMP settings of the packs that run. Throws as openmp_in_use().
RecordingSetup present_setup(const Runtime& runtime, const std::vector<const LoadedPack*>& packs);

/// Describes a pack's compiler for records.
Record::Toolchain toolchain_of(const KernelPack& pack);

/// Describes a scenario for records, in no state yet.
Record::ScenarioUsed scenario_used(const Scenario& scenario);

/// 16 hex digits over the particle arrays.
std::string hash_of_state(const ParticleState& state);

/// The first of build_records() before a sample is taken: its requested_id() is that of the record.
Record unsampled_step_record(const Contender& contender, const RecordContext& context);

/// All records of a contender in a state, in a fixed order: the step, the whole runs, and of each
/// stage those in the loop and alone. Of one that is invalid: the step only, without samples.
std::vector<Record> build_records(const Contender& contender, const RecordContext& context);

}  // namespace sphlab
