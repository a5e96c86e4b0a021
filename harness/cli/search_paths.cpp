#include "harness/cli/search_paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

fs::path executable_directory() {
  return fs::read_symlink("/proc/self/exe").parent_path();
}

/// Adds a folder that is there. One that may not be looked into counts as absent: nobody has named
/// it.
void add_if_there(const fs::path& directory, std::vector<fs::path>* directories) {
  std::error_code failure;
  if (!fs::is_directory(directory, failure)) return;
  const fs::path canonical = fs::canonical(directory, failure);
  if (failure) return;
  if (std::find(directories->begin(), directories->end(), canonical) == directories->end()) {
    directories->push_back(canonical);
  }
}

/// Adds a folder above the executable where it holds our schema: others may hold anything.
void add_if_scenarios(const fs::path& directory, std::vector<fs::path>* directories) {
  std::error_code failure;
  if (fs::exists(directory / "scenario.schema.json", failure)) add_if_there(directory, directories);
}

}  // namespace

std::vector<fs::path> pack_directories(const std::vector<fs::path>& given) {
  std::vector<fs::path> directories = given;
  if (const char* variable = std::getenv("SPHLAB_PACK_PATH")) {
    std::istringstream list(variable);
    for (std::string directory; std::getline(list, directory, ':');) {
      if (!directory.empty()) directories.emplace_back(directory);
    }
  }
  add_if_there(executable_directory() / ".." / "lib", &directories);
  return directories;
}

std::vector<fs::path> scenario_directories(const std::vector<fs::path>& given) {
  std::vector<fs::path> directories = given;
  const fs::path start = executable_directory();
  add_if_there(start / ".." / "share" / "sphlab" / "scenarios", &directories);
  for (fs::path folder = start; folder != folder.root_path(); folder = folder.parent_path()) {
    add_if_scenarios(folder / "scenarios", &directories);
  }
  add_if_scenarios("scenarios", &directories);
  return directories;
}

std::vector<fs::path> suite_directories(const std::vector<fs::path>& scenarios) {
  std::vector<fs::path> directories;
  for (const fs::path& folder : scenarios) add_if_there(folder / "suites", &directories);
  return directories;
}

}  // namespace sphlab
