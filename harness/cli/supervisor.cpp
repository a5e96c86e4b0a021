#include "harness/cli/supervisor.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#include "harness/cli/own_program.hpp"
#include "harness/error.hpp"
#include "harness/pack_work.hpp"

namespace sphlab {
namespace {

using Clock = std::chrono::steady_clock;

/// Tells the process that is started where the page is, and by whom it is watched.
constexpr const char* page_variable = "SPHLAB_WATCHED_BY";

/// Seconds that a call may take by default: hundreds of times the longest seen on a busy machine,
/// which was one of the host executor.
constexpr double least_limit_s = 300;
constexpr double limit_s_per_particle = 0.01;

/// How long a call of a pack may take; `is_none` where nothing is watched.
struct CallLimit {
  bool is_none = false;
  std::optional<double> seconds;

  double for_particles(std::uint64_t particles) const {
    return seconds.value_or(least_limit_s + limit_s_per_particle * static_cast<double>(particles));
  }
};

CallLimit call_limit() {
  const char* value = std::getenv(call_limit_variable);
  if (value == nullptr || *value == '\0') return {};
  if (std::strcmp(value, "none") == 0) return {true, {}};
  double seconds = 0;
  const char* end = value + std::strlen(value);
  const auto [last, error] = std::from_chars(value, end, seconds);
  if (error == std::errc{} && last == end && seconds > 0) return {false, seconds};
  throw Error(ExitCode::usage,
              fmt::format("{} is '{}' in the environment: it must be a number of seconds above 0 "
                          "that one call of a pack may take, or 'none'; unset it for {:.0f} s and "
                          "{} s a particle",
                          call_limit_variable, value, least_limit_s, limit_s_per_particle));
}

PackWork* map_page(int descriptor) {
  void* page = mmap(nullptr, sizeof(PackWork), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return page == MAP_FAILED ? nullptr : static_cast<PackWork*>(page);
}

/// Whether this process is watched already, on the page that it then notes its work on.
bool is_watched() {
  const char* value = std::getenv(page_variable);
  int watcher = 0;
  int descriptor = -1;
  if (value == nullptr || std::sscanf(value, "%d:%d", &watcher, &descriptor) != 2) return false;
  if (watcher != getppid()) return false;
  if (PackWork* page = map_page(descriptor)) share_pack_work(page);
  return true;
}

/// Signals that this process passes on to the one that it watches, and that one's end.
sigset_t signals_of_interest() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&set, signal);
  return set;
}

/// Starts the program again, in the child.
[[noreturn]] void become_worker(int page, pid_t watcher, const sigset_t& before) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody shall measure on behind a watcher that was killed
  if (getppid() != watcher) _exit(static_cast<int>(ExitCode::failure));
  setenv(page_variable, fmt::format("{}:{}", watcher, page).c_str(), 1);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  start_own_program_again();
  _exit(static_cast<int>(ExitCode::failure));
}

