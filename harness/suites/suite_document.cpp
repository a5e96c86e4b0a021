#include "harness/suites/suite_document.hpp"

#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {

extern const char* const suite_schema_text;

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
