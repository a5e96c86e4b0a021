// Lists of types, and sets of particle types, known at compile time.
#pragma once

#include "kernels/particles/particle_type.hpp"

namespace sphlab {

template <class... Ts>
struct TypeList {};

/// A group of source types that a pair physics treats alike, in the order in which they are
/// visited.
template <ParticleType... types>
struct SourceTypes {
  static constexpr TypeMask mask = (mask_of(types) | ...);
};

}  // namespace sphlab
