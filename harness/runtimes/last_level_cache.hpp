// How large the last cache before the memory of a CPU is.
#pragma once

#include <cstddef>
#include <filesystem>

namespace sphlab {

/// Bytes of the cache of the highest level that the system tells of. Where it tells of none, what
/// sysconf() says, or 0: in a virtual machine glibc 2.36 takes a share of a processor's cache for
/// ten times as much.
/// @param caches a folder for each cache of a processor, with files `level` and `size`.
std::size_t last_level_cache_bytes(
    const std::filesystem::path& caches = "/sys/devices/system/cpu/cpu0/cache");

}  // namespace sphlab
