// A suite's JSON, with what it takes from another suite.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace sphlab {

/// Reads a suite and checks it against its schema. One that names another in "extends", of its own
/// folder or by a path, is that one with its own keys merged in: objects key by key, all else
/// replaced (RFC 7396).
/// Throws InputError for either file, and where the other one extends a third.
nlohmann::json load_suite_document(const std::filesystem::path& file);

}  // namespace sphlab
