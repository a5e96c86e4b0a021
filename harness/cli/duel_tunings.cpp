#include "harness/cli/duel_tunings.hpp"

#include <fmt/format.h>

#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

constexpr const char* schema = R"({
  "type": "array",
  "minItems": 1,
  "items": {
    "description": "a duel maps stages to tuning values, as in {\"forces\": {\"extra\": 40}}",
    "type": "object",
    "additionalProperties": {
      "description": "a stage maps tuning parameters to whole numbers",
      "type": "object",
      "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 4294967295}
    }
  }
})";

}  // namespace

std::vector<Tunings> read_duel_tunings(const std::filesystem::path& file) {
  const nlohmann::json document = load_json(file);
  JsonSchema(schema).check(document, file.string());
  return document.get<std::vector<Tunings>>();
}

}  // namespace sphlab
