// A file that is whole or not there, and the folder for it.
#pragma once

#include <filesystem>
#include <string_view>

namespace sphlab {

/// Makes a folder with those above it, where they are not there. Throws Error(output) that names
/// the folder and the reason.
void create_folder(const std::filesystem::path& folder);

/// Writes `content` to a temporary file beside `file` and renames it, so that a reader never sees
/// half of it. Throws Error(output) that names the file and the reason.
void write_atomically(const std::filesystem::path& file, std::string_view content);

}  // namespace sphlab
