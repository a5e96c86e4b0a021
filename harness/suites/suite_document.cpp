#include "harness/suites/suite_document.hpp"

#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {

extern const char* const suite_schema_text;
extern const char* const scenario_schema_text;

namespace {

/// Whether `document` has a key that `own` tells of, and `others` does not.
bool has_key_of(const nlohmann::json& document, const char* own, const char* others) {
  const auto keys_of = [](const char* schema) {
    return nlohmann::json::parse(schema).at("properties");
  };
  const nlohmann::json known = keys_of(own);
  const nlohmann::json shared = keys_of(others);
  if (!document.is_object()) return false;
  for (const auto& [key, value] : document.items()) {
    if (key != "extends" && known.contains(key) && !shared.contains(key)) return true;
  }
  return false;
}

}  // namespace

bool has_key_of_suites(const nlohmann::json& document) {
  return has_key_of(document, suite_schema_text, scenario_schema_text);
}

bool has_key_of_scenarios(const nlohmann::json& document) {
  return has_key_of(document, scenario_schema_text, suite_schema_text);
}

nlohmann::json load_suite_document(const std::filesystem::path& file) {
  static const JsonSchema schema(suite_schema_text);
  return load_extended_json("suite", file,
                            [](const nlohmann::json& document, const std::string& source) {
                              schema.check(document, source);
                            });
}

void check_variant_document(const nlohmann::json& variant, const std::string& source) {
  static const JsonSchema schema = [] {
    const auto of_suites = nlohmann::json::parse(suite_schema_text);
    const nlohmann::json of_a_variant = {
        {"allOf", {{{"$ref", "#/definitions/variant"}}}},
        {"definitions", of_suites.at("definitions")},
    };
    return JsonSchema(of_a_variant.dump());
  }();
  schema.check(variant, source);
}

}  // namespace sphlab
