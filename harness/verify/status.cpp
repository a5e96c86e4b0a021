#include "harness/verify/status.hpp"

#include <fmt/format.h>

namespace sphlab {

std::string status_of(const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    if (check.passed) continue;
    return fmt::format("{}: {} ({:.3g}, tolerance {:.3g})", check.name, check.detail, check.value,
                       check.tolerance);
  }
  return checks.empty() ? "nothing was checked" : "ok";
}

}  // namespace sphlab
