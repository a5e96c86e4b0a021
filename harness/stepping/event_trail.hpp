// Events at the stage boundaries of a cycle.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// Called before each stage with the name of its samples, and once after the last with nullptr.
using StageMarker = std::function<void(const char*)>;

/// Ignores every mark.
void no_marks(const char*);

/// Seconds of one stage inside one instrumented cycle.
struct StageSample {
  std::string stage;   ///< StageDescription::timed_as, or the name of a preparation
  double seconds = 0;  ///< one invocation
};

/// A device event per mark.
class EventTrail {
 public:
  /// @param runtime outlives this.
  explicit EventTrail(const Runtime& runtime) : runtime_(runtime) {}
  EventTrail(const EventTrail&) = delete;
  EventTrail& operator=(const EventTrail&) = delete;
  ~EventTrail();

  /// Records an event. Throws DeviceError.
  void mark(const char* stage);

  /// Seconds between neighbouring marks. The device must have passed the last one.
  std::vector<StageSample> samples() const;

 private:
  const Runtime& runtime_;
  std::vector<void*> events_;
  std::vector<std::string> stages_;
};

}  // namespace sphlab
