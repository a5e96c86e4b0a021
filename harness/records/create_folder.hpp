// The folder of what is about to be written.
#pragma once

#include <filesystem>

namespace sphlab {

/// Makes a folder with those above it, where they are not there. Throws Error(output) that names
/// the folder and the reason.
void create_folder(const std::filesystem::path& folder);

}  // namespace sphlab
