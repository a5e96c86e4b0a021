// Lists of types, and sets of particle types, known at compile time.
#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/abi/particle_type.hpp"

namespace sphlab {

template <class... Ts>
struct TypeList {};

/// A group of source types that a pair physics treats alike, in the order in which they are
/// visited.
template <ParticleType... types>
struct SourceTypes {
  static constexpr TypeMask mask = (mask_of(types) | ...);
};

namespace detail {
template <class... First, class... Second>
TypeList<First..., Second...> join(TypeList<First...>, TypeList<Second...>);

template <class T, class... Ts>
constexpr bool holds(TypeList<Ts...>) {
  return (std::is_same_v<T, Ts> || ...);
}

template <class... Groups>
constexpr TypeMask types_of(TypeList<Groups...>) {
  return (Groups::mask | ...);
}
template <class... Groups>
constexpr std::size_t group_count(TypeList<Groups...>) {
  return sizeof...(Groups);
}
}  // namespace detail

/// The types of two lists, one behind the other.
template <class First, class Second>
using Joined = decltype(detail::join(First{}, Second{}));

/// Whether a type is one of a list.
template <class List, class T>
inline constexpr bool contains = detail::holds<T>(List{});

/// The types of all sources of a pair physics.
template <class Physics>
inline constexpr TypeMask source_types = detail::types_of(typename Physics::Groups{});

/// How many groups of sources a pair physics treats differently.
template <class Physics>
inline constexpr std::size_t group_count = detail::group_count(typename Physics::Groups{});

/// Whether a pair physics needs the type of a source at all: not where it treats all types
/// alike.
template <class Physics>
inline constexpr bool asks_for_type =
    group_count<Physics> > 1 || source_types<Physics> != all_types;

}  // namespace sphlab
