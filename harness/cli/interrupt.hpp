// Ctrl-C: the first one asks for an orderly end, the second one ends the process.
#pragma once

namespace sphlab {

/// While this lives, SIGINT and SIGTERM only set a flag, once; what comes after that ends the
/// process.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool requested();
  /// Throws Error(interrupted) with what was kept, when an interrupt was requested.
  static void stop_if_requested(const char* kept);
};

}  // namespace sphlab