/// Whether a process is stopped by a signal or a debugger.
bool is_stopped(pid_t process) {
  std::ifstream stream(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(stream, line);
  const std::size_t state = line.rfind(") ");
  return state != std::string::npos && state + 2 < line.size() &&
         (line[state + 2] == 'T' || line[state + 2] == 't');
}

/// For how long the worker has been in one call. A second in which this process did not run, since
/// both were stopped or the machine slept, is counted once.
class Silence {
 public:
  double seconds(const PackWork& work, pid_t worker) {
    const Clock::time_point now = Clock::now();
    const double passed = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    const std::uint64_t returned = work.returned.load(std::memory_order_relaxed);
    if (work.exit_code == 0 || returned != returned_) seconds_ = 0;
    returned_ = returned;
    if (work.exit_code != 0 && !is_stopped(worker)) seconds_ += std::min(passed, 2.0);
    return seconds_;
  }

 private:
  Clock::time_point last_ = Clock::now();
  std::uint64_t returned_ = std::numeric_limits<std::uint64_t>::max();
  double seconds_ = 0;
};

/// Whether the signal asks a process to end; no pack is blamed for that.
bool is_request(int signal) {
  return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

[[noreturn]] void end_as(int signal) {
  const rlimit no_core{0, 0};  // the worker's own is there
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &only, nullptr);
  std::_Exit(128 + signal);
}

/// Reports an exit before any variant ran and before the harness was done.
[[noreturn]] void throw_unexplained(int code) {
  throw Error(
      ExitCode::device,
      fmt::format("a library that was loaded ended the process with exit code {} before any "
                  "variant ran; 'sphlab list packs' tells which there are",
                  code));
}

/// The exit code of a worker that has ended, or the error that it was.
int code_of(int status, const PackWork& work) {
  const bool is_by_pack = work.exit_code != 0;
  if (WIFEXITED(status)) {
    if (!is_by_pack && !work.is_over) throw_unexplained(WEXITSTATUS(status));
    if (!is_by_pack) return WEXITSTATUS(status);
    throw Error(
        static_cast<ExitCode>(work.exit_code.load()),
        pack_work_text("ended the process", fmt::format("exit code {}", WEXITSTATUS(status))));
  }
  const int signal = WTERMSIG(status);
  if (!is_by_pack || is_request(signal)) end_as(signal);
  const std::string name =
      sigabbrev_np(signal) == nullptr ? std::to_string(signal) : sigabbrev_np(signal);
  throw Error(
      static_cast<ExitCode>(work.exit_code.load()),
      pack_work_text(
          "ended the process",
          fmt::format("SIG{}{}", name,
                      signal == SIGKILL ? ", which a lack of memory is ended by, too" : "")));
}

[[noreturn]] void end_silent(pid_t worker, const PackWork& work, double limit) {
  kill(worker, SIGKILL);
  waitpid(worker, nullptr, 0);
  throw Error(static_cast<ExitCode>(work.exit_code.load()),
              pack_work_text("does not come back",
                             fmt::format("it was ended after {:.3g} s; where it only takes long, "
                                         "{}=SECONDS gives it more, and {}=none any time",
                                         limit, call_limit_variable, call_limit_variable)));
}

/// Passes signals on until the worker ends. Those of a terminal reach it by themselves.
int watch(pid_t worker, const PackWork& work, const CallLimit& limit, const sigset_t& signals) {
  Silence silence;
  for (;;) {
    const timespec a_while{1, 0};
    siginfo_t info{};
    const int signal = sigtimedwait(&signals, &info, &a_while);
    if (is_request(signal) && info.si_code <= 0) kill(worker, signal);
    int status = 0;
    if (waitpid(worker, &status, WNOHANG) == worker) return code_of(status, work);
    const double most = limit.for_particles(work.particles);
    if (silence.seconds(work, worker) > most && work.exit_code != 0) end_silent(worker, work, most);
  }
}

}  // namespace

std::optional<int> supervise() {
  const CallLimit limit = call_limit();
  if (limit.is_none || is_watched()) return std::nullopt;
  const int descriptor = memfd_create("sphlab-pack-work", 0);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(PackWork)) != 0) return std::nullopt;
  PackWork* page = map_page(descriptor);
  if (page == nullptr) return std::nullopt;
  new (page) PackWork;
  share_pack_work(page);

  std::signal(SIGCHLD, SIG_DFL);  // one that is ignored would tell of no end
  const sigset_t signals = signals_of_interest();
  sigset_t before;
  sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t watcher = getpid();
  const pid_t worker = fork();
  if (worker == 0) become_worker(descriptor, watcher, before);
  if (worker < 0) {
    sigprocmask(SIG_SETMASK, &before, nullptr);
    return std::nullopt;
  }
  close(descriptor);
  return watch(worker, *page, limit, signals);
}

}  // namespace sphlab
