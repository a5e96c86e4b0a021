// Checks what a suite's schema cannot: keys that contradict each other, and numbers without an end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/suites/suite.hpp"

namespace sphlab {

/// Throws InputError where a suite asks for what it excludes, for the same thing twice, or for more
/// than ever ends.
/// @param document of the suite, which has passed its schema. @param suite made of it.
/// @param source the file, for messages.
void check_suite(const nlohmann::json& document, const Suite& suite, const std::string& source);

/// Keys of a policy that have no effect beside others that it says, for the reader.
std::vector<std::string> keys_without_effect(const nlohmann::json& document);

/// Takes states out that an earlier entry of `scenarios` has of the same scenario with the same
/// parameters: one override for all makes such. Returns what was taken, for the reader.
std::vector<std::string> take_out_repeated(std::vector<SuiteScenario>& scenarios);

/// Key of a variant, equal for two that are one wherever they run.
std::string variant_key(const SuiteVariant& variant);

}  // namespace sphlab
