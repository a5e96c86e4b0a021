#include "harness/cli/documents.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {

namespace fs = std::filesystem;

std::map<std::string, fs::path> documents(const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> files;
  for (const fs::path& folder : folders) {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
      const fs::path& file = entry.path();
      if (file.extension() != ".json" || file.stem().extension() == ".schema") continue;
      files.emplace(file.stem().string(), file);
    }
    if (failure) {
      throw InputError(fmt::format("cannot read {}: {}", folder.string(), failure.message()));
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
