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

void add_if_there(const fs::path& directory, std::vector<fs::path>* directories) {
  if (!fs::is_directory(directory)) return;
  const fs::path canonical = fs::canonical(directory);
  if (std::find(directories->begin(), directories->end(), canonical) == directories->end()) {
    directories->push_back(canonical);
  }
}

/// Folders above the executable may hold anything: only one with the schema is ours.
void add_if_scenarios(const fs::path& directory, std::vector<fs::path>* directories) {
  if (fs::exists(directory / "scenario.schema.json")) add_if_there(directory, directories);
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
