#include "harness/cli/interrupt.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"

namespace sphlab {
namespace {

constexpr std::array watched{SIGINT, SIGTERM};

/// Time in which a second signal is the same request: `timeout` signals its child, and then the
/// child's group.
constexpr std::int64_t one_request_ns = 500'000'000;

std::atomic<std::int64_t> requested_at_ns{0};
std::atomic<SignalClock> now_ns{steady_clock_ns};
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal's handler writes it");
static_assert(std::atomic<SignalClock>::is_always_lock_free, "a signal's handler reads it");

void request(int signal) {
  if (!stop_requested()) {
    requested_at_ns = now_ns.load()();
    request_stop(true);
  } else if (now_ns.load()() - requested_at_ns > one_request_ns) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

std::int64_t steady_clock_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

InterruptWatch::InterruptWatch(SignalClock clock) {
  now_ns = clock;
  request_stop(false);
  struct sigaction action {};
  action.sa_handler = request;
  action.sa_flags = SA_RESTART;
  for (const int signal : watched) sigaction(signal, &action, nullptr);
}

InterruptWatch::~InterruptWatch() {
  for (const int signal : watched) std::signal(signal, SIG_DFL);
  request_stop(false);
}

void until_interrupted(const std::string& kept, const std::function<void()>& work) {
  const InterruptWatch watch;
  try {
    work();
  } catch (const Interrupted&) {
    throw Error(ExitCode::interrupted, "interrupted; " + kept);
  }
}

}  // namespace sphlab
