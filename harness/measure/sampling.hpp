// Takes samples inside the running loop, and of stages alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/record.hpp"
#include "harness/stepping/system.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Numbers every sample of a session, in the order in which they are taken.
class SampleCounter {
 public:
  std::uint64_t next() { return next_++; }
  /// The number of the next sample.
  std::uint64_t position() const { return next_; }
  /// Continues behind the samples of an earlier session.
  void go_on_at(std::uint64_t number) { next_ = std::max(next_, number); }

 private:
  std::uint64_t next_ = 0;
};

/// Calls of a stage that follow each other without waiting: a sample is the time of all of them,
/// divided by their number.
struct AsynchronousSamples {
  std::uint32_t calls = 0;  ///< of one sample, the same for all
  Record::Samples samples;
};

/// Runs of many steps without waiting in between: a sample is the time of a run, divided by the
/// number of its steps.
struct RunSamples {
  std::uint64_t steps = 0;  ///< of one run, the same for all
  Record::Samples samples;
};

/// The samples of one contender in one state.
struct ContenderSamples {
  Record::Samples step;  ///< seconds of a step, its share of a sample
  /// In the loop, one invocation, less the cost of a mark: below zero where that is more.
  std::map<std::string, Record::Samples> stages;
  std::map<std::string, Record::Samples> flushed;           ///< alone, cache evicted
  std::map<std::string, Record::Samples> warm;              ///< alone, right after itself
  std::map<std::string, AsynchronousSamples> asynchronous;  ///< alone, many calls together
  Record::EnergySamples energy;  ///< of runs between ticks of the energy counter
  RunSamples runs;               ///< whole runs, without events between their stages
  Record::Load load;             ///< of the blocks of `step` and `stages`
  Record::Load load_alone;       ///< of those of `flushed` and `warm`
  Record::Load load_of_calls;    ///< of those of `asynchronous`
  Record::Load load_of_runs;     ///< of those of `runs`
  double mark_cost = 0;          ///< subtracted from each sample of `stages` [s]
  double device_seconds = 0;     ///< of the measured cycles
  double wall_seconds = 0;       ///< of the same, as the host saw them
  /// Cycles of a sample where displacements end a list, see cycles_of_whole_periods(); 0: not
  /// known yet.
  std::uint64_t cycles_of_periods = 0;
  std::uint64_t steps_done = 0;  ///< in the measured cycles
  std::uint64_t rebuilds = 0;    ///< in the same
  Repetition repetition{};       ///< of passes that are repeated: counted in the same
};

/// Takes one interleaved block: begins at the start, warms up, then measures whole cycles, and
/// after them instrumented ones (a quarter as many, at least two). A cycle is a sample; where
/// displacements demand the rebuilds, whole periods between rebuilds from the start on are one.
/// Throws CapacityExceeded, Diverged where particles have left the grid by its end, DeviceError,
/// Interrupted.
void sample_block(Runtime& runtime, System& system, const Start& start,
                  const MeasuringPolicy& policy, std::uint64_t block, SampleCounter& counter,
                  ContenderSamples& samples);

/// sample_block() without instrumented cycles: steps alone, in less time.
void sample_steps(Runtime& runtime, System& system, const Start& start,
                  const MeasuringPolicy& policy, std::uint64_t block, SampleCounter& counter,
                  ContenderSamples& samples);

/// Times one run of the policy's `run_steps`, in whole cycles, from the start on as one sample.
/// Throws as sample_block().
void sample_run(Runtime& runtime, System& system, const Start& start, const MeasuringPolicy& policy,
                std::uint64_t round, SampleCounter& counter, ContenderSamples& samples);

/// Times one invocation of a stage alone [s]. Work before it keeps the device busy while the host
/// enqueues, so that launch latency stays out. Needs a rebuilt system.
/// @param flush evicts the cache just before; otherwise the stage has just run.
double sample_stage(Runtime& runtime, System& system, const std::string& stage, bool flush);

/// Times `calls` invocations of a stage alone, enqueued without waiting in between, as paper C does
/// (7.1), and returns the seconds of one. It has just run when they begin. Where the device is done
/// with a call before the host has enqueued the next, this is the time of enqueuing. Needs a
/// rebuilt system. @param calls at least 1.
double sample_calls(Runtime& runtime, System& system, const std::string& stage,
                    std::uint32_t calls);

/// Number of calls of `seconds` each in a sample of asynchronous calls: as many as the policy asks
/// for, fewer where they would take longer than it allows, one at least.
std::uint32_t calls_of_a_sample(const MeasuringPolicy& policy, double seconds);

/// Takes a sample of asynchronous calls of every stage that the policy measures alone. The first
/// sample of a stage is preceded by one of a single call, which tells how many calls a sample can
/// have.
void sample_asynchronous_round(Runtime& runtime, System& system, const MeasuringPolicy& policy,
                               std::uint64_t round, SampleCounter& counter,
                               ContenderSamples& samples);

/// Takes a sample of every stage that the policy measures alone, in every cache state that it asks
/// for.
void sample_isolated_round(Runtime& runtime, System& system, const MeasuringPolicy& policy,
                           std::uint64_t round, SampleCounter& counter, ContenderSamples& samples);

}  // namespace sphlab
