// Where one thread of a running block stands.
#pragma once

#include "kernels/simt/executor.hpp"

namespace sphlab::gpu::simt {

enum class Progress {
  unstarted,
  ready,          ///< released from what it waited for
  at_barrier,     ///< request holds the site
  at_collective,  ///< request holds what it brings
  ended,
};

struct ThreadState {
  Progress progress = Progress::unstarted;
  Request request{};
  Response response{};
};

/// Whether two requests are the same collective, as all lanes of its mask must reach it.
bool same_collective(const Request& a, const Request& b);

}  // namespace sphlab::gpu::simt
