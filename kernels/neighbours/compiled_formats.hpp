// The lists that this pack is compiled for.
//
// Every traversal, physics, format, set of types and batch width makes a kernel of its own. Which
// of them a pack takes the time for is written in kernels/matrix.json. The kernels that two packs
// both have are the same.
#pragma once

#include <string_view>

#include "kernels/abi/list_format.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "pack_matrix.hpp"

namespace sphlab {

/// Whether a traversal of lists is compiled for a pair physics and a format. @param format its
/// name.
template <class Traversal, class Physics>
constexpr bool reads_list_format(std::string_view format) {
  for (const CompiledList& list : compiled_lists) {
    if (list.format == format && list.physics == std::string_view(Physics::name) &&
        list.traversal == std::string_view(Traversal::name))
      return true;
  }
  return false;
}

namespace detail {

/// Whether some traversal reads lists of a physics in a format.
template <class Physics>
constexpr bool is_list_read(std::string_view format) {
  for (const CompiledList& list : compiled_lists) {
    if (list.format == format && list.physics == std::string_view(Physics::name)) return true;
  }
  return false;
}

template <class... Physics>
constexpr bool is_list_of_types_read(ListFormat format, [[maybe_unused]] TypeMask types,
                                     TypeList<Physics...>) {
  [[maybe_unused]] const bool has_types = format.contents != ListContents::unified;
  for (const NamedListFormat& named : list_formats) {
    if (named.format == format)
      return (((!has_types || built_list_types<Physics> == types) &&
               is_list_read<Physics>(named.name)) ||
              ...);
  }
  return false;
}

}  // namespace detail

/// Whether lists of these types are built in a format: where something reads them. Unified lists do
/// not keep types apart: they are built for the first set alone.
constexpr bool builds_list_format(ListFormat format, TypeMask types) {
  if (format.contents == ListContents::unified && types != list_type_sets[0]) return false;
  return detail::is_list_of_types_read(format, types, PairPhysics{});
}

/// Whether builders have kernels for the lists of a periodic box in a format: where something reads
/// them.
constexpr bool builds_periodic_format(ListFormat format, TypeMask types) {
  return detail::is_list_of_types_read(format, types, PeriodicPhysics{});
}

}  // namespace sphlab
