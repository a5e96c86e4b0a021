// Measurements on the host begin with the OpenMP settings of
// harness/runtimes/openmp_environment.hpp.
#pragma once

#include <string>

namespace sphlab {

/// Completes the OpenMP environment for the runtime "host", and where that lacked anything starts
/// this process again with the same arguments: the harness's own OpenMP runtime has read the
/// environment before main(). Does nothing for another runtime; of a suite with stages that the
/// host computes beside a device, ask for "host". Call it before a file is opened or a thread
/// started. Throws Error(failure) that names the variables to set where the process cannot be
/// started again.
void require_openmp_environment(const std::string& runtime);

}  // namespace sphlab
