// Handles Ctrl-C: the first one asks for an orderly end, the second one ends the process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sphlab {

/// Reads a clock that is safe in a handler of signals [ns].
using SignalClock = std::int64_t (*)();
std::int64_t steady_clock_ns();

/// While this lives, SIGINT and SIGTERM only request a stop (harness/interrupt.hpp), once; what
/// comes half a second after that, or later, ends the process. The request ends with it.
class InterruptWatch {
 public:
  explicit InterruptWatch(SignalClock clock = steady_clock_ns);
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
};

/// Does `work` under an InterruptWatch. Throws Error(interrupted), which tells what was kept, where
/// a stop that was requested has ended it.
void until_interrupted(const std::string& kept, const std::function<void()>& work);

}  // namespace sphlab
