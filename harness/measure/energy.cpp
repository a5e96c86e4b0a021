#include "harness/measure/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "harness/interrupt.hpp"

namespace sphlab {
namespace {

constexpr double joules_per_microjoule = 1e-6;
/// Time between two reads of a counter that is waited for: far less than its tick, and more than a
/// device needs to begin the next cycle.
constexpr double seconds_of_a_look = 0.002;
/// Time between two checks for a request to stop.
constexpr double seconds_unheard = 0.2;
/// Steps after which the state is restored: a run is of the state, not of what becomes of it.
constexpr std::uint64_t steps_of_a_stretch = 200;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A tick of the counter, and the steps that were done by then.
struct Tick {
  EnergyPoint point;
  double since_s = 0;  ///< the moment before which it cannot have been
  std::uint64_t steps = 0;
};

/// Keeps a device stepping, and counts the steps.
class Stepping {
 public:
  Stepping(Runtime& runtime, System& system, const Start& start)
      : runtime_(runtime), system_(system), start_(start) {
    start_();
    system_.run_cycles(2);  // both copies of the state have a graph to capture
    runtime_.synchronize();
    const double begin = now_s();
    system_.run_cycles(2);
    runtime_.synchronize();
    cycle_s_ = (now_s() - begin) / 2;
    begin_stretch();
  }

  void run_for(double seconds) {
    const double end = now_s() + seconds;
    while (now_s() < end) {
      stop_if_requested();
      run(std::min(seconds, seconds_unheard));
      runtime_.synchronize();
    }
  }

  /// Steps until the counter ticks.
  Tick next_tick(EnergyMeter& meter) {
    const Tick first = look(meter);
    for (Tick before = first;;) {
      stop_if_requested();
      Tick tick = look(meter);
      // the host cannot step meanwhile, and has spent energy on waiting
      tick.since_s = runtime_.is_host() ? first.point.at_s : before.point.at_s;
      if (tick.point.microjoules != first.point.microjoules) return tick;
      before = tick;
    }
  }

  void require_sound_end() const { system_.require_sound(); }

 private:
  void begin_stretch() {
    start_();
    steps_of_stretch_ = 0;
  }

  /// Enqueues about so many seconds of cycles, one at least.
  void run(double seconds) {
    if (steps_of_stretch_ >= steps_of_a_stretch) {
      system_.require_sound();
      begin_stretch();
    }
    const std::uint64_t of_cycle = system_.steps_per_cycle();
    const std::uint64_t left = (steps_of_a_stretch - steps_of_stretch_ + of_cycle - 1) / of_cycle;
    const auto cycles =
        static_cast<std::uint64_t>(std::clamp(seconds / cycle_s_, 1.0, static_cast<double>(left)));
    system_.run_cycles(cycles);
    steps_of_stretch_ += cycles * of_cycle;
    steps_ += cycles * of_cycle;
  }

  /// A device works on while the counter is read.
  Tick look(EnergyMeter& meter) {
    runtime_.synchronize();
    Tick tick;
    tick.steps = steps_;
    if (!runtime_.is_host()) run(seconds_of_a_look);
    tick.point = meter.read();
    return tick;
  }

  Runtime& runtime_;
  System& system_;
  const Start& start_;
  double cycle_s_ = 0;
  std::uint64_t steps_of_stretch_ = 0;
  std::uint64_t steps_ = 0;
};

EnergyPoint tick_at_rest(EnergyMeter& meter) {
  const EnergyPoint first = meter.read();
  for (;;) {
    stop_if_requested();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // a host that polls does not rest
    const EnergyPoint now = meter.read();
    if (now.microjoules != first.microjoules) return now;
  }
}

double joules_between(const EnergyPoint& a, const EnergyPoint& b) {
  return joules_per_microjoule * static_cast<double>(b.microjoules - a.microjoules);
}

}  // namespace

EnergySource energy_source(const Runtime& runtime) {
  const EnergyReading reading = runtime.energy();
  return {reading.counter, reading.absent, std::nullopt};
}

EnergyMeter::EnergyMeter(const Runtime& runtime, double patience_s)
    : runtime_(runtime), patience_s_(patience_s) {}

EnergyPoint EnergyMeter::read() {
  const EnergyReading reading = runtime_.energy();
  if (reading.absent[0] != 0) throw EnergyCounterFailure(reading.absent);
  const EnergyPoint now{reading.microjoules, now_s()};
  if (!moved_) moved_ = now;
  if (now.microjoules < moved_->microjoules) {
    throw EnergyCounterFailure(
        fmt::format("the counter {} went back from {} to {} uJ: it has wrapped, or its driver was "
                    "loaded anew; measure again",
                    reading.counter, moved_->microjoules, now.microjoules));
  }
  if (now.microjoules > moved_->microjoules) moved_ = now;
  if (now.at_s - moved_->at_s > patience_s_) {
    throw EnergyCounterFailure(
        fmt::format("the counter {} has stood still at {} uJ for {:.3g} s: the device does not "
                    "count, and another tool that shows its power may tell why",
                    reading.counter, now.microjoules, now.at_s - moved_->at_s));
  }
  return now;
}

EnergyRun energy_of_steps(Runtime& runtime, System& system, const Start& start, double seconds,
                          EnergyMeter& meter) {
  Stepping stepping(runtime, system, start);
  const Tick begin = stepping.next_tick(meter);
  stepping.run_for(seconds);
  const Tick end = stepping.next_tick(meter);
  stepping.require_sound_end();
  EnergyRun run;
  run.joules = joules_between(begin.point, end.point);
  run.seconds = end.point.at_s - begin.point.at_s;
  run.steps = end.steps - begin.steps;
  const double loose = begin.point.at_s - begin.since_s + end.point.at_s - end.since_s;
  run.resolution_j = run.joules / run.seconds * loose;
  return run;
}

void sample_energy(Runtime& runtime, System& system, const Start& start, double seconds,
                   std::uint64_t round, EnergyMeter& meter, SampleCounter& counter,
                   ContenderSamples& samples) {
  runtime.begin_turn();
  const EnergyRun run = energy_of_steps(runtime, system, start, seconds, meter);
  Record::EnergySamples& energy = samples.energy;
  energy.joules.push_back(run.joules);
  energy.time_s.push_back(run.seconds);
  energy.steps.push_back(run.steps);
  energy.resolution_j.push_back(run.resolution_j);
  energy.order.push_back(counter.next());
  energy.block.push_back(round);
}

double idle_power(const Runtime& runtime, double seconds, EnergyMeter& meter) {
  runtime.synchronize();
  const EnergyPoint begin = tick_at_rest(meter);
  const double end_s = begin.at_s + seconds;
  while (now_s() < end_s) {
    stop_if_requested();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const EnergyPoint end = tick_at_rest(meter);
  return joules_between(begin, end) / (end.at_s - begin.at_s);
}

}  // namespace sphlab
