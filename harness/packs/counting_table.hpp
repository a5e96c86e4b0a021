// The second entry point of a pack that counts.
#pragma once

#include "harness/packs/pack_library.hpp"
#include "kernels/abi/counting.hpp"

namespace sphlab {

/// The table of a loaded pack, nullptr where it does not count. Throws Error(not_available) where
/// the pack was built for another interface.
const CountingTable* counting_table(const LoadedPack& pack);

}  // namespace sphlab
