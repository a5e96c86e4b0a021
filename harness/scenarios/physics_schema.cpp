#include "harness/scenarios/physics_schema.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/scenarios/outside_physics.hpp"

namespace sphlab {

extern const char* const scenario_schema_text;

namespace {

using nlohmann::json;

/// scenarios/scenario.schema.json as it stands.
const json& schema_without_physics() {
  static const json schema = json::parse(scenario_schema_text);
  return schema;
}

/// The definition that lists the constants which a physics shares with others: that of its
/// equations, or where there is none, that of any.
std::string shared_definition(const PhysicsKind& kind, const json& definitions) {
  if (!kind.is_outside && definitions.contains(kind.equations)) return kind.equations;
  if (kind.is_potential()) return "lj-potential";
  const bool has_second_fluid = (kind.sources & mask_of(ParticleType::second_fluid)) != 0;
  return has_second_fluid ? "wcsph-outside-two-fluids" : "wcsph-outside";
}

/// "number above 0, below 0.5"
std::string range_of(const ConstantDescription& constant) {
  const char* from = constant.excludes_least ? "above" : "from";
  if (constant.most >= ConstantDescription{}.most)
    return fmt::format("number {} {:g}{}", from, constant.least,
                       constant.excludes_least ? "" : " on");
  return fmt::format("number {} {:g}{} {:g}", from, constant.least,
                     constant.excludes_most ? ", below" : " to", constant.most);
}

json quantity(const ConstantDescription& constant) {
  json value = {{"type", "number"}};
  value[constant.excludes_least ? "exclusiveMinimum" : "minimum"] = constant.least;
  value[constant.excludes_most ? "exclusiveMaximum" : "maximum"] = constant.most;
  const std::string usual =
      constant.is_optional ? fmt::format(", {:g} where left out", constant.usual) : "";
  return {{"description", fmt::format("{} Write {{\"value\": {}, \"unit\": \"{}\"}}{}.",
                                      constant.meaning, range_of(constant), constant.unit, usual)},
          {"type", "object"},
          {"additionalProperties", false},
          {"required", {"value", "unit"}},
          {"properties", {{"value", value}, {"unit", {{"const", constant.unit}}}}}};
}

/// Lists the constants that a physics shares with others, and its own.
json constants_of(const PhysicsKind& kind, const json& definitions) {
  json constants = definitions.at(shared_definition(kind, definitions));
  for (const ConstantDescription& constant : kind.all_own_constants()) {
    constants["properties"][constant.key] = quantity(constant);
    if (!constant.is_optional) constants["required"].push_back(constant.key);
  }
  // Its own constants tell how fast sound is, or the scenario does.
  if (kind.is_outside && !kind.is_potential()) {
    if (kind.questions.sound_speed == nullptr) {
      constants["required"].push_back("sound_speed");
    } else {
      constants["properties"].erase("sound_speed");
    }
  }
  return constants;
}

json schema_with_physics() {
  json schema = schema_without_physics();
  json& physics = schema.at("properties").at("physics");
  json& names = physics["properties"]["name"]["enum"];
  for (const PhysicsKind* kind : all_physics()) {
    names.push_back(kind->name);
    const json is_named = {{"properties", {{"name", {{"const", kind->name}}}}},
                           {"required", {"name"}}};
    physics["allOf"].push_back(
        {{"if", is_named}, {"then", constants_of(*kind, schema.at("definitions"))}});
  }
  return schema;
}

}  // namespace

const JsonSchema& schema_of_scenarios() {
  static MadeOfPhysics<JsonSchema> schemas([] { return JsonSchema(schema_with_physics().dump()); });
  return schemas.get();
}

bool is_shared_constant(const PhysicsKind& kind, std::string_view key) {
  const json& definitions = schema_without_physics().at("definitions");
  const json& shared = definitions.at(shared_definition(kind, definitions));
  return shared.at("properties").contains(std::string(key));
}

}  // namespace sphlab
