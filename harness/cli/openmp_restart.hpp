// Measurements on the host begin with the OpenMP settings of
// harness/runtimes/openmp_environment.hpp.
#pragma once

#include <string>

namespace sphlab {

/// Of a runtime other than "host", nothing; of a suite with stages that the host computes beside a
/// device, ask for "host". Else completes the environment, and where that lacked
/// anything starts this process again, with the same words: the harness's own OpenMP runtime has
/// read the environment before main(). Call it before a file is opened or a thread started. Throws
/// Error(failure) that names the variables to set where the process cannot be started again.
void require_openmp_environment(const std::string& runtime);

}  // namespace sphlab
