// Finds how much memory this process can still get.
#pragma once

#include <cstddef>
#include <filesystem>

namespace sphlab {

/// The smallest of what the kernel says is available (MemAvailable) and what the memory limits of
/// this process's control groups (version 1 or 2) leave, page cache counted as free. [bytes]
///
/// @param root where proc/ and sys/ are found; not "/" only in tests.
/// What cannot be read sets no limit: without any, the largest std::size_t.
std::size_t available_host_memory(const std::filesystem::path& root = "/");

}  // namespace sphlab
