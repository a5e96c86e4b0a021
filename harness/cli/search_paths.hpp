// Folders of packs, runtimes, scenarios and suites.
#pragma once

#include <filesystem>
#include <vector>

namespace sphlab {

/// Folders of kernel packs and runtimes: those given, those of SPHLAB_PACK_PATH (separated by
/// colons), and ../lib of the executable. A folder that was named is kept even when it is not
/// there, so that the user is told; of the default only what exists.
std::vector<std::filesystem::path> pack_directories(
    const std::vector<std::filesystem::path>& given);

/// Folders of scenarios: those given, ../share/sphlab/scenarios of the executable, scenarios/ in
/// any folder above it (a build folder inside the source tree), and scenarios/ in the current
/// folder.
std::vector<std::filesystem::path> scenario_directories(
    const std::vector<std::filesystem::path>& given);

/// The suites/ folders of `scenarios`, where there are any.
std::vector<std::filesystem::path> suite_directories(
    const std::vector<std::filesystem::path>& scenarios);

}  // namespace sphlab
