// The sphlab executable as its users meet it: a process with arguments, output and an exit code.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {

/// What a process left behind. A process that a signal ended has no exit code.
struct Finished {
  std::optional<int> exit_code;
  int signal = 0;
  std::string output;
  std::string errors;
  long most_kib = 0;  ///< of memory that it had at once

  bool ended_with(ExitCode code) const { return exit_code == static_cast<int>(code); }
};

/// Where the standard streams of a process go: to a file, nowhere since they are closed, or into a
/// pipe that nobody reads.
struct Streams {
  static constexpr const char* closed = "";
  static constexpr const char* broken_pipe = "|";
  std::string output = "process.out";
  std::string errors = "process.err";
};

/// A running sphlab. It is killed when the object goes while it still runs.
class SphlabProcess {
 public:
  /// @param folder where it runs, and where its output is kept. @param file_limit bytes that no
  /// file may exceed, 0 for no limit: a disk that runs full. @param program another binary of the
  /// build. @param streams files of the folder, or absolute paths.
  SphlabProcess(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                rlim_t file_limit = 0, const std::string& program = "sphlab",
                const Streams& streams = {})
      : output_(folder / streams.output), errors_(folder / streams.errors) {
    std::vector<std::string> words{std::string(SPHLAB_BINARY_DIR) + "/bin/" + program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> raw;
    for (std::string& word : words) raw.push_back(word.data());
    raw.push_back(nullptr);
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("cannot fork");
    if (process_ > 0) return;
    redirect(streams.output, output_, STDOUT_FILENO);
    redirect(streams.errors, errors_, STDERR_FILENO);
    if (chdir(folder.c_str()) != 0) _exit(127);
    if (file_limit > 0) {
      const rlimit limit{file_limit, file_limit};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    execv(raw[0], raw.data());
    _exit(127);
  }
  ~SphlabProcess() {
    if (process_ <= 0) return;
    send(SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  SphlabProcess(const SphlabProcess&) = delete;
  SphlabProcess& operator=(const SphlabProcess&) = delete;

  void send(int signal) const { kill(process_, signal); }

  /// In seconds: what never comes is given up after so many, and no busy machine needs as many.
  static constexpr double patience = 900;

  /// Waits until `condition` holds. False when the process ended before that, or after `patience`.
  template <class Condition>
  bool reaches(const Condition& condition) const {
    using namespace std::chrono_literals;
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
    while (std::chrono::steady_clock::now() < deadline) {
      if (condition()) return true;
      siginfo_t info{};
      waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
      if (info.si_pid != 0) return condition();
      std::this_thread::sleep_for(2ms);
    }
    return false;
  }

  /// Whether it ends of itself before so many seconds have passed.
  bool ends_within(double seconds = patience) const {
    using clock = std::chrono::steady_clock;
    const auto deadline = clock::now() + std::chrono::duration<double>(seconds);
    while (clock::now() < deadline) {
      siginfo_t info{};
      waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
      if (info.si_pid != 0) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }

  Finished wait() {
    int status = 0;
    rusage usage{};
    wait4(std::exchange(process_, 0), &status, 0, &usage);
    Finished finished;
    finished.most_kib = usage.ru_maxrss;
    if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
    finished.output = text_of(output_);
    finished.errors = text_of(errors_);
    return finished;
  }

 private:
  static void redirect(const std::string& place, const std::filesystem::path& file,
                       int descriptor) {
    if (place == Streams::closed) {
      close(descriptor);
      return;
    }
    const int opened = place == Streams::broken_pipe
                           ? write_end_of_broken_pipe()
                           : open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(127);
    close(opened);
  }

  static int write_end_of_broken_pipe() {
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0) return -1;
    close(ends[0]);
    return ends[1];
  }

  /// A device's is not read: it may have no end.
  static std::string text_of(const std::filesystem::path& file) {
    return std::filesystem::is_regular_file(file) ? file_text(file) : "";
  }

  std::filesystem::path output_;
  std::filesystem::path errors_;
  pid_t process_ = 0;
};

/// Runs sphlab to its end.
inline Finished run_sphlab(const std::vector<std::string>& arguments,
                           const std::filesystem::path& folder, rlim_t file_limit = 0) {
  return SphlabProcess(arguments, folder, file_limit).wait();
}

}  // namespace sphlab
