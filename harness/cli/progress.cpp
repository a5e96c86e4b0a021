#include "harness/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/cli/streams.hpp"
#include "harness/cli/terminal_width.hpp"
#include "harness/cli/wrapping.hpp"

namespace sphlab {
namespace {

using std::chrono::duration;

constexpr duration<double> terminal_interval{0.1};
constexpr duration<double> log_interval{10};
/// Least share done and least seconds passed for an estimate of the time left.
constexpr double smallest_fraction = 0.01;
constexpr double shortest_seconds = 2;

}  // namespace

std::string time_left_text(double fraction, double elapsed) {
  if (fraction < smallest_fraction || elapsed < shortest_seconds) return "";
  const double left = elapsed * (1 - fraction) / fraction;
  return left < 1 ? ", less than 1 s left" : fmt::format(", {} left", duration_text(left));
}

std::string duration_text(double seconds) {
  const auto total = std::llround(std::max(seconds, 0.0));
  if (total < 60) return fmt::format("{} s", total);
  if (total < 3600) return fmt::format("{} min {:02} s", total / 60, total % 60);
  return fmt::format("{} h {:02} min", total / 3600, total / 60 % 60);
}

Progress::Progress() : on_terminal_(isatty(STDERR_FILENO) != 0), start_(Clock::now()) {}

Progress::~Progress() {
  clear();
}

void Progress::clear() {
  if (on_terminal_ && shown_) print_notice("\r\033[K");
  shown_ = false;
}

void Progress::update(double fraction, const std::string& what) {
  const auto now = Clock::now();
  const auto interval = on_terminal_ ? terminal_interval : log_interval;
  if (last_ != Clock::time_point{} && now - last_ < interval) return;
  last_ = now;
  const double done = std::clamp(fraction, 0.0, 1.0);
  const std::string line =
      fmt::format("{:3.0f} %{}  {}", 100 * done,
                  time_left_text(done, duration<double>(now - start_).count()), what);
  clear();
  print_notice(on_terminal_ ? cut_to_width(line, terminal_width(STDERR_FILENO) - 1) : line + "\n");
  shown_ = true;
}

void Progress::note(const std::string& text) {
  clear();
  print_notice(text + "\n");
}

void Progress::result(const std::string& lines) {
  clear();
  print_result(lines);
  flush_results();  // a failure is told at the end: see require_printed()
}

}  // namespace sphlab
