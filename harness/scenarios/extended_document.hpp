// Scenarios and suites that say how they differ from another one.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sphlab {

/// Called with each document that is read, before they are merged, and its file.
using DocumentCheck = std::function<void(const nlohmann::json& document, const std::string& file)>;

/// Where names behind "extends" are looked up for documents of a kind, once their own folder has
/// none. To be called before documents are read, from one thread.
void look_up_extended_in(const std::string& kind, std::vector<std::filesystem::path> folders);

/// Reads `file`, and where its key "extends" names another document of its folder or of those of
/// look_up_extended_in(), or a path from its folder or from the working directory, that one with
/// what `file` says in its place (a JSON merge patch: null takes a key away). The other one must
/// not extend any itself.
///
/// @param kind for messages: "scenario", "suite". @param check may be empty.
/// Throws InputError that names the file and "extends" where the other one is at fault.
nlohmann::json load_extended_json(const std::string& kind, const std::filesystem::path& file,
                                  const DocumentCheck& check = {});

}  // namespace sphlab
