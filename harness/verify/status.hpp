// A verdict out of many checks.
#pragma once

#include <string>
#include <vector>

#include "harness/verify/check.hpp"

namespace sphlab {

/// "ok" when there are checks and all have passed; else the first that failed: "name: detail".
std::string status_of(const std::vector<Check>& checks);

}  // namespace sphlab
