#include "harness/measure/advance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"

namespace sphlab {
namespace {

constexpr double seconds_of_a_part = 0.2;
/// Cycles on the way to a time after which the time step is looked at again.
constexpr double most_cycles_by_one_step = 50;
constexpr double most_steps_to_a_time = 1e6;

/// Seconds until the device has done `cycles`.
double timed_cycles(const Runtime& runtime, System& system, std::uint64_t cycles) {
  const auto begin = std::chrono::steady_clock::now();
  system.run_cycles(cycles);
  runtime.synchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Steps from `now` on until a moment, as the last time step lets one expect.
double steps_left(const RunClock& now, const Moment& wanted) {
  if (!wanted.time) return static_cast<double>(wanted.step) - static_cast<double>(now.steps);
  const double seconds = *wanted.time - now.time;
  return now.dt > 0 ? seconds / now.dt : std::min(seconds, 1.0);
}

/// Refuses a time that is too far. A step is reached, however far.
void require_few(double steps, const Moment& wanted, const std::string& name, const RunClock& now) {
  if (!wanted.time || steps <= most_steps_to_a_time) return;
  throw InputError(fmt::format(
      "{} is not reached: after {} steps and {:.4g} s it would take {:.2g} steps more. Name an "
      "earlier time",
      name, now.steps, now.time, steps));
}

/// Cycles until the clock is looked at again: a time may not be passed by more than a cycle, and
/// time steps grow.
std::uint64_t next_cycles(double steps, const Moment& wanted, std::uint32_t steps_per_cycle) {
  if (steps <= 0) return 0;
  const double cycles = steps / steps_per_cycle;
  if (!wanted.time) return static_cast<std::uint64_t>(cycles);
  return static_cast<std::uint64_t>(std::clamp(0.9 * cycles, 1.0, most_cycles_by_one_step));
}

}  // namespace

RunClock advance_cycles(const Runtime& runtime, System& system, std::uint64_t cycles,
                        const OnTheWay& on_the_way) {
  std::uint64_t part = 1;
  while (cycles > 0) {
    stop_if_requested();
    system.measure_preparations();
    part = std::min(part, cycles);
    const double seconds = timed_cycles(runtime, system, part);
    cycles -= part;
    if (seconds < seconds_of_a_part) part *= 2;
    on_the_way(system.require_going());
  }
  return system.clock();
}

RunClock reach(const Runtime& runtime, System& system, RunClock now, const Moment& wanted,
               const std::string& name, const OnTheWay& on_the_way) {
  for (;;) {
    const double left = steps_left(now, wanted);
    require_few(left, wanted, name, now);
    const std::uint64_t cycles = next_cycles(left, wanted, system.steps_per_cycle());
    if (cycles == 0) return now;
    now = advance_cycles(runtime, system, cycles, on_the_way);
  }
}

}  // namespace sphlab
