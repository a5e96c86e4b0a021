#include "harness/suites/suite_document.hpp"

#include <optional>

#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/outside_physics.hpp"

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

/// The schema, in which a variant may name every pass of every formulation.
nlohmann::json suite_schema() {
  auto schema = nlohmann::json::parse(suite_schema_text);
  nlohmann::json& definitions = schema.at("definitions");
  nlohmann::json& of_variant = definitions.at("variant").at("properties");
  for (const PhysicsKind* kind : all_physics()) {
    for (const PassDescription& pass : kind->all_passes()) {
      if (of_variant.contains(pass.name)) continue;
      of_variant[pass.name] = {{"$ref", "#/definitions/strategy"}};
    }
  }
  return schema;
}

}  // namespace

bool has_key_of_suites(const nlohmann::json& document) {
  return has_key_of(document, suite_schema_text, scenario_schema_text);
}

bool has_key_of_scenarios(const nlohmann::json& document) {
  return has_key_of(document, scenario_schema_text, suite_schema_text);
}

nlohmann::json load_suite_document(const std::filesystem::path& file) {
  static MadeOfPhysics<JsonSchema> schemas([] { return JsonSchema(suite_schema().dump()); });
  const JsonSchema& schema = schemas.get();
  return load_extended_json("suite", file,
                            [&schema](const nlohmann::json& document, const std::string& source) {
                              schema.check(document, source);
                            });
}

void check_variant_document(const nlohmann::json& variant, const std::string& source) {
  static MadeOfPhysics<JsonSchema> schemas([] {
    const nlohmann::json schema = {{"allOf", {{{"$ref", "#/definitions/variant"}}}},
                                   {"definitions", suite_schema().at("definitions")}};
    return JsonSchema(schema.dump());
  });
  schemas.get().check(variant, source);
}

}  // namespace sphlab
