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

  bool ended_with(ExitCode code) const { return exit_code == static_cast<int>(code); }
};

/// A running sphlab. It is killed when the object goes while it still runs.
class SphlabProcess {
 public:
  /// @param folder where it runs, and where its output is kept. @param file_limit bytes that no
  /// file may exceed, 0 for no limit: a disk that runs full. @param program another binary of the
  /// build.
  SphlabProcess(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                rlim_t file_limit = 0, const std::string& program = "sphlab")
      : output_(folder / "process.out"), errors_(folder / "process.err") {
    std::vector<std::string> words{std::string(SPHLAB_BINARY_DIR) + "/bin/" + program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> raw;
    for (std::string& word : words) raw.push_back(word.data());
    raw.push_back(nullptr);
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("cannot fork");
    if (process_ > 0) return;
    redirect(output_, STDOUT_FILENO);
    redirect(errors_, STDERR_FILENO);
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

  /// Waits until `condition` holds. False when the process ended before that, or after two minutes.
  template <class Condition>
  bool reaches(const Condition& condition) const {
    using namespace std::chrono_literals;
    const auto deadline = std::chrono::steady_clock::now() + 2min;
    while (std::chrono::steady_clock::now() < deadline) {
      if (condition()) return true;
      siginfo_t info{};
      waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
      if (info.si_pid != 0) return condition();
      std::this_thread::sleep_for(2ms);
    }
    return false;
  }

  Finished wait() {
    int status = 0;
    waitpid(std::exchange(process_, 0), &status, 0);
    Finished finished;
    if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
    finished.output = file_text(output_);
    finished.errors = file_text(errors_);
    return finished;
  }

 private:
  static void redirect(const std::filesystem::path& file, int descriptor) {
    const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(127);
    close(opened);
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
