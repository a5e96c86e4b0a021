// How the executor's own sources report failures.
#pragma once

#include <string>

#include "kernels/simt/executor.hpp"

namespace sphlab::gpu::simt {

/// "block b, thread t": the thread that is running.
std::string here();

/// What is being handled, as a fault of the thread that is running. Call in a handler.
KernelFault current_fault();

/// Makes `fault` the one that error_text() tells of. Returns its code.
int record_failure(const KernelFault& fault);

}  // namespace sphlab::gpu::simt
