// --life trigger=displacement,expansion=1.05
#pragma once

#include <string>

#include "harness/scenarios/rebuild_policy.hpp"

namespace sphlab {

/// Parses the keys of a suite's "list_life" as "key=value", separated by commas: "interval=5",
/// "interval=20,expansion=1.1", "trigger=displacement,expansion=1.05".
/// Throws Error(usage) that quotes the option and names the nearest key, the bounds or the remedy.
RebuildPolicy parse_rebuild_policy(const std::string& text);

}  // namespace sphlab
