// The OpenMP settings of a campaign on the host.
#pragma once

#include <optional>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

/// Settings of the harness's own OpenMP runtime.
Record::OpenMp openmp_of_harness();

/// Settings of the packs' OpenMP runtimes; nothing where no pack has one. Throws
/// Error(not_available) where their numbers of threads differ: a comparison would be of these.
std::optional<Record::OpenMp> openmp_in_use(const std::vector<const LoadedPack*>& packs);

}  // namespace sphlab
