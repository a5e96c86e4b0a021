// Hashes a JSON value whatever the way it is written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sphlab {

/// FNV-1a with 64 bits over a canonical form of `value`, as 16 hex digits. Keys are sorted, and a
/// number is hashed as the 64 bits of a double, so that 1980, 1980.0 and 1.98e3 are one number. The
/// same function is analysis/recorded/content_hash.py.
std::string content_hash(const nlohmann::json& value);

}  // namespace sphlab
