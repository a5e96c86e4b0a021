// The OpenMP settings of a campaign on the host.
#pragma once

#include <optional>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

/// What the harness's own OpenMP runtime uses.
Record::OpenMp openmp_of_harness();

/// What the OpenMP runtimes of the packs use; nothing where no pack has one. Throws
/// Error(not_available) where they have different numbers of threads: then it is these that are
/// compared.
std::optional<Record::OpenMp> openmp_in_use(const std::vector<const LoadedPack*>& packs);

}  // namespace sphlab
