#include "harness/measure/crash_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <string_view>

namespace sphlab {
namespace {

struct FatalSignal {
  int number;
  std::string_view name;
};

constexpr std::array fatal_signals{FatalSignal{SIGSEGV, "SIGSEGV"}, FatalSignal{SIGBUS, "SIGBUS"},
                                   FatalSignal{SIGILL, "SIGILL"}, FatalSignal{SIGFPE, "SIGFPE"},
                                   FatalSignal{SIGABRT, "SIGABRT"}};

// What a signal handler may read: nothing that allocates or locks.
std::array<char, 1024> message;
std::size_t message_length = 0;
volatile std::sig_atomic_t exit_code = 0;  ///< 0: no variant's code runs

std::string what_is_kept;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string_view name_of(int number) {
  for (const FatalSignal& signal : fatal_signals) {
    if (signal.number == number) return signal.name;
  }
  return "a signal";
}

void end(int number) {
  if (exit_code == 0) {
    std::signal(number, SIG_DFL);
    raise(number);
    return;
  }
  write_all({message.data(), message_length});
  write_all(name_of(number));
  write_all("\n");
  _exit(exit_code);
}

}  // namespace

void report_crashes(const std::string& kept) {
  what_is_kept = kept;
  struct sigaction action {};
  action.sa_handler = end;
  for (const FatalSignal& signal : fatal_signals) sigaction(signal.number, &action, nullptr);
}

WorkingFor::WorkingFor(const std::string& label, ExitCode code) {
  const std::string text =
      fmt::format("\nsphlab: error: {}: its code ended the process, {}: ", label, what_is_kept);
  message_length = std::min(text.size(), message.size());
  std::copy_n(text.begin(), message_length, message.begin());
  exit_code = static_cast<int>(code);
}

WorkingFor::~WorkingFor() {
  exit_code = 0;
}

}  // namespace sphlab
