// The scenario and suite files of some folders.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sphlab {

/// The .json files of `folders` by name, without schemas, which lie beside what they describe.
/// Where two folders have a name, the first folder's, as when it is looked up. Throws InputError
/// for a folder that cannot be read.
std::map<std::string, std::filesystem::path> documents(
    const std::vector<std::filesystem::path>& folders);

/// Names of such files.
std::vector<std::string> document_names(const std::vector<std::filesystem::path>& folders);

}  // namespace sphlab
