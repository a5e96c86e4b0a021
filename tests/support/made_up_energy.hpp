// A host whose energy counter is made up.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>

#include "harness/runtimes/runtime.hpp"

namespace sphlab::test {

inline constexpr double made_up_power_w = 50;
inline constexpr double made_up_tick_s = 0.002;

/// What the counter does from some moment on.
enum class CounterFault { none, absent, still, back };

struct MadeUpCounter {
  CounterFault fault = CounterFault::none;
  std::uint64_t readings_before_fault = 0;
  std::uint64_t readings = 0;
};

inline MadeUpCounter& made_up_counter() {
  static MadeUpCounter counter;
  return counter;
}

/// Joules at made_up_power_w since the clock's beginning, in ticks.
inline int read_made_up_energy(OpenDevice*, EnergyReading* out) {
  MadeUpCounter& counter = made_up_counter();
  *out = {};
  std::snprintf(out->counter, sizeof out->counter, "made-up");
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  out->microjoules = static_cast<std::uint64_t>(now.count() / made_up_tick_s) *
                     static_cast<std::uint64_t>(1e6 * made_up_power_w * made_up_tick_s);
  if (counter.readings++ < counter.readings_before_fault) return 0;
  if (counter.fault == CounterFault::absent)
    std::snprintf(out->absent, sizeof out->absent, "it was unplugged; plug it in");
  if (counter.fault == CounterFault::still) out->microjoules = 1;
  if (counter.fault == CounterFault::back) out->microjoules /= 2;
  return 0;
}

/// The host with the made-up counter, which has the fault after so many readings.
inline const RuntimeTable& host_with_energy(CounterFault fault = CounterFault::none,
                                            std::uint64_t readings_before_fault = 0) {
  static const RuntimeTable table = [] {
    RuntimeTable host = host_runtime();
    host.energy = read_made_up_energy;
    return host;
  }();
  made_up_counter() = {fault, readings_before_fault, 0};
  return table;
}

}  // namespace sphlab::test
