// Runs a campaign: measures everything that a suite asks for on one device, and makes records of
// it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaigns/contender.hpp"
#include "harness/campaigns/kept_section.hpp"
#include "harness/campaigns/later_state.hpp"
#include "harness/campaigns/time_budget.hpp"
#include "harness/packs/pack_library.hpp"
#include "harness/records/record.hpp"
#include "harness/records/recording_setup.hpp"
#include "harness/runtimes/runtime.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Functions by which a campaign reports to its caller and asks it, all from the caller's thread.
struct CampaignCallbacks {
  std::function<void(const Record&)> on_record;  ///< a finished record
  /// Whether a record of the same requested_id() is there already: leave it out.
  std::function<bool(const Record&)> is_done;
  std::function<void(double fraction, const std::string& what)> on_progress;
  std::function<void(const std::string&)> on_message;  ///< worth a line to the user
  std::function<void(std::size_t)> on_duel = {};       ///< duel k of several begins
  /// Receives all samples so far of a scenario in a state, whenever its contenders have finished
  /// another block. Not called in a duel.
  std::function<void(KeptSection)> on_block = {};
  std::function<void()> on_section_end = {};  ///< the records of the last on_block() are written
  /// Returns what on_block() of an earlier session has received last, behind which the campaign
  /// goes on. Called once.
  std::function<std::optional<KeptSection>()> kept = {};
};

/// Which part of a suite to run.
struct CampaignSelection {
  std::vector<std::string> toolchains;  ///< patterns; empty: all
  /// Tunings of the candidate of a duel, which is repeated in each state for each of them. Empty: a
  /// single duel, of one tuning.
  std::vector<Tunings> duels = {};
  /// Wall time of a campaign that is no duel; nullptr: unlimited. Outlives it.
  TimeBudget* budget = nullptr;
};

/// Time of a campaign by phases [s].
struct CampaignPhases {
  double tuning = 0;     ///< making the variants, and sweeping their tuning
  double advancing = 0;  ///< stepping to later states
  double verifying = 0;  ///< against the oracle, and counting missed pairs
  double ordering = 0;   ///< steps of variants into their own order
  double sampling = 0;
  double verifying_again = 0;  ///< behind the samples
};

/// The outcome of a campaign: its records, and what it has left out.
struct CampaignOutcome {
  std::uint64_t records = 0;
  std::uint64_t invalid_records = 0;  ///< variants that did not pass verification, or failed
  std::uint64_t refused_records = 0;  ///< variants that cannot serve a case, and say so
  std::uint64_t skipped_records = 0;  ///< done before
  bool interrupted = false;           ///< by a request to stop (harness/interrupt.hpp)
  /// Scenarios in a state for which the budget had no time: they have no records of this campaign.
  std::vector<std::string> out_of_budget = {};
  double seconds_left = 0;  ///< that those would take [s]
  CampaignPhases phases;
};

/// Setup for the records of a campaign: the build, the machine and, on the host, its OpenMP
/// runtimes. Throws as run_campaign().
RecordingSetup setup_of_campaign(const Suite& suite, const Runtime& runtime,
                                 const std::vector<LoadedPack>& packs,
                                 const CampaignSelection& selection);

/// Runs `suite`: for each scenario and each of its states, every variant of every pack that can run
/// it is tuned, verified against the oracle, and measured in shuffled ABBA blocks in one process,
/// on the same particles. A variant that does not pass, overflows its list, diverges or fails on
/// the device is recorded as invalid, with the reason and without samples; so are all of them in a
/// state that none reaches. A request to stop ends it within a block; the blocks before it
/// are told to on_block().
///
/// Blocks that an earlier session has kept count as measured, where they are of the same particles
/// and of all contenders that are left, with the tuning that they were taken with: a block is
/// never of two sessions, and so no comparison within it is. Each contender is verified anew.
///
/// A budget of time is asked between turns. It ends blocks, and the other samples, of all
/// contenders alike, and tells so to on_message(). A scenario in a state for which it lacks the
/// time for the blocks that an interval needs (fewest_blocks) has no records; behind these blocks
/// records are made of it, however late it is.
///
/// Packs of two sides make it a duel: both sides of a variant work in the same buffers with the
/// base's tuning, and their turns follow each other directly. What is verified is the candidate
/// with the tuning of the base.
///
/// @param packs loaded; those of other runtimes are left out; of a duel, the base's come first.
/// @param scenario_directories to search.
/// @param later_states of earlier campaigns on this device, which it measures from where it asks
/// for the same, and adds to. Throws Error: bad_input for a scenario, not_available for a toolchain
/// that the suite names and that is absent, a strategy that no pack has, or a tuning of a duel that
/// cannot be had, out_of_memory; DeviceError when the device is lost.
CampaignOutcome run_campaign(const Suite& suite, Runtime& runtime,
                             const std::vector<LoadedPack>& packs,
                             const std::vector<std::filesystem::path>& scenario_directories,
                             const CampaignSelection& selection, const CampaignCallbacks& callbacks,
                             LaterStates& later_states);

}  // namespace sphlab
