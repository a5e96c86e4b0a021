// Turns errors into messages and exit codes.
#pragma once

#include <functional>
#include <string>

#include "harness/error.hpp"

namespace sphlab {

/// Runs `body`. Whatever it throws becomes an exit code, and a line in `message` that tells the
/// user what is wrong; "" when nothing was thrown.
ExitCode exit_status_of(const std::function<void()>& body, std::string* message);

}  // namespace sphlab
