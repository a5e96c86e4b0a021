// What the executor's own sources share.
#pragma once

#include <string>

#include "kernels/gpu/simt_executor.hpp"

namespace sphlab::gpu::simt {

/// "block b, thread t": the thread that is running.
std::string here();

/// Makes `fault` the one that error_text() tells of. Returns its code.
int record_failure(const KernelFault& fault);

}  // namespace sphlab::gpu::simt
