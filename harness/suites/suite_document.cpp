#include "harness/suites/suite_document.hpp"

#include <fmt/format.h>

#include <string>

#include "harness/error.hpp"
#include "harness/scenarios/find_json.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {

extern const char* const suite_schema_text;

namespace {

using nlohmann::json;

json load_checked(const std::filesystem::path& file) {
  static const JsonSchema schema(suite_schema_text);
  json document = load_json(file);
  schema.check(document, file.string());
  return document;
}

}  // namespace

json load_suite_document(const std::filesystem::path& file) {
  json own = load_checked(file);
  if (!own.contains("extends")) return own;
  const auto name = own.at("extends").get<std::string>();
  json document;
  try {
    document = load_checked(find_json("suite", name, {file.parent_path()}));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: extends: {}", file.string(), error.what()));
  }
  if (document.contains("extends")) {
    throw InputError(fmt::format("{}: extends: suite \"{}\" extends {} itself. Extend that one.",
                                 file.string(), name, excerpt(document.at("extends"))));
  }
  own.erase("extends");
  document.merge_patch(own);
  return document;
}

}  // namespace sphlab
