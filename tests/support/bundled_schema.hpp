// A schema that lies beside that of a record, with that inside where it refers to it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/scenarios/json_document.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// @param name as "best.schema.json".
inline JsonSchema bundled_schema(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(SPHLAB_SOURCE_DIR) / "harness/records";
  const std::string own =
      replaced(file_text(folder / name), "\"record.schema.json#/", "\"#/definitions/record/");
  const std::string record = replaced(file_text(folder / "record.schema.json"), "\"#/definitions/",
                                      "\"#/definitions/record/definitions/");
  nlohmann::json schema = nlohmann::json::parse(own);
  schema["definitions"]["record"] = nlohmann::json::parse(record);
  return JsonSchema(schema.dump());
}

}  // namespace sphlab
