#include "harness/suites/variant_document.hpp"

#include <nlohmann/json.hpp>

#include "harness/scenarios/json_document.hpp"
#include "harness/stepping/variant_axes.hpp"
#include "harness/suites/suite_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// Whether a stage's tuning is swept, and not given.
bool is_swept(const json& choice) {
  return choice.value("tuning", json("sweep")) == "sweep";
}

}  // namespace

SuiteVariant read_variant(const json& value, const std::string& where) {
  SuiteVariant result;
  read_key(value, "runtime", result.runtime);
  read_key(value, "toolchains", result.toolchains);
  read_key(value, "physics", result.physics);
  json given = value;
  for (const Axis& axis : variant_axes()) {
    if (!axis.is_strategy || !given.contains(axis.key) || !is_swept(given[axis.key])) continue;
    result.swept.insert(axis.key);
    given[axis.key].erase("tuning");
  }
  read_axes(variant_axes(), given, where, result.variant);
  if (result.variant.automatic_cells) result.swept.insert(forces_pass);
  return result;
}

SuiteVariant load_variant(const std::filesystem::path& file) {
  const json document = load_json(file);
  check_variant_document(document, file.string());
  return read_variant(document, file.string());
}

json variant_json(const SuiteVariant& given) {
  json document = written_axes(variant_axes(), given.variant);
  for (const std::string& stage : given.swept) {
    if (document.contains(stage)) document[stage]["tuning"] = "sweep";
  }
  if (!given.runtime.empty()) document["runtime"] = given.runtime;
  if (!given.toolchains.empty()) document["toolchains"] = given.toolchains;
  if (!given.physics.empty()) document["physics"] = given.physics;
  return document;
}

bool is_variant_file(const std::string& variant) {
  return variant.find('/') != std::string::npos || variant.ends_with(".json");
}

}  // namespace sphlab
