// Which particles act on which, as a physics says.
#pragma once

#include "kernels/abi/particle_type.hpp"

namespace sphlab {

/// Types of the sources that change what is stored of any target of a group: where the physics says
/// so (sources_of), and else all, or none where the group has no target.
template <class Physics, class TargetGroup>
inline constexpr TypeMask acting_types = [] {
  constexpr TypeMask targets = TargetGroup::mask & Physics::targets;
  TypeMask sources = 0;
  for (std::uint32_t number = 0; number < particle_type_count; ++number) {
    const auto type = static_cast<ParticleType>(number);
    if ((targets & mask_of(type)) == 0) continue;
    if constexpr (requires { Physics::sources_of(type); }) {
      sources |= Physics::sources_of(type);
    } else {
      sources = ~TypeMask{0};
    }
  }
  return sources;
}();

}  // namespace sphlab
