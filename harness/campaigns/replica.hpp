// Makes the simulation of a record again: its scenario, its state, and its variant with the tuning.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/records/record.hpp"
#include "harness/stepping/saved_state.hpp"

namespace sphlab {

/// The variant of a record, every tuning value as it was in use, swept ones included.
Variant recorded_variant(const Record& record);

/// The scenario of a record. Throws InputError that names the record when the scenario's file no
/// longer describes what was measured; as find_scenario and load_scenario do.
Scenario recorded_scenario(const Record& record,
                           const std::vector<std::filesystem::path>& scenario_directories);

/// Makes simulations of records, in a file's order. Those of neighbouring records share scenario
/// and state where they agree, since millions of particles take seconds to create.
class ReplicaMaker {
 public:
  ReplicaMaker(Runtime& runtime, std::vector<std::filesystem::path> scenario_directories);

  /// A simulation of what `record` was taken of, in its state, right after a rebuild and a force
  /// pass: ready for its stages to run alone. It is the maker's, and lasts until the next call.
  ///
  /// A later state is reached with the variant of the first record that needs it, as the campaign
  /// reached it with its first: its particles are as disordered, and not in the same places. They
  /// are in an order of the record's own, as in the campaign.
  /// @param pack of the record's toolchain. Throws as recorded_scenario and Simulation do,
  /// CapacityExceeded.
  Simulation& make(const Record& record, const LoadedPack& pack);

 private:
  void load_scenario_of(const Record& record);
  void reach_state_of(const Record& record);

  Runtime& runtime_;
  std::vector<std::filesystem::path> scenario_directories_;
  std::string scenario_key_, simulation_key_;
  std::optional<Scenario> scenario_;
  std::vector<SavedState> states_;  ///< of the scenario
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace sphlab
