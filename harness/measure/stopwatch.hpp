// A pair of device events around enqueued work, and the clock that it runs at.
#pragma once

#include <optional>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// What clock the device has now [MHz], where it tells; to be asked while the device works.
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
