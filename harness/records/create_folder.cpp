#include "harness/records/create_folder.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"

namespace sphlab {

void create_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!failure) return;
  throw Error(ExitCode::output,
              fmt::format("cannot create the folder {}: {}", folder.string(), failure.message()));
}

}  // namespace sphlab
