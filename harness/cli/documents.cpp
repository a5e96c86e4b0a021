#include "harness/cli/documents.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {

namespace fs = std::filesystem;

std::map<std::string, fs::path> documents(const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> files;
  for (const fs::path& folder : folders) {
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      const fs::path& file = entry->path();
      if (file.extension() != ".json" || file.stem().extension() == ".schema") continue;
      files.emplace(file.stem().string(), file);
    }
    if (failure) {
      throw InputError(fmt::format("cannot read the folder {}: {}; check --scenario-dir",
                                   folder.string(), failure.message()));
    }
  }
  return files;
}

std::vector<std::string> document_names(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const auto& [name, file] : documents(folders)) names.push_back(name);
  return names;
}

}  // namespace sphlab
