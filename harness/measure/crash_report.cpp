#include "harness/measure/crash_report.hpp"

#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

#include "harness/pack_work.hpp"

namespace sphlab {
namespace {

struct FatalSignal {
  int number;
  std::string_view name;
};

constexpr std::array fatal_signals{FatalSignal{SIGSEGV, "SIGSEGV"}, FatalSignal{SIGBUS, "SIGBUS"},
                                   FatalSignal{SIGILL, "SIGILL"}, FatalSignal{SIGFPE, "SIGFPE"},
                                   FatalSignal{SIGABRT, "SIGABRT"}};

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

/// Writes pack_work_text() as a signal handler may: without allocating or locking.
void end(int number) {
  PackWork& work = pack_work();
  const int code = work.exit_code.exchange(0);
  if (code == 0) {
    std::signal(number, SIG_DFL);
    raise(number);
    return;
  }
  work.is_over = true;  // told here, and by nobody else
  write_all("\nsphlab: error: ");
  write_all(work.label.data());
  write_all(": its code ended the process");
  if (work.call[0] != '\0') write_all(" in ");
  write_all(work.call.data());
  write_all(", ");
  write_all(work.kept.data());
  write_all(": ");
  write_all(name_of(number));
  write_all("\n");
  _exit(code);
}

}  // namespace

void report_crashes(const std::string& kept) {
  note_text(pack_work().kept, kept);
  struct sigaction action {};
  action.sa_handler = end;
  for (const FatalSignal& signal : fatal_signals) sigaction(signal.number, &action, nullptr);
}

WorkingFor::WorkingFor(const std::string& label, ExitCode code)
    : code_(code), before_(ProcessState::now()) {
  PackWork& work = pack_work();
  note_text(work.label, label);
  note_text(work.call, "");
  work.exit_code = static_cast<int>(code);
}

WorkingFor::~WorkingFor() {
  pack_work().exit_code = 0;
}

void WorkingFor::require_intact(bool on_host) const {
  if (before_.process != getpid()) _exit(static_cast<int>(code_));
  const std::string damage = before_.damage(on_host);
  if (damage.empty()) return;
  note_text(pack_work().call, "");  // whichever it was
  throw Error(code_, pack_work_text("has changed the process", damage));
}

}  // namespace sphlab
