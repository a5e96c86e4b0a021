// Fluid and boundary: the two kinds into which paper D divides particles, and who acts on whom.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// Fluid, whose types are the physics' first group of sources, and all others: boundary.
inline constexpr std::uint32_t kinds = 2;

namespace detail {
template <class First, class Second>
constexpr TypeMask first_types(TypeList<First, Second>) {
  return First::mask;
}
template <class First, class Second>
First group_of(TypeList<First, Second>, std::integral_constant<std::uint32_t, 0>);
template <class First, class Second>
Second group_of(TypeList<First, Second>, std::integral_constant<std::uint32_t, 1>);
}  // namespace detail

/// The types that are fluid: the physics' first group of sources.
template <class Physics>
inline constexpr TypeMask fluid_types = detail::first_types(typename Physics::Groups{});

/// The group of sources of a kind.
template <class Physics, std::uint32_t kind>
using GroupOfKind = decltype(detail::group_of(typename Physics::Groups{},
                                              std::integral_constant<std::uint32_t, kind>{}));

namespace detail {
template <class Physics, std::uint32_t kind>
constexpr std::uint32_t find_acting_kinds() {
  const TypeMask sources =
      Physics::sources_of(kind == 0 ? ParticleType::fluid : ParticleType::boundary);
  return (sources & GroupOfKind<Physics, 0>::mask ? 1u : 0u) |
         (sources & GroupOfKind<Physics, 1>::mask ? 2u : 0u);
}
}  // namespace detail

/// The kinds that act on a target of a kind, as bits.
template <class Physics, std::uint32_t kind>
inline constexpr std::uint32_t acting_kinds = detail::find_acting_kinds<Physics, kind>();

/// Whether a physics has what the ladder is about: fluid and boundary, all of whose particles are
/// targets, with a word on who acts on whom, and of a state that two arrays hold.
template <class Physics>
constexpr bool has_fluid_and_boundary() {
  if constexpr (requires(ParticleView view) {
                  Physics::sources_of(ParticleType::fluid);
                  Physics::load(view, 0u, float4{});
                }) {
    return group_count<Physics> == 2 && Physics::targets == source_types<Physics>;
  } else {
    return false;
  }
}

}  // namespace sphlab
