// Where packs, runtimes, scenarios and suites are looked for.
#pragma once

#include <filesystem>
#include <vector>

namespace sphlab {

/// Folders of kernel packs and runtimes: those given, those of SPHLAB_PACK_PATH (separated by
/// colons), and ../lib of the executable. A folder that was named is kept even when it is not
/// there, so that the user is told; of the default only what exists.
std::vector<std::filesystem::path> pack_directories(
    const std::vector<std::filesystem::path>& given);

/// Folders of scenarios: those given, ../share/sphlab/scenarios of the executable, and the source
/// tree's scenarios/ when the executable lies in a build folder inside it.
std::vector<std::filesystem::path> scenario_directories(
    const std::vector<std::filesystem::path>& given);

/// The suites/ folders of `scenarios`, where there are any.
std::vector<std::filesystem::path> suite_directories(
    const std::vector<std::filesystem::path>& scenarios);

}  // namespace sphlab
