// A file that is whole or not there.
#pragma once

#include <filesystem>
#include <string_view>

namespace sphlab {

/// Writes `content` to a temporary file beside `file` and renames it, so that a reader never sees
/// half of it. Throws Error(output) that names the file and the reason.
void write_atomically(const std::filesystem::path& file, std::string_view content);

/// For a command to call before it begins. Throws Error(output) where the file is there already.
/// @param option that names another, for the message.
void require_no_file(const std::filesystem::path& file, std::string_view option);

}  // namespace sphlab
