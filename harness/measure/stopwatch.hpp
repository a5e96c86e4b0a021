// Times enqueued work by a pair of device events, and reads the device's clock.
#pragma once

#include <optional>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// Clock of the device [MHz], where it tells one; ask while the device works.
std::optional<double> clock_now(const Runtime& runtime);

/// Measures what the device does between start() and stop(), in seconds. Movable, reusable.
class Stopwatch {
 public:
  explicit Stopwatch(const Runtime& runtime);
  Stopwatch(Stopwatch&& other) noexcept;
  Stopwatch& operator=(Stopwatch&&) = delete;
  ~Stopwatch();

  void start() const;
  void stop() const;
  /// The device must have passed stop(): synchronise first. Throws DeviceError.
  double seconds() const;

 private:
  const Runtime& runtime_;
  void* begin_ = nullptr;
  void* end_ = nullptr;
};

}  // namespace sphlab
