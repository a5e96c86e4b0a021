// Particle types, and the 32-bit identity that carries a particle's type and id.
#pragma once

#include <cstdint>

#include "kernels/abi/host_device.hpp"

namespace sphlab {

/// What a particle is. The order is the order in which a split neighbour list and a chain iterator
/// visit the types (paper A, 4.1 and 5.2).
enum class ParticleType : std::uint32_t { fluid = 0, boundary = 1, body = 2, second_fluid = 3 };

inline constexpr std::uint32_t particle_type_count = 4;

/// The name of a type in messages, reports and files.
constexpr const char* type_name(ParticleType type) {
  constexpr const char* names[particle_type_count] = {"fluid", "boundary", "body", "second fluid"};
  return names[static_cast<std::uint32_t>(type)];
}

/// Identity word: the type in the top two bits, the particle's permanent id in the lower thirty.
inline constexpr std::uint32_t identity_type_shift = 30;
inline constexpr std::uint32_t identity_id_mask = (1u << identity_type_shift) - 1u;
static_assert(particle_type_count <= 1u << (32 - identity_type_shift),
              "every type fits above the id");

SPHLAB_HOST_DEVICE constexpr std::uint32_t make_identity(ParticleType type, std::uint32_t id) {
  return (static_cast<std::uint32_t>(type) << identity_type_shift) | id;
}
SPHLAB_HOST_DEVICE constexpr ParticleType type_of(std::uint32_t identity) {
  return static_cast<ParticleType>(identity >> identity_type_shift);
}
SPHLAB_HOST_DEVICE constexpr std::uint32_t id_of(std::uint32_t identity) {
  return identity & identity_id_mask;
}

/// A set of particle types, one bit each.
using TypeMask = std::uint32_t;
SPHLAB_HOST_DEVICE constexpr TypeMask mask_of(ParticleType type) {
  return 1u << static_cast<std::uint32_t>(type);
}
/// Types of a set of at most four.
SPHLAB_HOST_DEVICE constexpr std::uint32_t type_count(TypeMask types) {
  return (types & 1u) + (types >> 1 & 1u) + (types >> 2 & 1u) + (types >> 3 & 1u);
}
inline constexpr TypeMask all_types = (1u << particle_type_count) - 1u;

}  // namespace sphlab
