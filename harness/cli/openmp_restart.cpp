#include "harness/cli/openmp_restart.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "harness/cli/own_program.hpp"
#include "harness/cli/streams.hpp"
#include "harness/error.hpp"
#include "harness/runtimes/openmp_environment.hpp"

namespace sphlab {
void require_openmp_environment(const std::string& runtime) {
  if (runtime != "host") return;
  const std::string note = quota_note();
  if (!note.empty()) print_notice(note + "\n");
  if (!complete_openmp_environment()) return;
  start_own_program_again();
  throw Error(ExitCode::failure,
              fmt::format("cannot start again with the settings of OpenMP that measurements on the "
                          "host need ({}); set these variables yourself: {}",
                          std::strerror(errno), openmp_environment()));
}

}  // namespace sphlab
