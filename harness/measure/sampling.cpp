#include "harness/measure/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/interrupt.hpp"
#include "harness/measure/stopwatch.hpp"
#include "harness/measure/whole_periods.hpp"

namespace sphlab {
namespace {

void add(Record::Samples& samples, double seconds, std::optional<double> clock, std::uint64_t order,
         std::uint64_t block) {
  samples.time_s.push_back(seconds);
  samples.clock_mhz.push_back(clock);
  samples.order.push_back(order);
  samples.block.push_back(block);
}

/// Counts what was repeated between two moments.
void add(Repetition& counted, const Repetition& before, const Repetition& now) {
  counted.evaluations += now.evaluations - before.evaluations;
  counted.total_times += now.total_times - before.total_times;
  counted.not_converged += now.not_converged - before.not_converged;
  counted.last_error = now.last_error;
}

/// @param count samples to take. @param cycles of each.
void sample_cycles(Runtime& runtime, System& system, std::uint32_t count, std::uint32_t cycles,
                   std::uint64_t block, SampleCounter& counter, ContenderSamples& samples) {
  std::vector<Stopwatch> watches;
  for (std::uint32_t k = 0; k < count; ++k) watches.emplace_back(runtime);
  std::vector<std::optional<double>> clocks(count);
  const RunCounts before = system.counts();
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t k = 0; k < count; ++k) {
    watches[k].start();
    system.run_cycles(cycles);
    watches[k].stop();
    clocks[k] = clock_now(runtime);  // while the device works
  }
  runtime.synchronize();
  samples.wall_seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const RunCounts now = system.counts();
  samples.rebuilds += now.rebuilds - before.rebuilds;
  add(samples.repetition, before.repetition, now.repetition);
  const std::uint64_t steps = std::uint64_t{cycles} * system.steps_per_cycle();
  samples.steps_done += count * steps;
  for (std::uint32_t k = 0; k < count; ++k) {
    const double seconds = watches[k].seconds();
    samples.device_seconds += seconds;
    add(samples.step, seconds / static_cast<double>(steps), clocks[k], counter.next(), block);
  }
}

void sample_stages(Runtime& runtime, System& system, std::uint32_t cycles, std::uint64_t block,
                   SampleCounter& counter, ContenderSamples& samples) {
  for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
    stop_if_requested();
    const std::vector<StageSample> stages = system.instrumented_cycle();
    const std::optional<double> clock = clock_now(runtime);
    for (const StageSample& sample : stages) {
      add(samples.stages[sample.stage], sample.seconds - samples.mark_cost, clock, counter.next(),
          block);
    }
  }
}

/// Stages of the system that the policy measures alone: none of one that is split between host and
/// device, since the device's events do not tell how long the host works.
std::vector<std::string> stages_alone(const System& system, const MeasuringPolicy& policy) {
  std::vector<std::string> stages;
  if (system.schedule().is_split()) return stages;
  for (const auto& [stage, calls] : system.stage_counts()) {
    if (policy.stages_alone.empty() || policy.stages_alone.contains(stage)) stages.push_back(stage);
  }
  return stages;
}

/// Cycles of about a second, after which the host waits and checks for a request to stop, at next
/// to no cost.
/// @param steps as blocks have timed them.
std::uint64_t cycles_of_a_second(const Record::Samples& steps, std::uint32_t steps_per_cycle) {
  const auto longest = std::max_element(steps.time_s.begin(), steps.time_s.end());
  if (longest == steps.time_s.end()) return 1;
  return static_cast<std::uint64_t>(std::max(1.0, 1 / (*longest * steps_per_cycle)));
}

/// Seconds of a cycle beside which the longer first launch of a graph does not show.
constexpr double long_cycle = 0.02;

/// Launches the instrumented graphs of both copies once before they are timed, unless cycles are
/// long enough to hide what that takes.
void warm_instrumented(System& system, const ContenderSamples& samples) {
  if (samples.step.time_s.back() * system.steps_per_cycle() > long_cycle) return;
  system.instrumented_cycle();
  system.instrumented_cycle();
}

/// Takes whole periods between rebuilds on demand as one sample: cycles with a rebuild and those
/// without are two populations, whose median would hide the smaller one; a period has its share of
/// a rebuild. Warmed up, the block begins at the state again.
void sample_whole_periods(Runtime& runtime, System& system, const Start& start,
                          const MeasuringPolicy& policy, std::uint64_t block,
                          SampleCounter& counter, ContenderSamples& samples) {
  std::uint64_t& cycles = samples.cycles_of_periods;
  if (cycles == 0) {
    cycles = cycles_of_whole_periods(system, start, policy);
  } else {
    system.run_cycles(std::max(2u, policy.warmup_cycles));
  }
  start();
  runtime.synchronize();
  sample_cycles(runtime, system, 1, static_cast<std::uint32_t>(cycles), block, counter, samples);
}

