#include "harness/cli/interrupt.hpp"

#include <array>
#include <csignal>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"

namespace sphlab {
namespace {

constexpr std::array watched{SIGINT, SIGTERM};

void request(int) {
  request_stop(true);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  request_stop(false);
  struct sigaction action {};
  action.sa_handler = request;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
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
