// Asks the OpenMP runtime that a pack was linked with for its threads.
#pragma once

#include <optional>

#include "harness/packs/pack_library.hpp"

namespace sphlab {

/// Threads of a parallel region of this pack. Nothing of a pack that needs no OpenMP runtime.
std::optional<int> openmp_threads(const LoadedPack& pack);

}  // namespace sphlab
