// A host whose events tell the time of a clock that the test sets.
#pragma once

#include "harness/runtimes/runtime.hpp"

namespace sphlab::test {

/// Seconds: what is timed takes what the test adds, however busy the machine is, and a millionth
/// of a second between any two events.
inline double made_up_now = 0;

inline int create_made_up_event(OpenDevice*, void** event) {
  *event = new double(0);
  return 0;
}
inline int destroy_made_up_event(OpenDevice*, void* event) {
  delete static_cast<double*>(event);
  return 0;
}
inline int record_made_up_event(OpenDevice*, void* event) {
  *static_cast<double*>(event) = made_up_now += 1e-6;
  return 0;
}
inline int seconds_of_made_up_events(OpenDevice*, void* begin, void* end, double* seconds) {
  *seconds = *static_cast<double*>(end) - *static_cast<double*>(begin);
  return 0;
}

inline const RuntimeTable& host_with_made_up_clock() {
  static const RuntimeTable table = [] {
    RuntimeTable host = host_runtime();
    host.event_create = create_made_up_event;
    host.event_destroy = destroy_made_up_event;
    host.event_record = record_made_up_event;
    host.event_seconds = seconds_of_made_up_events;
    return host;
  }();
  return table;
}

}  // namespace sphlab::test
