// Scenario and suite files by name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sphlab {

/// A name with a directory separator or ending in .json is a path; any other is `name`.json in the
/// first of `directories` that has it.
/// @param kind what is looked for, for messages: "scenario", "suite".
/// Throws InputError that names the nearest file when there is none.
std::filesystem::path find_json(const std::string& kind, const std::string& name,
                                const std::vector<std::filesystem::path>& directories);

}  // namespace sphlab
