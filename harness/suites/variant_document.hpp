// Reads and writes a variant as JSON: an element of a suite's "variants", or a file of its own.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/suites/suite.hpp"

namespace sphlab {

/// Reads a variant that the suite's schema has checked already. Throws InputError for what the
/// schema cannot say. @param where file and path of the key, for messages.
SuiteVariant read_variant(const nlohmann::json& value, const std::string& where);

/// Reads and checks a file that holds one variant, as it would stand in a suite. Throws InputError
/// that names the file, the key and the remedy.
SuiteVariant load_variant(const std::filesystem::path& file);

/// The inverse of read_variant(): a stage that is not swept has its tuning, {} for the defaults.
nlohmann::json variant_json(const SuiteVariant& given);

/// Whether what a user gives as a variant is the path of a file, not a name.
bool is_variant_file(const std::string& variant);

}  // namespace sphlab
