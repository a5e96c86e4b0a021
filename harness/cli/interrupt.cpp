#include "harness/cli/interrupt.hpp"

#include <array>
#include <csignal>

#include "harness/error.hpp"

namespace sphlab {
namespace {

volatile std::sig_atomic_t requested_flag = 0;

constexpr std::array watched{SIGINT, SIGTERM};

void request(int) {
  requested_flag = 1;
}

}  // namespace

InterruptWatch::InterruptWatch() {
  requested_flag = 0;
  struct sigaction action {};
  action.sa_handler = request;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (const int signal : watched) sigaction(signal, &action, nullptr);
}

InterruptWatch::~InterruptWatch() {
  for (const int signal : watched) std::signal(signal, SIG_DFL);
}

bool InterruptWatch::requested() {
  return requested_flag != 0;
}

void InterruptWatch::stop_if_requested(const char* kept) {
  if (requested()) throw Error(ExitCode::interrupted, std::string("interrupted; ") + kept);
}

}  // namespace sphlab
