// The request to stop, by Ctrl-C or SIGTERM. It is made of the process, so there is one; what takes
// long asks for it.
#pragma once

#include <stdexcept>

namespace sphlab {

/// Makes the request, or takes it back. A signal handler may do so.
void request_stop(bool requested) noexcept;

/// Whether it stands. Costs as little as reading a variable, and any thread may ask.
bool stop_requested() noexcept;

/// What was begun is left where it is.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Throws Interrupted where a stop is requested.
void stop_if_requested();

}  // namespace sphlab
