// Validation is valijson's; its complaints speak of constraints, so the words are found here: by
// walking the schema to the place that it complains about and asking which keyword is violated.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;
using Nodes = std::vector<const json*>;

void parse_schema(const json& text, valijson::Schema& schema) {
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(text), schema);
}

bool complies(const json& self_contained_schema, const json& value) {
  valijson::Schema schema;
  parse_schema(self_contained_schema, schema);
  return valijson::Validator().validate(schema, Adapter(value), nullptr);
}

/// The place that a complaint is about.
struct Place {
  std::string path;  ///< "geometry.fluid[0].size"
  const json* value;
  Nodes nodes;              ///< the parts of the schema that apply to the value
  std::string description;  ///< of the innermost value that has one
};

/// Walks schema and document together.
class Walk {
 public:
  Walk(const json& schema, const json& document) : schema_(schema) {
    place_.value = &document;
    add(schema);
  }

  void step(const std::string& key) {
    const bool array = place_.value->is_array();
    const char* dot = place_.path.empty() ? "" : ".";
    place_.path += array ? fmt::format("[{}]", key) : fmt::format("{}{}", dot, printable(key));
    place_.value = array ? &place_.value->at(std::stoul(key)) : &place_.value->at(key);
    const Nodes parents = std::exchange(place_.nodes, {});
    for (const json* parent : parents) {
      if (const json* child = child_schema(*parent, key)) add(*child);
    }
  }

  const Place& place() const { return place_; }

 private:
  const json* child_schema(const json& parent, const std::string& key) const {
    const auto properties = parent.find("properties");
    if (properties != parent.end() && properties->contains(key)) return &properties->at(key);
    for (const char* rest : {"additionalProperties", "items"}) {
      const auto found = parent.find(rest);
      if (found != parent.end() && found->is_object()) return &*found;
    }
    return nullptr;
  }

  /// @param is_part of what is told of the value, by allOf or if: its description is not that of
  /// the value, which may be of no such kind.
  void add(const json& node, bool is_part = false) {
    if (!is_part) place_.description = node.value("description", place_.description);
    if (node.contains("$ref")) {
      add(schema_.at(json::json_pointer(node.at("$ref").get<std::string>().substr(1))), is_part);
      return;
    }
    place_.nodes.push_back(&node);
    if (node.contains("allOf")) {
      for (const json& part : node.at("allOf")) add(part, true);
    }
    if (node.contains("if")) {
      const char* branch = complies(node.at("if"), *place_.value) ? "then" : "else";
      if (node.contains(branch)) add(node.at(branch), true);
    }
  }

  const json& schema_;
  Place place_;
};

bool has_type(const json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == value.type_name();
}

std::vector<std::string> strings(const json& one_or_more) {
  if (one_or_more.is_string()) return {one_or_more.get<std::string>()};
  return one_or_more.get<std::vector<std::string>>();
}

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

std::string wrong_type(const json& node, const json& value) {
  if (!node.contains("type")) return "";
  const std::vector<std::string> types = strings(node.at("type"));
  const auto matches = [&](const std::string& type) { return has_type(value, type); };
  if (std::any_of(types.begin(), types.end(), matches)) return "";
  return fmt::format("must be of type {}, found {}", fmt::join(types, " or "), excerpt(value));
}

std::string unknown_key(const json& node, const json& value) {
  if (!value.is_object() || node.value("additionalProperties", json()) != json(false)) return "";
  const json known = node.value("properties", json::object());
  for (const std::string& key : keys_of(value)) {
    if (known.contains(key)) continue;
    return fmt::format("unknown key {}. {}", excerpt(key), suggestion(key, keys_of(known)));
  }
  return "";
}

std::string missing_key(const json& node, const json& value) {
  if (!value.is_object()) return "";
  for (const json& key : node.value("required", json::array())) {
    if (value.contains(key.get<std::string>())) continue;
    const json properties = node.value("properties", json::object());
    const json property = properties.value(key.get<std::string>(), json::object());
    const std::string meaning = property.value("description", "");
    return fmt::format("missing key {}{}", excerpt(key),
                       meaning.empty() ? "" : fmt::format(": {}", meaning));
  }
  return "";
}

