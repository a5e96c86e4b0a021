// Reports what the code of a pack has done to the process: it may crash, exit or close files.
#pragma once

#include <string>

#include "harness/error.hpp"
#include "harness/measure/process_state.hpp"

namespace sphlab {

/// Installs handlers of signals such as SIGSEGV: one that is raised while WorkingFor a variant ends
/// the process with a line on stderr that names variant and signal, and with its exit code; any
/// other does what it always does. Nothing is flushed: records and frames are on the disk already.
/// Other ends of the process are told by the one that watches it (harness/cli/supervisor.hpp).
/// @param kept what the line says of what was done before, as "finished records are kept".
void report_crashes(const std::string& kept);

/// Marks, while it lives, that the process runs code of a variant's pack. They do not nest.
class WorkingFor {
 public:
  /// @param label of the variant, and by which pack it is. @param code of the process that it ends:
  /// verification where it is the candidate of a duel, device for any other.
  explicit WorkingFor(const std::string& label, ExitCode code = ExitCode::device);
  ~WorkingFor();
  WorkingFor(const WorkingFor&) = delete;
  WorkingFor& operator=(const WorkingFor&) = delete;

  /// Throws Error with the code where the process is not what it was: files were closed, processes
  /// begun, or the floating-point mode of its threads changed, which is restored. Ends a copy of
  /// the process that a fork in the pack has left here.
  /// @param on_host whether the pack's code may have run in the threads of the harness.
  void require_intact(bool on_host) const;

 private:
  ExitCode code_;
  ProcessState before_;
};

}  // namespace sphlab
