// Fluid and boundary: the two kinds into which paper D divides particles, and who acts on whom.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/acting_types.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// Fluid, whose types are the physics' first group of sources, and all others: boundary.
inline constexpr std::uint32_t kinds = 2;

namespace detail {
template <class Groups>
struct KindGroups;
template <class Fluid, class Boundary>
struct KindGroups<TypeList<Fluid, Boundary>> {
  template <std::uint32_t kind>
  using Group = std::conditional_t<kind == 0, Fluid, Boundary>;
};
}  // namespace detail

/// The group of sources of a kind.
template <class Physics, std::uint32_t kind>
using GroupOfKind = typename detail::KindGroups<typename Physics::Groups>::template Group<kind>;

/// The types that are fluid.
template <class Physics>
inline constexpr TypeMask fluid_types = GroupOfKind<Physics, 0>::mask;

namespace detail {
template <class Physics, std::uint32_t kind>
constexpr std::uint32_t find_acting_kinds() {
  constexpr TypeMask sources = acting_types<Physics, GroupOfKind<Physics, kind>>;
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