std::string wrong_choice(const json& node, const json& value) {
  if (node.contains("const") && node.at("const") != value) {
    return fmt::format("must be {}, found {}", excerpt(node.at("const")), excerpt(value));
  }
  const json choices = node.value("enum", json::array({value}));
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return "";
  std::vector<std::string> names;
  for (const json& choice : choices) {
    names.push_back(choice.is_string() ? choice.get<std::string>() : choice.dump());
  }
  const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
  return fmt::format("unknown value {}. {}", excerpt(value), suggestion(word, names));
}

std::string out_of_range(const json& node, const json& value) {
  if (!value.is_number()) return "";
  const double number = value.get<double>();
  const auto violates = [&](const char* key, auto comparison) {
    return node.contains(key) && comparison(number, node.at(key).get<double>());
  };
  const char* relation = nullptr;
  const char* keyword = nullptr;
  const auto test = [&](const char* key, auto comparison, const char* words) {
    if (violates(key, comparison)) std::tie(keyword, relation) = std::tie(key, words);
  };
  test("minimum", std::less<>(), "at least");
  test("maximum", std::greater<>(), "at most");
  test("exclusiveMinimum", std::less_equal<>(), "above");
  test("exclusiveMaximum", std::greater_equal<>(), "below");
  test(
      "multipleOf", [](double a, double b) { return std::remainder(a, b) != 0; }, "a multiple of");
  if (keyword == nullptr) return "";
  return fmt::format("must be {} {}, found {}", relation, node.at(keyword).dump(), excerpt(value));
}

std::string wrong_length(const json& node, const json& value) {
  const auto test = [&](const char* least, const char* most, std::size_t size, const char* unit) {
    const auto low = node.value(least, std::size_t{0});
    const auto high = node.value(most, std::numeric_limits<std::size_t>::max());
    if (size < low) return fmt::format("must have at least {} {}, has {}", low, unit, size);
    if (size > high) return fmt::format("must have at most {} {}, has {}", high, unit, size);
    return std::string();
  };
  if (value.is_array()) return test("minItems", "maxItems", value.size(), "items");
  if (value.is_object()) return test("minProperties", "maxProperties", value.size(), "keys");
  if (!value.is_string()) return "";
  const auto& text = value.get_ref<const std::string&>();
  std::string wrong = test("minLength", "maxLength", text.size(), "characters");
  const json pattern_only = {{"pattern", node.value("pattern", "")}};
  if (wrong.empty() && !complies(pattern_only, value)) {
    wrong = fmt::format("must match {}, found {}", node.at("pattern").dump(), excerpt(value));
  }
  return wrong;
}

/// Problem at `place`, or "" when no keyword known here finds one.
std::string explain(const Place& place) {
  for (const auto reason :
       {wrong_type, unknown_key, missing_key, wrong_choice, out_of_range, wrong_length}) {
    for (const json* node : place.nodes) {
      std::string what = reason(*node, *place.value);
      if (!what.empty()) return what;
    }
  }
  return "";
}

/// valijson writes a path as "<root>", "[key]", "[0]".
Place find_place(const json& schema, const json& document,
                 const std::vector<std::string>& context) {
  Walk walk(schema, document);
  for (std::size_t i = 1; i < context.size(); ++i) {
    walk.step(context[i].substr(1, context[i].size() - 2));
  }
  return walk.place();
}

}  // namespace

struct JsonSchema::State {
  json text;
  valijson::Schema schema;
};

JsonSchema::JsonSchema(const std::string& text) : state_(std::make_unique<State>()) {
  state_->text = json::parse(text);
  parse_schema(state_->text, state_->schema);
}
JsonSchema::~JsonSchema() = default;
JsonSchema::JsonSchema(JsonSchema&&) noexcept = default;
JsonSchema& JsonSchema::operator=(JsonSchema&&) noexcept = default;

void JsonSchema::check(const json& document, const std::string& source) const {
  valijson::ValidationResults results;
  if (valijson::Validator().validate(state_->schema, Adapter(document), &results)) return;
  const auto deepest = std::max_element(
      results.begin(), results.end(),
      [](const auto& a, const auto& b) { return a.context.size() < b.context.size(); });
  const Place place = find_place(state_->text, document, deepest->context);
  std::string what = explain(place);
  if (what.empty()) what = deepest->description;
  if (!what.ends_with('.')) what += '.';
  const char* colon = place.path.empty() ? "" : ": ";
  const char* blank = place.description.empty() ? "" : " ";
  throw InputError(
      fmt::format("{}: {}{}{}{}{}", source, place.path, colon, what, blank, place.description));
}

}  // namespace sphlab
