// Scenarios and suites that say how they differ from another one.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

/// Called with each document that is read, before they are merged, and its file.
using DocumentCheck = std::function<void(const nlohmann::json& document, const std::string& file)>;

/// Reads `file`, and where its key "extends" names another document of its folder, or a path from
/// there or from the working directory, that one with what `file` says in its place (a JSON merge
/// patch: null takes a key away). The other one must not extend any itself.
///
/// @param kind for messages: "scenario", "suite". @param check may be empty.
/// Throws InputError that names the file and "extends" where the other one is at fault.
nlohmann::json load_extended_json(const std::string& kind, const std::filesystem::path& file,
                                  const DocumentCheck& check = {});

}  // namespace sphlab
