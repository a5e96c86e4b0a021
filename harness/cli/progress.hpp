// Tells how far a long command is, and how long it still takes: on stderr, so that stdout stays a
// result.
#pragma once

#include <chrono>
#include <string>

namespace sphlab {

/// On a terminal one line that is overwritten, cut to its width; elsewhere a line now and then.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// @param fraction done, 0 to 1. @param what is being done.
  void update(double fraction, const std::string& what);
  /// Prints a line of its own, above the progress line.
  void note(const std::string& text);
  /// Prints whole lines of the result, to stdout, above the progress line, and at once.
  void result(const std::string& lines);

 private:
  using Clock = std::chrono::steady_clock;
  void clear();

  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

/// ", 41 s left", as long as what is done, in seconds, tells enough for an estimate; else "".
std::string time_left_text(double fraction, double elapsed);

/// Seconds in words: "41 s", "3 min 05 s", "2 h 10 min".
std::string duration_text(double seconds);

}  // namespace sphlab
