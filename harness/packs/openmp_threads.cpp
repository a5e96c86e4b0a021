#include "harness/packs/openmp_threads.hpp"

#include <dlfcn.h>

namespace sphlab {

std::optional<int> openmp_threads(const LoadedPack& pack) {
  if (pack.library == nullptr) return std::nullopt;
  // Looked up in the pack's library and what that needs. A call of the same name from here, or from
  // the pack itself, would reach the harness's runtime, which the process has loaded first.
  auto* most_threads = reinterpret_cast<int (*)()>(dlsym(pack.library, "omp_get_max_threads"));
  return most_threads == nullptr ? std::nullopt : std::optional(most_threads());
}

}  // namespace sphlab
