#include "harness/scenarios/extended_document.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"
#include "harness/scenarios/find_json.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

json load_checked(const std::filesystem::path& file, const DocumentCheck& check) {
  json document = load_json(file);
  if (check) check(document, file.string());
  return document;
}

/// The document that `name` means in `file`: a path is one beside it, before it is one from where
/// the command runs, so that a file and what it extends can be moved together.
std::filesystem::path find_extended(const std::string& kind, const std::string& name,
                                    const std::filesystem::path& file) {
  const std::filesystem::path beside = file.parent_path() / name;
  std::error_code failure;
  if (std::filesystem::is_regular_file(beside, failure)) return beside;
  return find_json(kind, name, {file.parent_path()});
}

}  // namespace

json load_extended_json(const std::string& kind, const std::filesystem::path& file,
                        const DocumentCheck& check) {
  json own = load_checked(file, check);
  if (!own.is_object() || !own.contains("extends")) return own;
  const json& name = own.at("extends");
  if (!name.is_string()) {
    throw InputError(fmt::format("{}: extends: must be the name of a {}, found {}.", file.string(),
                                 kind, excerpt(name)));
  }
  json document;
  try {
    document = load_checked(find_extended(kind, name, file), check);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: extends: {}", file.string(), error.what()));
  }
  if (document.contains("extends")) {
    throw InputError(fmt::format("{}: extends: {} {} extends {} itself. Extend that one.",
                                 file.string(), kind, excerpt(name),
                                 excerpt(document.at("extends"))));
  }
  own.erase("extends");
  document.merge_patch(own);
  return document;
}

}  // namespace sphlab
