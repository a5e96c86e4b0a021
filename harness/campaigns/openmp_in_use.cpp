#include "harness/campaigns/openmp_in_use.hpp"

#include <fmt/format.h>
#include <omp.h>

#include "harness/error.hpp"
#include "harness/packs/openmp_threads.hpp"
#include "harness/runtimes/openmp_environment.hpp"

namespace sphlab {

Record::OpenMp openmp_of_harness() {
  return {static_cast<std::uint64_t>(omp_get_max_threads()), allowed_processors(),
          openmp_environment()};
}

std::optional<Record::OpenMp> openmp_in_use(const std::vector<const LoadedPack*>& packs) {
  const LoadedPack* first = nullptr;
  int threads_of_first = 0;
  for (const LoadedPack* pack : packs) {
    const std::optional<int> threads = openmp_threads(*pack);
    if (!threads) continue;
    if (first == nullptr) {
      first = pack;
      threads_of_first = *threads;
    }
    if (*threads != threads_of_first) {
      throw Error(ExitCode::not_available,
                  fmt::format("the OpenMP runtime of {} has {} threads, and that of {} has {}: set "
                              "OMP_NUM_THREADS to what both can have (in use: {})",
                              first->pack->toolchain, threads_of_first, pack->pack->toolchain,
                              *threads, openmp_environment()));
    }
  }
  if (first == nullptr) return std::nullopt;
  return Record::OpenMp{static_cast<std::uint64_t>(threads_of_first), allowed_processors(),
                        openmp_environment()};
}

}  // namespace sphlab
