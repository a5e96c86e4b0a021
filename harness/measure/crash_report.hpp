// Whose code it was that ended the process: a kernel pack is a library, and may do what it likes.
#pragma once

#include "harness/measure/contender.hpp"

namespace sphlab {

/// From now on, a signal such as SIGSEGV that is raised while WorkingFor a contender ends the
/// process with a line on stderr that names the contender and the signal, and with an exit code:
/// verification where it is the candidate of a duel, device for any other. Outside, such a signal
/// does what it always does. Nothing is flushed: records are on the disk already.
void report_crashes();

/// While this lives, the process runs code of a contender's pack. They do not nest.
class WorkingFor {
 public:
  explicit WorkingFor(const Contender& contender);
  ~WorkingFor();
  WorkingFor(const WorkingFor&) = delete;
  WorkingFor& operator=(const WorkingFor&) = delete;
};

}  // namespace sphlab
