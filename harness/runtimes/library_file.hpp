// Shared libraries of kernels and runtimes, opened only where the whole file is there.
#pragma once

#include <filesystem>
#include <string>

namespace sphlab {

/// Why `file` must not be opened as a library, "" where it may. The loader maps what the file's
/// headers name without asking whether it is there, and believes it: a file that was cut short
/// would end the process with SIGBUS, a damaged one with anything, and a pipe would be waited for.
/// Every byte is compared with the checksum that the build has put behind it
/// (kernels/pack/seal.py). What the loader finds by itself, such as another architecture, is not
/// looked for here.
std::string library_problem(const std::filesystem::path& file);

/// Opens a library for as long as the process lives. nullptr with the reason in `problem` where it
/// cannot be opened.
void* open_library(const std::filesystem::path& file, std::string* problem);

}  // namespace sphlab
