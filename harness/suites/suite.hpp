// A suite: scenarios x variants x toolchains with a measuring policy, read from a JSON file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/error.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

/// State of the last-level cache in which a sample is taken.
enum class CacheMode { loop, flushed, warm };

/// The name that records use: "loop", "flushed", "warm".
const char* cache_mode_name(CacheMode mode);

/// Policy by which variants are measured. Defaults are those of a suite that names none.
struct MeasuringPolicy {
  std::uint32_t warmup_cycles = 2;  ///< cycles (or isolated invocations) discarded before a block
  std::uint32_t cycles_per_block = 10;  ///< cycles measured in one interleaved block
  std::uint32_t blocks = 6;             ///< most blocks per variant
  std::uint32_t isolated_samples = 20;  ///< samples of each stage, flushed and warm; 0: none
  /// Calls of a stage alone that follow each other without waiting, timed together (paper C, 7.1:
  /// 200). 0: none.
  std::uint32_t asynchronous_calls = 0;
  std::uint32_t asynchronous_samples = 5;  ///< how often so many calls are timed
  double asynchronous_seconds = 0.1;       ///< as few calls as fit into this [s], but one at least
  /// Steps of a whole run, timed together from the state on, as paper A's 1000 iterations are. 0:
  /// none.
  std::uint32_t run_steps = 0;
  std::uint32_t run_samples = 2;  ///< how often such a run is timed
  /// Seconds of a run whose energy is counted, see docs/energy.md. 0: none.
  double energy_seconds = 0;
  std::uint32_t energy_runs = 6;       ///< such runs, two at least
  std::set<std::string> stages_alone;  ///< stages that are measured alone; empty: all
  /// Stages of the loop that get a record each; empty: all. All are timed, and the step that they
  /// make up is always recorded.
  std::set<std::string> stages_recorded;
  /// Measuring stops before `blocks` once (p95 - p05) / median of the step falls to this.
  /// 0: never early.
  double stop_relative_spread = 0;
  std::set<CacheMode> cache = {CacheMode::loop, CacheMode::flushed, CacheMode::warm};
  std::uint64_t seed = 1;  ///< of the shuffled order of blocks
  /// Whether every block has its arrays elsewhere in memory. Where they lie can make a difference
  /// of several per cent, the same in all blocks of a run that stays in one place. In a duel the
  /// two sides share their arrays and stay.
  bool relocate = false;
  std::optional<std::uint32_t> rebuild_interval;  ///< replaces the scenario's list_interval
};

/// A particle state to measure from, reached after so many steps or at so much simulated time.
struct SuiteState {
  std::uint64_t step = 0;      ///< steps done before measuring, where no time is given
  std::optional<double> time;  ///< simulated, in units of Scenario::wave_time; above zero

  /// Its name in records: "initial", "step-500" or "t1.5".
  std::string label() const;
};

/// One scenario at one resolution.
struct SuiteScenario {
  std::string scenario;                      ///< a name or a path, for find_scenario
  std::map<std::string, double> parameters;  ///< overrides, for load_scenario
  /// At least one state: those at a step in ascending order, then those at a time.
  std::vector<SuiteState> states;
  MeasuringPolicy policy;  ///< the suite's, with this scenario's changes
};

/// A variant, the stages whose tuning is swept, and where it runs.
struct SuiteVariant {
  Variant variant;              ///< tuning holds the values that the suite fixes
  std::set<std::string> swept;  ///< stages whose tuning combinations are all tried, the best kept
  std::string runtime;          ///< "host", "cuda", "hip", or "" for any
  std::vector<std::string> toolchains;  ///< patterns, as in Suite; empty: all of the suite's
  std::vector<std::string> physics;     ///< pair physics that it is meant for; empty: any

  /// Whether the variant is meant for a pack of this runtime and toolchain.
  bool applies_to(const std::string& pack_runtime, const std::string& toolchain) const;

  /// Whether the variant is meant for scenarios of this pair physics.
  bool is_for(const std::string& scenario_physics) const;
};

/// A suite: what to run, and how to measure it. Names are not checked here: whether a scenario,
/// toolchain or strategy exists is for whoever holds the packs to say.
struct Suite {
  std::string name;
  std::string description;
  std::string device;                   ///< "cuda", "hip", "host" or "any"
  std::vector<std::string> toolchains;  ///< names, or patterns such as "cpu-*"; empty: all
  std::vector<SuiteScenario> scenarios;
  std::vector<SuiteVariant> variants;  ///< the file's, with its rebuild policies: with_policies()
  MeasuringPolicy policy;
  std::vector<std::string> notes = {};  ///< what was made of it, worth a line to the user
  bool recorded = false;  ///< whether `sphlab record` measures it on a device that it is meant for

  /// Whether the host computes stages of a variant whatever the device is.
  bool works_on_host() const;
};

/// Reads and checks `file`. Throws InputError that names the file, the key and the remedy.
/// @param policies of rebuilds, in place of all that the file names, where there are any.
Suite load_suite(const std::filesystem::path& file,
                 const std::vector<RebuildPolicy>& policies = {});

/// Finds `name` (a path to a file, or a name without .json) in `directories`.
/// Throws InputError that names the nearest suite when there is none.
std::filesystem::path find_suite(const std::string& name,
                                 const std::vector<std::filesystem::path>& directories);

/// Each variant with each of `policies`; as it is where it has one of its own, or there are none.
std::vector<SuiteVariant> with_policies(const std::vector<SuiteVariant>& variants,
                                        const std::vector<RebuildPolicy>& policies);

/// Whether `toolchain` matches one of `patterns`, as a shell matches file names. Empty: all do.
bool toolchain_selected(const std::vector<std::string>& patterns, const std::string& toolchain);

}  // namespace sphlab
