// Loads a suite's JSON, with what it takes from another suite.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

/// Reads a suite and checks it against its schema. One that names another in "extends", of its own
/// folder or by a path, is that one with its own keys merged in: objects key by key, all else
/// replaced (RFC 7396).
/// Throws InputError for either file, and where the other one extends a third.
nlohmann::json load_suite_document(const std::filesystem::path& file);

/// Checks one variant against the schema of those of a suite. Throws InputError that names
/// `source`.
void check_variant_document(const nlohmann::json& variant, const std::string& source);

/// Whether a document has a key that suites have and scenarios have not, and the other way round.
bool has_key_of_suites(const nlohmann::json& document);
bool has_key_of_scenarios(const nlohmann::json& document);

/// Takes the value of a key, where the object has it. The schema has checked its type.
template <class T>
void read_key(const nlohmann::json& object, const char* key, T& value) {
  if (object.contains(key)) value = object.at(key).get<T>();
}

}  // namespace sphlab
