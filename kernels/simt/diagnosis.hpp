// Why the threads of a block wait for ever, in words.
#pragma once

#include <vector>

#include "kernels/simt/thread_state.hpp"

namespace sphlab::gpu::simt {

/// The fault of the current block, none of whose threads can go on and not all of which have ended.
KernelFault diagnose_divergence(const std::vector<ThreadState>& threads, unsigned warp_width);

/// "ballot (file:line), mask 0xff": a collective and where it stands.
std::string text_of(const Request& request);

}  // namespace sphlab::gpu::simt
