// Errors that reach the user, and the exit codes that scripts can trust.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sphlab {

/// Exit codes of sphlab, as documented in `sphlab --help`.
enum class ExitCode : int {
  ok = 0,
  failure = 1,        ///< an internal error: please report it
  usage = 2,          ///< the command line is wrong
  bad_input = 3,      ///< a scenario, suite or record file is wrong
  out_of_memory = 4,  ///< a scenario does not fit into the host's or the device's memory
  not_available = 5,  ///< an unknown strategy, an absent pack, no such device
  verification = 6,   ///< a variant did not pass verification
  device = 7,         ///< a kernel failed or the device is gone
  output = 8,         ///< an output file, or the standard output, cannot be written
  interrupted = 130,  ///< Ctrl-C; finished records are kept
};

/// An error with its exit code. The message names what is wrong, where, and the remedy.
class Error : public std::runtime_error {
 public:
  Error(ExitCode exit_code, const std::string& message)
      : std::runtime_error(message), code(exit_code) {}
  ExitCode code;
};

/// A file of the user's is wrong.
class InputError : public Error {
 public:
  explicit InputError(const std::string& message) : Error(ExitCode::bad_input, message) {}
};

/// Out of `candidates`, the one with the smallest edit distance to `word`, or that begins with it;
/// "" when there is none that can have been meant: at most a third of its letters may be wrong.
std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates);

/// "; did you mean 'list-gather'?", to be put behind what is wrong; `otherwise` where nothing is
/// near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates,
                         const std::string& otherwise = "");

}  // namespace sphlab
