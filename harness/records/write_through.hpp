// Bytes that are on the disk.
#pragma once

#include <string_view>

namespace sphlab {

/// Writes all of `text` and waits for the disk. Returns 0 or errno.
int write_through(int descriptor, std::string_view text);

}  // namespace sphlab