/// Samples the cycles of a block, from the state that was restored.
void warm_up_and_sample_cycles(Runtime& runtime, System& system, const Start& start,
                               const MeasuringPolicy& policy, std::uint64_t block,
                               SampleCounter& counter, ContenderSamples& samples) {
  if (system.schedule().is_on_demand())
    return sample_whole_periods(runtime, system, start, policy, block, counter, samples);
  // both copies of the state have a graph of their own to capture: an odd number would leave one
  // out
  system.run_cycles(std::max(2u, policy.warmup_cycles));
  runtime.synchronize();
  sample_cycles(runtime, system, policy.cycles_per_block, 1, block, counter, samples);
}

}  // namespace

void sample_block(Runtime& runtime, System& system, const Start& start,
                  const MeasuringPolicy& policy, std::uint64_t block, SampleCounter& counter,
                  ContenderSamples& samples) {
  runtime.begin_turn();
  start();
  if (samples.mark_cost == 0) {
    samples.mark_cost = system.mark_cost();
    start();
  }
  warm_up_and_sample_cycles(runtime, system, start, policy, block, counter, samples);
  warm_instrumented(system, samples);
  sample_stages(runtime, system, std::max(2u, policy.cycles_per_block / 4), block, counter,
                samples);
  system.require_sound();
}

void sample_steps(Runtime& runtime, System& system, const Start& start,
                  const MeasuringPolicy& policy, std::uint64_t block, SampleCounter& counter,
                  ContenderSamples& samples) {
  runtime.begin_turn();
  start();
  warm_up_and_sample_cycles(runtime, system, start, policy, block, counter, samples);
  system.require_sound();
}

void sample_run(Runtime& runtime, System& system, const Start& start, const MeasuringPolicy& policy,
                std::uint64_t round, SampleCounter& counter, ContenderSamples& samples) {
  const std::uint32_t of_cycle = system.steps_per_cycle();
  const std::uint64_t cycles = (policy.run_steps + of_cycle - 1) / of_cycle;
  runtime.begin_turn();
  // the run begins at the state itself, with graphs that are captured already
  start();
  system.run_cycles(std::max(2u, policy.warmup_cycles));
  start();
  runtime.synchronize();
  const std::uint64_t part = cycles_of_a_second(samples.step, of_cycle);
  std::optional<double> clock;
  const Stopwatch watch(runtime);
  watch.start();
  for (std::uint64_t done = 0; done < cycles; done += part) {
    system.run_cycles(std::min(part, cycles - done));
    clock = clock_now(runtime);  // while the device works
    if (done + part < cycles) runtime.synchronize();
    stop_if_requested();
  }
  watch.stop();
  runtime.synchronize();
  samples.runs.steps = cycles * of_cycle;
  add(samples.runs.samples, watch.seconds() / static_cast<double>(samples.runs.steps), clock,
      counter.next(), round);
  system.require_sound();
}

double sample_stage(Runtime& runtime, System& system, const std::string& stage, bool flush) {
  const Stopwatch watch(runtime);
  // a device is busy flushing while the host enqueues; the host's own runtime does all at once
  if (flush || !runtime.is_host()) runtime.call(&RuntimeTable::flush_cache, "flush cache");
  if (!flush) system.run_stage_isolated(stage);
  watch.start();
  system.run_stage_isolated(stage);
  watch.stop();
  runtime.synchronize();
  return watch.seconds();
}

double sample_calls(Runtime& runtime, System& system, const std::string& stage,
                    std::uint32_t calls) {
  const Stopwatch watch(runtime);
  system.run_stage_isolated(stage);
  watch.start();
  for (std::uint32_t call = 0; call < calls; ++call) system.run_stage_isolated(stage);
  watch.stop();
  runtime.synchronize();
  return watch.seconds() / calls;
}

std::uint32_t calls_of_a_sample(const MeasuringPolicy& policy, double seconds) {
  const double affordable = std::floor(policy.asynchronous_seconds / seconds);
  return static_cast<std::uint32_t>(
      std::clamp(affordable, 1.0, static_cast<double>(policy.asynchronous_calls)));
}

void sample_asynchronous_round(Runtime& runtime, System& system, const MeasuringPolicy& policy,
                               std::uint64_t round, SampleCounter& counter,
                               ContenderSamples& samples) {
  runtime.begin_turn();
  for (const std::string& stage : stages_alone(system, policy)) {
    stop_if_requested();
    AsynchronousSamples& of_stage = samples.asynchronous[stage];
    if (of_stage.calls == 0) {
      of_stage.calls = calls_of_a_sample(policy, sample_stage(runtime, system, stage, false));
    }
    const double seconds = sample_calls(runtime, system, stage, of_stage.calls);
    add(of_stage.samples, seconds, clock_now(runtime), counter.next(), round);
  }
}

void sample_isolated_round(Runtime& runtime, System& system, const MeasuringPolicy& policy,
                           std::uint64_t round, SampleCounter& counter, ContenderSamples& samples) {
  runtime.begin_turn();
  for (const std::string& stage : stages_alone(system, policy)) {
    for (const CacheMode mode : policy.cache) {
      if (mode == CacheMode::loop) continue;
      stop_if_requested();
      const bool flush = mode == CacheMode::flushed;
      const double seconds = sample_stage(runtime, system, stage, flush);
      add(flush ? samples.flushed[stage] : samples.warm[stage], seconds, clock_now(runtime),
          counter.next(), round);
    }
  }
}

}  // namespace sphlab
