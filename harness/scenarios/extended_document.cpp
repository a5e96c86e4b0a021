#include "harness/scenarios/extended_document.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "harness/error.hpp"
#include "harness/scenarios/find_json.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using Folders = std::vector<std::filesystem::path>;

std::map<std::string, Folders>& folders_by_kind() {
  static std::map<std::string, Folders> folders;
  return folders;
}

json load_checked(const std::filesystem::path& file, const DocumentCheck& check) {
  json document = load_json(file);
  if (check) check(document, file.string());
  return document;
}

/// The document that `name` means in `file`: a path is one beside it, before it is one from where
/// the command runs, so that a file and what it extends can be moved together.
std::filesystem::path find_extended(const std::string& kind, const std::string& name,
                                    const std::filesystem::path& file) {
  std::filesystem::path beside = file.parent_path() / name;
  std::error_code failure;
  if (std::filesystem::is_regular_file(beside, failure)) return beside;
  Folders folders = folders_by_kind()[kind];
  const std::filesystem::path own_folder = file.parent_path();
  // one of the user's may have the name of the one that it extends
  const bool is_itself = std::filesystem::equivalent(own_folder / (name + ".json"), file, failure);
  if (!is_itself) folders.insert(folders.begin(), own_folder);
  return find_json(kind, name, folders);
}

}  // namespace

void look_up_extended_in(const std::string& kind, std::vector<std::filesystem::path> folders) {
  folders_by_kind()[kind] = std::move(folders);
}

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
