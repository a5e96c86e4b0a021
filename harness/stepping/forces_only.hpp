// Forces alone on the device: which packs and which physics can be placed so.
#pragma once

#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/stage_selection.hpp"

namespace sphlab {

/// The pack of a variant's host_toolchain; nullptr where the variant places all stages on the
/// device. Throws Error(not_available) where there is none, or where it is no CPU's.
const LoadedPack* host_pack_of(const Variant& variant, const std::vector<LoadedPack>& packs);

/// The pack of all stages but the passes: `pack`, or the one on the host. Throws
/// Error(not_available) where the variant wants one on the host and there is none, and where
/// `pack`, which would have the forces, is a CPU's.
const KernelPack& pack_of_others(const LoadedPack& pack, const Variant& variant,
                                 const LoadedPack* host_pack);

/// Throws Error(not_available) where more would have to be copied than paper D does: for a
/// formulation of several passes, or with arrays or fields, for potentials, and for a list.
void require_forces_alone(const StageSelection& stages, const Scenario& scenario);

}  // namespace sphlab
