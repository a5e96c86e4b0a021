#include "harness/scenarios/find_json.hpp"

#include <fmt/format.h>

#include <set>

#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* extension = ".json";

bool is_file(const fs::path& path) {
  std::error_code failure;
  return fs::exists(path, failure) && !fs::is_directory(path, failure);
}

/// Names of the files of `directories`, schemas left out.
std::set<std::string> known_names(const std::vector<fs::path>& directories) {
  std::set<std::string> names;
  for (const fs::path& directory : directories) {
    std::error_code failure;  // a directory that is not there has no files
    for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      const fs::path stem = entry->path().stem();
      if (entry->path().extension() == extension && stem.extension() != ".schema") {
        names.insert(stem.string());
      }
    }
  }
  return names;
}

}  // namespace

fs::path find_json(const std::string& kind, const std::string& name,
                   const std::vector<fs::path>& directories) {
  if (name.find('/') != std::string::npos || name.ends_with(extension)) {
    if (is_file(name)) return name;
    throw InputError(fmt::format("{}: no such {} file. Check the path.", name, kind));
  }
  for (const fs::path& directory : directories) {
    fs::path file = directory / (name + extension);
    if (is_file(file)) return file;
  }
  const std::set<std::string> names = known_names(directories);
  throw InputError(fmt::format("no {} is called {}. {}", kind, excerpt(nlohmann::json(name)),
                               suggestion(name, {names.begin(), names.end()})));
}

}  // namespace sphlab
